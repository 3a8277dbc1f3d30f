import { z } from 'zod'
import { HttpProbeEvidence } from './page-evidence.ts'
import { RegistrationRecord } from './registration-record.ts'
import {
  ArchiveEvidence,
  CompanyRegisterEvidence,
  DomainIndexEvidence,
  LiveCertificateEvidence,
  RenderedPageEvidence,
} from './witness-evidence.ts'

/** The progress of a job lists the collectors in this order. */
export const COLLECTOR_NAMES = [
  'dns',
  'whois',
  'http_probe',
  'asn',
  'rdns',
  'live_certificate',
  'certificates',
  'domain_index',
  'rendered_page',
  'archive',
  'company_register',
  'legal_entity',
  'claimed_company',
  'vision',
  'llm',
  'reverse_whois',
  'enrichment',
] as const
export type CollectorName = (typeof COLLECTOR_NAMES)[number]

const text = z.string()
const texts = z.array(z.string())
const instant = z.string().nullable()

/**
 * Records of the domain and of names such as _dmarc (RFC 1035, 7489, 7208, 8659; BIMI draft). All
 * host names are in lower case, without the final dot.
 */
export const DnsEvidence = z.object({
  /** NXDOMAIN: the name does not exist. Any other code but NOERROR: the DNS server failed. */
  rcode: text,
  a: texts,
  aaaa: texts,
  cname_chain: texts,
  www: z.object({ cname_chain: texts, a: texts }).nullable(),
  /** A subdomain without its own NS, SOA or MX records shows those of its registrable domain. */
  ns: texts,
  soa: z.object({ mname: text, rname: text }).nullable(),
  mx: z.array(z.object({ priority: z.number(), host: text })),
  txt: texts,
  caa: z.array(z.object({ tag: text, value: text })),
  dmarc: text.nullable(),
  bimi: text.nullable(),
  tls_reporting: text.nullable(),
})
export type DnsEvidence = z.infer<typeof DnsEvidence>

export const WhoisEvidence = z.object({
  registrable_domain: text,
  record: RegistrationRecord,
  /** Reason for the WHOIS request. Null when the RDAP response was sufficient. */
  fallback_reason: text.nullable(),
})
export type WhoisEvidence = z.infer<typeof WhoisEvidence>

/** Source: the DNS zones of Team Cymru (origin.asn.cymru.com, asn.cymru.com). */
export const AsnEvidence = z.object({
  addresses: z.array(
    z.object({
      address: text,
      asn: z.number().int().nullable(),
      prefix: text.nullable(),
      country: text.nullable(),
      registry: text.nullable(),
      as_name: text.nullable(),
    }),
  ),
})
export type AsnEvidence = z.infer<typeof AsnEvidence>

export const ReverseDnsEvidence = z.object({
  addresses: z.array(z.object({ address: text, names: texts, forward_confirmed: z.boolean() })),
})
export type ReverseDnsEvidence = z.infer<typeof ReverseDnsEvidence>

export const TlsCertificatesEvidence = z.object({
  provider: z.enum(['crt.sh', 'certspotter']),
  certificates: z.array(
    z.object({
      id: text,
      issuer: text,
      subject_organization: text.nullable(),
      names: texts,
      not_before: text,
      not_after: text,
    }),
  ),
  truncated: z.boolean(),
})
export type TlsCertificatesEvidence = z.infer<typeof TlsCertificatesEvidence>

/** Ways in which a company confirms, on its own domain, that another domain belongs to it. */
export const CONFIRMATION_KINDS = [
  'link',
  'redirect',
  'trust_txt',
  'ads_txt',
  'name_servers',
  'certificate',
  'tenant',
] as const

/**
 * Companies that the site claims to be, each with an older domain of that company. `known_by` says
 * why the domain counts as the company's own. With `page`, only the analyzed site says so.
 */
