import {
  type Authority,
  type Certificate,
  type CertificateSubject,
  createRoot,
  MARK_VERIFICATION,
  SERVER_AUTHENTICATION,
  selfSigned,
} from './certificate-authority.ts'
import type { Contents } from './contents.ts'
import { type Domain, LiveCertificate, type MarkCertificate } from './domain-file.ts'
import type { SampleRequest } from './messages.ts'

const DAY_MS = 86_400_000
const VALID_DAYS = 365
const ISSUED_BY_DEFAULT = '2026-02-02'

interface Issuers {
  root: Authority
  known: Authority
  unknown: Authority
}

let made: Promise<Issuers> | undefined

async function makeIssuers(): Promise<Issuers> {
  const [root, other] = await Promise.all([
    createRoot('Sample Internet Root'),
    createRoot('Unknown Root'),
  ])
  const [known, unknown] = await Promise.all([
    root.intermediate('Sample Internet Issuer', { pathLength: 0 }),
    other.intermediate('Unknown Issuer', { pathLength: 0 }),
  ])
  return { root, known, unknown }
}

async function issuers(): Promise<Issuers> {
  made ??= makeIssuers()
  return made
}

/** Root of the sample internet in PEM. It is made once for each process. */
export const sampleRoot = async (): Promise<string> => (await issuers()).root.pem

/** Certificate of the domain's web server, as its file states it. */
export async function liveCertificate(file: Domain): Promise<Certificate> {
  const stated = file.live_certificate ?? LiveCertificate.parse({})
  return issue(stated, file, {
    names: stated.names ?? [file.domain, `www.${file.domain}`],
    validation: stated.validation,
    key: stated.key_type,
  })
}

/** Serves the PEM file of a mark certificate and its issuer. */
export async function answerMarkCertificate(
  contents: Contents,
  { url }: Pick<SampleRequest, 'url'>,
): Promise<Response> {
  const file = contents.world.markCertificates.get(url)
  if (!file?.mark_certificate) return new Response(null, { status: 404 })
  const { chainPem } = await markCertificate(file, file.mark_certificate)
  return new Response(chainPem, { headers: { 'content-type': 'application/x-pem-file' } })
}

function markCertificate(file: Domain, stated: MarkCertificate): Promise<Certificate> {
  return issue(stated, file, {
    names: stated.names ?? [file.domain],
    validation: 'mark',
    usages: [stated.usage === 'mark' ? MARK_VERIFICATION : SERVER_AUTHENTICATION],
    extra: { markType: stated.mark_type },
  })
}

type Stated = LiveCertificate | MarkCertificate
type Options = Parameters<Authority['issue']>[0] & { extra?: CertificateSubject }

async function issue(
  stated: Stated,
  file: Domain,
  { extra, ...options }: Options,
): Promise<Certificate> {
  const leaf = {
    ...options,
    subject: { ...subjectOf(stated), ...extra },
    notBefore: new Date(stated.not_before ?? issuedAt(file)),
    notAfter: new Date(stated.not_after ?? Date.now() + VALID_DAYS * DAY_MS),
  }
  if (stated.issuer === 'self') return selfSigned(leaf)
  const { known, unknown } = await issuers()
  return (stated.issuer === 'unknown root' ? unknown : known).issue(leaf)
}

function subjectOf(stated: Stated): CertificateSubject {
  const fields = {
    organization: stated.organization,
    country: stated.country,
    serialNumber: stated.serial_number,
    jurisdictionCountry: stated.jurisdiction,
    businessCategory: stated.serial_number === undefined ? undefined : 'Private Organization',
    organizationIdentifier: stated.organization_identifier,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function issuedAt({ registration }: Domain): number {
  const created = Date.parse(registration?.created ?? '') + DAY_MS
  const usual = Date.parse(ISSUED_BY_DEFAULT)
  return Number.isFinite(created) ? Math.max(created, usual) : usual
}
