import { z } from 'zod'
import type { FetchedText } from '../../platform/net/fetch.ts'
import type { Collector, CollectorTools } from '../collector.ts'
import type { CertificatesEvidence } from '../evidence.ts'
import { readDocument } from './page/read-document.ts'
import { foldText } from './page/text.ts'

type Certificate = CertificatesEvidence['certificates'][number]

const LOG_TIMEOUT_MS = 9_000
const LOG_BYTES_MAX = 4 * 1024 * 1024
const SUBJECT_TIMEOUT_MS = 6_000
const CERTIFICATES_MAX = 100
const NAMES_MAX = 100
/** Certificates whose subject is looked at, the newest first: crt.sh shows it only one page at a time. */
const SUBJECTS_MAX = 3

/** Authorities and products that check control of the name alone, so that the subject holds no organisation. */
const DOMAIN_VALIDATED =
  /let's encrypt|google trust services|zerossl|cloudflare|cpanel|\bdv\b|domain validat|domain secure|encryption everywhere|amazon|buypass go|certera|ssl\.com .*dv|geotrust.*dv|rapidssl|alphassl|actalis domain|gogetssl|trustasia.*dv/iu

/**
 * Certificates that certificate transparency logs hold for the domain, with the organisation that the authority confirmed where the
 * log's front end shows it: crt.sh first, Cert Spotter when crt.sh does not answer.
 */
export const tlsCertificates: Collector<'certificates'> = {
  name: 'certificates',
  budgetMs: 20_000,
  runs: 'deep',
  stage: 'gathering',
  async collect(target, tools) {
    const found = (await fromCrtSh(target.domain, tools)) ?? (await fromCertSpotter(target.domain, tools))
    if (found === null)
      return {
        status: 'failed',
        detail: 'Neither crt.sh nor Cert Spotter answered.',
        source: 'crt.sh, api.certspotter.com',
      }
    const source = found.provider === 'crt.sh' ? 'crt.sh' : 'api.certspotter.com'
    if (found.certificates.length === 0)
      return { status: 'empty', detail: 'The logs hold no valid certificate for the domain.', source, evidence: found }
    return { status: 'ok', evidence: found, source }
  },
}

async function fromCrtSh(domain: string, tools: CollectorTools): Promise<CertificatesEvidence | null> {
  const url = `https://crt.sh/?q=${encodeURIComponent(domain)}&exclude=expired&output=json`
  const answer = await ask(url, tools, LOG_TIMEOUT_MS)
  const parsed = answer === null ? null : parseCrtSh(answer.text, domain)
  if (parsed === null) return null
  const asked = parsed.certificates.filter(({ issuer }) => !DOMAIN_VALIDATED.test(issuer)).slice(0, SUBJECTS_MAX)
  const organizations = await Promise.all(asked.map(({ id }) => subjectOf(id, tools)))
  const byId = new Map(asked.map(({ id }, index) => [id, organizations[index] ?? null]))
  return {
    ...parsed,
    certificates: parsed.certificates.map((certificate) => ({
      ...certificate,
      subject_organization: byId.get(certificate.id) ?? null,
    })),
  }
}

async function fromCertSpotter(domain: string, tools: CollectorTools): Promise<CertificatesEvidence | null> {
  const query = `domain=${encodeURIComponent(domain)}&match_wildcards=true&expand=dns_names&expand=issuer`
  const answer = await ask(`https://api.certspotter.com/v1/issuances?${query}`, tools, LOG_TIMEOUT_MS)
  return answer === null ? null : parseCertSpotter(answer.text, domain)
}

async function subjectOf(id: string, tools: CollectorTools): Promise<string | null> {
  const page = await ask(`https://crt.sh/?id=${id}`, tools, SUBJECT_TIMEOUT_MS)
  return page === null ? null : parseSubjectOrganization(page.text)
}

async function ask(url: string, tools: CollectorTools, timeoutMs: number): Promise<FetchedText | null> {
  const answer = await tools.fetchUpstream(url, { timeoutMs, bytesMax: LOG_BYTES_MAX }).catch(() => null)
  return answer?.status === 200 ? answer : null
}

