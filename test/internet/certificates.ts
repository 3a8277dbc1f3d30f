import { createHash } from 'node:crypto'
import type { Contents } from './contents.ts'
import type { CertificateRow } from './domain-file.ts'
import type { HostLimits } from './host-limits.ts'
import type { SampleRequest } from './messages.ts'

const FINGERPRINT = /^[0-9a-f]{64}$/
const ISSUANCES_PER_PAGE = 100
/**
 * Parameters from the documentation of SSLMate: Certificate Transparency Search API v1, "List
 * Issuances for a Domain".
 */
const ISSUANCE_PARAMETERS = ['domain', 'include_subdomains', 'match_wildcards', 'after', 'expand']
const EXPANDABLE = [
  'dns_names',
  'issuer',
  'issuer.caa_domains',
  'issuer.operator',
  'revocation',
  'problem_reporting',
  'cert_der',
]
const CRT_SH_PARAMETERS = [
  'q',
  'O',
  'o',
  'dnsname',
  'identity',
  'id',
  'd',
  'output',
  'exclude',
  'deduplicate',
  'match',
]

/**
 * Simulates crt.sh.
 * `?q=` searches by name, or shows the certificate with this SHA-256 fingerprint. `?O=` searches by
 * organization.
 * `output=json` returns JSON. `?id=` or `?d=` shows one certificate as HTML.
 * `exclude=expired` leaves out certificates that have expired at `now`.
 */
export function answerCrtSh(
  contents: Contents,
  request: SampleRequest,
  now: Date,
  limits: HostLimits,
): Response {
  const query = new URL(request.url).searchParams
  if (request.method !== 'GET') return page('<H1>405 Not Allowed</H1>', 405)
  // nginx refuses requests above the limit with status 503 and without a Retry-After header (nginx
  // documentation, limit_req_status).
  if (limits.exceeded('crt.sh')) return page('<H1>503 Service Temporarily Unavailable</H1>', 503)
  if ([...query.keys()].some((name) => !CRT_SH_PARAMETERS.includes(name)))
    return page('<BR><BR>Unsupported use of parameters', 400)
  const fingerprint = FINGERPRINT.test(query.get('q') ?? '') ? query.get('q') : null
  const id =
    query.get('id') ?? query.get('d') ?? (fingerprint === null ? null : idOf(contents, fingerprint))
  if (id !== null) return certificatePage(contents, Number(id))
  const organization = query.get('O') ?? query.get('o')
  const rows =
    organization === null
      ? rowsByName(contents, query.get('q') ?? query.get('dnsname') ?? '')
      : rowsByOrganization(contents, organization)
  const kept =
    query.get('exclude') === 'expired'
      ? rows.filter((row) => new Date(`${row.not_after}Z`) > now)
      : rows
  if (query.get('output') === 'json') return Response.json(kept)
  const cells = kept.map(
    (row) => `<TR><TD><A href="?id=${row.id}">${row.id}</A></TD><TD>${row.common_name}</TD></TR>`,
  )
  return page(`<TABLE>${cells.join('\n')}</TABLE>`)
}

/**
 * SHA-256 fingerprint of a test certificate. Cert Spotter lists it, and crt.sh finds a certificate
 * by it.
 */
const fingerprintOf = ({ id }: Pick<CertificateRow, 'id'>) =>
  createHash('sha256').update(String(id)).digest('hex')

function idOf(contents: Contents, fingerprint: string): number {
  return (
    [...contents.world.certificates.keys()].find((id) => fingerprintOf({ id }) === fingerprint) ?? 0
  )
}

/**
 * crt.sh searches with patterns of SQL LIKE: `%` matches any text, so `%.example.com` matches every
 * subdomain of example.com.
 */
function rowsByName(contents: Contents, pattern: string): CertificateRow[] {
  const name = pattern.toLowerCase().replace(/^%\.?/, '')
  const below = pattern.startsWith('%')
  const domain = registeredAbove(contents, name)
  const rows = domain === null ? [] : (contents.around(domain).certificatesOf.get(domain) ?? [])
  return rows.filter((row) =>
    identities(row).some((identity) =>
      below ? identity.endsWith(pattern.startsWith('%.') ? `.${name}` : name) : identity === name,
    ),
  )
}

function rowsByOrganization(contents: Contents, organization: string): CertificateRow[] {
  const wanted = organization.toLowerCase()
  return [...contents.world.certificates.values()]
    .filter(({ subject }) => subject?.O?.toLowerCase() === wanted)
    .map(({ row, subject }) => ({ ...row, name_value: `${row.name_value}\n${subject?.O ?? ''}` }))
}

function identities(row: CertificateRow): string[] {
  return [row.common_name, ...row.name_value.split('\n')].map((name) => name.toLowerCase())
}

function registeredAbove(contents: Contents, name: string): string | null {
  for (
    let candidate = name;
    candidate.includes('.');
    candidate = candidate.slice(candidate.indexOf('.') + 1)
  ) {
    if (contents.around(candidate).domains.has(candidate)) return candidate
  }
  return null
}

