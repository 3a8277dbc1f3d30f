import { z } from 'zod'
import { INDEX_SOURCES } from '../platform/index-source-ids.ts'
import { HttpProbeEvidence, PageEvidence } from './page-evidence.ts'

const text = z.string()
const texts = z.array(z.string())

/** `unknown`: the certificate names none of the policies of the CA/Browser Forum. */
export const VALIDATIONS = ['dv', 'ov', 'iv', 'ev', 'qwac', 'mark', 'unknown'] as const

/**
 * Facts of an X.509 certificate. `organization` and the fields of the subject are null unless the
 * policy says that the certificate authority verified them (OV, EV, QWAC or mark certificate).
 */
export const CertificateFacts = z.object({
  /** SHA-256 of the DER encoding, in lower-case hexadecimal digits. */
  fingerprint: text,
  issuer: text,
  validation: z.enum(VALIDATIONS),
  organization: text.nullable(),
  /** ISO 3166-1 alpha-2, in capitals. */
  country: text.nullable(),
  /** Number of the company in the register of `jurisdiction`, such as "SE" or "US-CA". */
  serial_number: text.nullable(),
  jurisdiction: text.nullable(),
  /** Such as "NTRSE-5566778899" (ETSI EN 319 412-1). */
  organization_identifier: text.nullable(),
  names: texts,
  not_before: text,
  not_after: text,
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

/**
 * - `proven`: the server has the key, and the chain leads to a root that the service trusts.
 * - `key_not_proven`: anybody can send a copied chain, but only its holder can sign with its key.
 * - `no_answer`: nothing came, or the connection was closed or refused.
 * - `not_reachable`: this runtime cannot connect to the address, for example at Cloudflare.
 */
export const CERTIFICATE_OUTCOMES = [
  'proven',
  'key_not_proven',
  'untrusted',
  'expired',
  'wrong_name',
  'not_tls',
  'alert',
  'unsupported',
  'no_answer',
  'not_reachable',
] as const

export const SiteCertificate = z.object({
  host: text,
  outcome: z.enum(CERTIFICATE_OUTCOMES),
  tls_version: z.enum(['1.2', '1.3']).nullable(),
  certificate: CertificateFacts.nullable(),
})
export type SiteCertificate = z.infer<typeof SiteCertificate>

export const siteWithoutCertificate = (
  host: string,
  outcome: SiteCertificate['outcome'],
): SiteCertificate => ({ host, outcome, tls_version: null, certificate: null })

/** `mark`: certificate for the logo in emails (BIMI draft, `a=`). It comes without a key. */
export const LiveCertificateEvidence = z.object({
  site: SiteCertificate,
  mark: z
    .object({
      url: text,
      outcome: z.enum(['proven', 'untrusted', 'expired', 'wrong_name', 'unreadable', 'no_answer']),
      certificate: CertificateFacts.nullable(),
      /** Object id 1.3.6.1.4.1.53087.1.13, such as "Registered Mark". */
      mark_type: text.nullable(),
    })
    .nullable(),
})
export type LiveCertificateEvidence = z.infer<typeof LiveCertificateEvidence>

/** An official list, register or seller index that names the organisation of a domain. */
export const IndexEntry = z.object({
  source: z.enum(INDEX_SOURCES),
  name: text,
  /** ISO 3166-1 alpha-2, in capitals. */
  country: text.nullable(),
  /** Number of the organisation in the source. */
  number: text.nullable(),
  /** Only for `google_sellers`: "pub-" and 16 digits. */
  seller_id: text.nullable(),
  /** Date of the source, YYYY-MM-DD. */
  as_of: text,
})
export type IndexEntry = z.infer<typeof IndexEntry>

export const DomainIndexEvidence = z.object({ entries: z.array(IndexEntry) })
export type DomainIndexEvidence = z.infer<typeof DomainIndexEvidence>

/** The home page as a browser with scripts shows it. */
export const RenderedPageEvidence = z.object({
  url: text,
  page: PageEvidence,
  /** Many parking pages are drawn by scripts. */
  placeholder: HttpProbeEvidence.shape.placeholder.default(null),
})
export type RenderedPageEvidence = z.infer<typeof RenderedPageEvidence>

export const ArchiveEvidence = z.object({
  archive: z.literal('wayback'),
  captured_at: text,
  url: text,
  page: PageEvidence,
})
export type ArchiveEvidence = z.infer<typeof ArchiveEvidence>

/** Answer of a register of companies to the question for one number. */
export const RegisterAnswer = z.object({
  /** Such as "brreg" or "vies". */
  register: text,
  country: text,
  number: text,
  /** URL of the page with the number, or null if it comes from a certificate. */
  stated_on: text.nullable(),
  /** `hidden`: the register knows the number and does not publish the name. */
  outcome: z.enum(['found', 'hidden', 'unknown_number', 'throttled', 'unavailable']),
  name: text.nullable(),
  other_names: texts,
  /** Registrable domains of the websites in the entry. */
  websites: texts,
  /** False for a dissolved company. Null if the register does not say. */
  is_active: z.boolean().nullable(),
  asked_at: text,
})
export type RegisterAnswer = z.infer<typeof RegisterAnswer>

export const CompanyRegisterEvidence = z.object({
  answers: z.array(RegisterAnswer),
  /** Stated numbers about which no register was asked, because there are too many. */
  unasked: z.number().int(),
})
export type CompanyRegisterEvidence = z.infer<typeof CompanyRegisterEvidence>