const CrtShRow = z.object({
  id: z.number(),
  issuer_name: z.string(),
  common_name: z.string().nullish(),
  name_value: z.string(),
  not_before: z.string(),
  not_after: z.string(),
  serial_number: z.string().nullish(),
})

/** crt.sh's list of certificates; null when the text is not one. Rows that do not fit are left out. */
export function parseCrtSh(text: string, domain: string): CertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = CrtShRow.safeParse(row)
    if (!parsed.success) return []
    const { id, issuer_name, common_name, name_value, not_before, not_after, serial_number } = parsed.data
    const names = hostNames([common_name ?? '', ...name_value.split('\n')])
    const key = serial_number ?? `${not_before} ${names.join(' ')}`
    return [{ key, certificate: certificate(String(id), issuer_name, names, not_before, not_after) }]
  })
  return evidence('crt.sh', certificates, domain)
}

const Issuance = z.object({
  id: z.string(),
  dns_names: z.array(z.string()),
  issuer: z.object({ name: z.string() }).nullish(),
  not_before: z.string(),
  not_after: z.string(),
  cert_sha256: z.string().nullish(),
})

/** Cert Spotter's list of issuances (API v1); null when the text is not one. */
export function parseCertSpotter(text: string, domain: string): CertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = Issuance.safeParse(row)
    if (!parsed.success) return []
    const { id, dns_names, issuer, not_before, not_after } = parsed.data
    return [{ key: id, certificate: certificate(id, issuer?.name ?? '', hostNames(dns_names), not_before, not_after) }]
  })
  return evidence('certspotter', certificates, domain)
}

function certificate(id: string, issuer: string, names: string[], notBefore: string, notAfter: string): Certificate {
  return {
    id: id.slice(0, 40),
    issuer: foldText(issuer, 200),
    subject_organization: null,
    names,
    not_before: notBefore.slice(0, 30),
    not_after: notAfter.slice(0, 30),
  }
}

/** The newest certificates that cover the domain, a certificate and its precertificate counted once. */
function evidence(
  provider: CertificatesEvidence['provider'],
  rows: readonly { key: string; certificate: Certificate }[],
  domain: string,
): CertificatesEvidence {
  const covering = rows.filter(({ certificate: { names } }) => names.some((name) => covers(name, domain)))
  const unique = [...new Map(covering.map(({ key, certificate: row }) => [key, row])).values()]
  const newest = unique.toSorted((a, b) => (a.not_before < b.not_before ? 1 : -1))
  return { provider, certificates: newest.slice(0, CERTIFICATES_MAX), truncated: newest.length > CERTIFICATES_MAX }
}

/** The logs search more widely than asked: a row counts when it names the domain, a name below it, or the wildcard over it. */
function covers(name: string, domain: string): boolean {
  const bare = name.replace(/^\*\./u, '')
  return bare === domain || bare.endsWith(`.${domain}`) || (name.startsWith('*.') && domain.endsWith(`.${bare}`))
}

/** Host names among a certificate's identities; organisations and e-mail addresses, which crt.sh mixes in, are left out. */
function hostNames(identities: readonly string[]): string[] {
  const names = identities.slice(0, NAMES_MAX * 2).map((name) => name.trim().toLowerCase())
  const valid = names.filter((name) =>
    /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u.test(name),
  )
  return [...new Set(valid)].slice(0, NAMES_MAX)
}

/** The organisation in the subject of crt.sh's page about one certificate, which shows it as OpenSSL prints it. */
export function parseSubjectOrganization(html: string): string | null {
  const lines = readDocument(html).lines.map(({ text }) => text)
  const start = lines.findIndex((text) => /^Subject:/u.test(text))
  if (start < 0) return null
  for (const text of lines.slice(start, start + 15)) {
    const value = /^(?:Subject:\s{0,5})?organizationName\s{0,40}=\s{0,5}(.+)$/u.exec(text)?.[1]
    if (value !== undefined) return foldText(value, 200) || null
    if (!/^Subject:|=/u.test(text)) return null
  }
  return null
}

function listIn(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