function certificatePage(contents: Contents, id: number): Response {
  const found = contents.world.certificates.get(id)
  if (!found) return page('<BR><BR>Certificate not found', 404)
  const { row, subject } = found
  const names: Record<string, string> = {
    CN: 'commonName',
    O: 'organizationName',
    L: 'localityName',
    ST: 'stateOrProvinceName',
    C: 'countryName',
  }
  const fields = Object.entries(subject ?? { CN: row.common_name }).map(
    ([key, value]) => `            ${(names[key] ?? key).padEnd(26)}= ${value}`,
  )
  const lines = [
    'Certificate:',
    '    Data:',
    `        Serial Number: ${row.serial_number}`,
    `        Issuer: ${row.issuer_name}`,
    `        Validity`,
    `            Not Before: ${row.not_before}`,
    `            Not After : ${row.not_after}`,
    '        Subject:',
    ...fields,
    '            X509v3 Subject Alternative Name:',
    ...row.name_value.split('\n').map((name) => `                DNS:${name}`),
  ]
  const text = lines.map((line) => escaped(line).replaceAll(' ', '&nbsp;')).join('<BR>')
  return page(
    `<TABLE><TR><TH>crt.sh ID</TH><TD>${row.id}</TD></TR><TR><TD class="text">${text}</TD></TR></TABLE>`,
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function page(body: string, status = 200): Response {
  return new Response(
    `<!DOCTYPE HTML><HTML><HEAD><TITLE>crt.sh</TITLE></HEAD><BODY>${body}</BODY></HTML>`,
    {
      status,
      headers: { 'content-type': 'text/html; charset=UTF-8' },
    },
  )
}

/**
 * Simulates `GET /v1/issuances` of SSLMate Cert Spotter. The oldest certificate comes first, and
 * `after=<id>` returns the next page.
 * An API key that contains `invalid` is refused with 401, and one that contains `forbidden` with
 * 403.
 */
export function answerCertSpotter(
  contents: Contents,
  request: SampleRequest,
  limits: HostLimits,
): Response {
  const url = new URL(request.url)
  const domain = url.searchParams.get('domain')?.toLowerCase() ?? ''
  if (url.pathname !== '/v1/issuances') return logError(404, 'not_found', 'No such endpoint')
  if (request.method !== 'GET')
    return logError(405, 'method_not_allowed', 'The method is not allowed')
  const key = /^Bearer (?<key>\S+)$/.exec(request.headers.get('authorization') ?? 'Bearer none')
    ?.groups?.key
  if (key === undefined || key.includes('invalid'))
    return logError(401, 'unauthorized', 'The API key is not valid')
  if (key.includes('forbidden'))
    return logError(403, 'not_allowed', 'The API key has no access to this endpoint')
  const unknown = [...url.searchParams.keys()].find((name) => !ISSUANCE_PARAMETERS.includes(name))
  if (unknown !== undefined)
    return logError(400, 'invalid_parameter', `There is no parameter ${unknown}`)
  if (!domain.includes('.'))
    return logError(400, 'invalid_parameter', 'The domain parameter is missing')
  const expand = url.searchParams.getAll('expand')
  const unknownField = expand.find((field) => !EXPANDABLE.includes(field))
  if (unknownField !== undefined)
    return logError(400, 'invalid_parameter', `${unknownField} cannot be expanded`)
  if (limits.exceeded(url.hostname)) {
    const message = 'You have exceeded the search rate limit.'
    return logError(429, 'rate_limited', message, { 'retry-after': '1' })
  }
  const after = Number(url.searchParams.get('after') ?? 0)
  const below =
    url.searchParams.get('include_subdomains') === 'true' ? rowsByName(contents, `%.${domain}`) : []
  const rows = [...new Set([...rowsByName(contents, domain), ...below])]
    .filter((row) => row.id > after)
    .sort((one, other) => one.id - other.id)
  return Response.json(rows.slice(0, ISSUANCES_PER_PAGE).map((row) => issuance(row, expand)))
}

function logError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message }, { status, headers })
}

function issuance(row: CertificateRow, expand: string[]): Record<string, unknown> {
  const issuer =
    /O=("[^"]+"|[^,]+)/.exec(row.issuer_name)?.[1]?.replaceAll('"', '') ?? row.issuer_name
  return {
    id: String(row.id),
    tbs_sha256: row.serial_number.padStart(64, '0'),
    cert_sha256: fingerprintOf(row),
    ...(expand.includes('dns_names') ? { dns_names: row.name_value.split('\n') } : {}),
    pubkey_sha256: row.serial_number.padStart(64, 'f'),
    ...(expand.includes('issuer')
      ? { issuer: { friendly_name: issuer, name: row.issuer_name } }
      : {}),
    not_before: `${row.not_before}Z`,
    not_after: `${row.not_after}Z`,
    revoked: false,
  }
}
