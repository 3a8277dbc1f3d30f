import { z } from 'zod'
import type { FetchedText } from '../../platform/net/fetch.ts'
import type { UpstreamRequest } from '../../platform/net/fetch-upstream.ts'
import type { Collector, CollectorTools } from '../collector.ts'
import type { TlsCertificatesEvidence } from '../evidence.ts'
import { readDocument } from './page/read-document.ts'
import { foldText } from './page/text.ts'

type TlsCertificate = TlsCertificatesEvidence['certificates'][number]

const LOG_TIMEOUT_MS = 9_000
/**
 * Control questions to the certificate logs: the certificates of a domain that IANA keeps for examples (RFC 2606), so that no API caller
 * controls them.
 */
export const CRT_SH_CONTROL_URL = 'https://crt.sh/?q=example.com&exclude=expired&output=json'
export const CERTSPOTTER_CONTROL_URL = 'https://api.certspotter.com/v1/issuances?domain=example.com'
const LOG_BYTES_MAX = 4 * 1024 * 1024
const SUBJECT_TIMEOUT_MS = 6_000
const CERTIFICATES_MAX = 100
const NAMES_MAX = 100
/**
 * Largest number of certificates for which the organisation is looked up, newest certificate first. crt.sh shows the organisation only on
 * the web page of a certificate, so each lookup is one request.
 */
const SUBJECTS_MAX = 3

/**
 * Names of certificate authorities that check only the control of the domain. Their certificates contain no organisation, so no
 * organisation is looked up.
 */
const DOMAIN_VALIDATED =
  /let's encrypt|google trust services|zerossl|cloudflare|cpanel|\bdv\b|domain validat|domain secure|encryption everywhere|amazon|buypass go|certera|ssl\.com .{0,80}dv|geotrust.{0,80}dv|rapidssl|alphassl|actalis domain|gogetssl|trustasia.{0,80}dv/iu

/**
 * Collects TLS certificates of the domain from certificate transparency logs. Asks crt.sh, and Cert Spotter if crt.sh fails. Includes the
 * organisation in the certificate if the log shows it.
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
      return {
        status: 'empty',
        detail: 'The logs contain no valid certificate for the domain.',
        source,
        evidence: found,
      }
    return { status: 'ok', evidence: found, source }
  },
}

async function fromCrtSh(domain: string, tools: CollectorTools): Promise<TlsCertificatesEvidence | null> {
  const url = `https://crt.sh/?q=${encodeURIComponent(domain)}&exclude=expired&output=json`
  const answer = await ask(url, tools, { controlUrl: CRT_SH_CONTROL_URL, timeoutMs: LOG_TIMEOUT_MS })
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

async function fromCertSpotter(domain: string, tools: CollectorTools): Promise<TlsCertificatesEvidence | null> {
  const query = `domain=${encodeURIComponent(domain)}&match_wildcards=true&expand=dns_names&expand=issuer`
  const answer = await ask(`https://api.certspotter.com/v1/issuances?${query}`, tools, {
    controlUrl: CERTSPOTTER_CONTROL_URL,
    timeoutMs: LOG_TIMEOUT_MS,
  })
  return answer === null ? null : parseCertSpotter(answer.text, domain)
}

async function subjectOf(id: string, tools: CollectorTools): Promise<string | null> {
  const page = await ask(`https://crt.sh/?id=${id}`, tools, {
    controlUrl: CRT_SH_CONTROL_URL,
    timeoutMs: SUBJECT_TIMEOUT_MS,
  })
  return page === null ? null : parseSubjectOrganization(page.text)
}

async function ask(
  url: string,
  tools: CollectorTools,
  limits: Pick<UpstreamRequest, 'controlUrl' | 'timeoutMs'>,
): Promise<FetchedText | null> {
  const answer = await tools.fetchUpstream(url, { ...limits, bytesMax: LOG_BYTES_MAX }).catch(() => null)
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

/**
 * Parses the certificate list of crt.sh (JSON) for `domain`. Rows in an unknown format are skipped. Null when the text is not a JSON list.
 */
export function parseCrtSh(text: string, domain: string): TlsCertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = CrtShRow.safeParse(row)
    if (!parsed.success) return []
    const { id, issuer_name, common_name, name_value, not_before, not_after, serial_number } = parsed.data
    const names = hostNames([common_name ?? '', ...name_value.split('\n')])
    const key = serial_number ?? `${not_before} ${names.join(' ')}`
    return [{ key, certificate: toTlsCertificate(String(id), issuer_name, names, not_before, not_after) }]
  })
  return toEvidence('crt.sh', certificates, domain)
}

const Issuance = z.object({
  id: z.string(),
  dns_names: z.array(z.string()),
  issuer: z.object({ name: z.string() }).nullish(),
  not_before: z.string(),
  not_after: z.string(),
  cert_sha256: z.string().nullish(),
})

/** Parses the certificate list of the Cert Spotter API v1 (JSON) for `domain`. Null when the text is not a JSON list. */
export function parseCertSpotter(text: string, domain: string): TlsCertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = Issuance.safeParse(row)
    if (!parsed.success) return []
    const { id, dns_names, issuer, not_before, not_after } = parsed.data
    return [
      { key: id, certificate: toTlsCertificate(id, issuer?.name ?? '', hostNames(dns_names), not_before, not_after) },
    ]
  })
  return toEvidence('certspotter', certificates, domain)
}

function toTlsCertificate(
  id: string,
  issuer: string,
  names: string[],
  notBefore: string,
  notAfter: string,
): TlsCertificate {
  return {
    id: id.slice(0, 40),
    issuer: foldText(issuer, 200),
    subject_organization: null,
    names,
    not_before: notBefore.slice(0, 30),
    not_after: notAfter.slice(0, 30),
  }
}

function toEvidence(
  provider: TlsCertificatesEvidence['provider'],
  rows: readonly { key: string; certificate: TlsCertificate }[],
  domain: string,
): TlsCertificatesEvidence {
  const covering = rows.filter(({ certificate: { names } }) => names.some((name) => covers(name, domain)))
  const unique = [...new Map(covering.map(({ key, certificate: row }) => [key, row])).values()]
  const newest = unique.toSorted((a, b) => (a.not_before < b.not_before ? 1 : -1))
  return { provider, certificates: newest.slice(0, CERTIFICATES_MAX), truncated: newest.length > CERTIFICATES_MAX }
}

/**
 * True when a name in a certificate is the domain, a name below the domain, or a wildcard for the domain. This is checked because a search
 * in the logs also returns certificates of other domains.
 */
function covers(name: string, domain: string): boolean {
  const bare = name.replace(/^\*\./u, '')
  return bare === domain || bare.endsWith(`.${domain}`) || (name.startsWith('*.') && domain.endsWith(`.${bare}`))
}

/** crt.sh returns host names, organisations and email addresses in one list. Only the host names are kept. */
function hostNames(identities: readonly string[]): string[] {
  const names = identities.slice(0, NAMES_MAX * 2).map((name) => name.trim().toLowerCase())
  const valid = names.filter((name) =>
    /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u.test(name),
  )
  return [...new Set(valid)].slice(0, NAMES_MAX)
}

/**
 * Returns the organisation in a certificate from its HTML page on crt.sh, or null. The page shows the fields of the certificate as OpenSSL
 * prints them.
 */
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