export const ClaimedCompanyEvidence = z.object({
  companies: z.array(
    z.object({
      name: text,
      domain: text,
      known_by: z.enum([
        'brand_list',
        'verified_answer',
        'corroborated_answer',
        'register',
        'page',
      ]),
      registered_at: instant,
      // `stored`: the newest stored analysis of the domain was read instead of the domain itself.
      outcome: z.enum(['asked', 'stored', 'unknown']),
      confirmations: z.array(z.object({ kind: z.enum(CONFIRMATION_KINDS), observed: text })),
    }),
  ),
})
export type ClaimedCompanyEvidence = z.infer<typeof ClaimedCompanyEvidence>

export const LegalEntityEvidence = z.object({
  matches: z.array(
    z.object({
      queried: text,
      lei: text,
      legal_name: text,
      other_names: texts,
      country: text.nullable(),
      city: text.nullable(),
      status: text.nullable(),
      parent: text.nullable(),
    }),
  ),
})
export type LegalEntityEvidence = z.infer<typeof LegalEntityEvidence>

/** Value of `evidence` in a claim whose name appears only in the screenshot. */
export const SCREENSHOT_SOURCE = 'screenshot'

/** Of dropped claims, such as those without a correct quote, only the number is stored. */
export const ClaimsEvidence = z.object({
  provider: text,
  model: text,
  claims: z.array(
    z.object({
      entity: text,
      role: z.enum(['operator', 'parent', 'not_operator']),
      evidence: text,
      quote: text,
      reason: text,
    }),
  ),
  dropped_claims: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
})
export type ClaimsEvidence = z.infer<typeof ClaimsEvidence>

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const

export const VisionEvidence = ClaimsEvidence.extend({
  /** The stored screenshot. Null if it was not stored, and in older evidence. */
  picture: z
    .object({ media_type: z.enum(PICTURE_TYPES) })
    .nullable()
    .default(null),
})
export type VisionEvidence = z.infer<typeof VisionEvidence>

/** Only the number of domains is collected, because a list of their names costs money. */
export const ReverseWhoisEvidence = z.object({ registrant: text, domains_count: z.number().int() })
export type ReverseWhoisEvidence = z.infer<typeof ReverseWhoisEvidence>

export const EnrichmentEvidence = z.object({
  company: text.nullable(),
  legal_name: text.nullable(),
  country: text.nullable(),
  parent: text.nullable(),
  provider: text,
})
export type EnrichmentEvidence = z.infer<typeof EnrichmentEvidence>

export const EVIDENCE_SCHEMAS = {
  dns: DnsEvidence,
  whois: WhoisEvidence,
  http_probe: HttpProbeEvidence,
  asn: AsnEvidence,
  rdns: ReverseDnsEvidence,
  live_certificate: LiveCertificateEvidence,
  certificates: TlsCertificatesEvidence,
  domain_index: DomainIndexEvidence,
  rendered_page: RenderedPageEvidence,
  archive: ArchiveEvidence,
  company_register: CompanyRegisterEvidence,
  legal_entity: LegalEntityEvidence,
  claimed_company: ClaimedCompanyEvidence,
  vision: VisionEvidence,
  llm: ClaimsEvidence,
  reverse_whois: ReverseWhoisEvidence,
  enrichment: EnrichmentEvidence,
} as const satisfies Record<CollectorName, z.ZodType>

export type EvidenceOf<Name extends CollectorName> = z.infer<(typeof EVIDENCE_SCHEMAS)[Name]>

/** `empty`: the source answered without data. `skipped`: not configured or not applicable. */
export const COLLECTOR_STATUSES = ['ok', 'empty', 'failed', 'timeout', 'skipped'] as const
export type CollectorStatus = (typeof COLLECTOR_STATUSES)[number]

export interface CollectedEvidence<Name extends CollectorName = CollectorName> {
  collector: Name
  status: CollectorStatus
  detail: string | null
  source: string
  collected_at: string
  duration_ms: number
  data: EvidenceOf<Name> | null
  /** Milliseconds until the same question may be answered. Set if the reason is ours or a limit. */
  again_after_ms?: number
}

/** Evidence of each collector. A collector that did not run has no entry. */
export type EvidenceSet = { readonly [Name in CollectorName]?: CollectedEvidence<Name> }
