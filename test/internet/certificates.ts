import type { Contents } from './contents.ts'
import type { CertificateRow } from './domain-file.ts'

const ISSUANCES_PER_PAGE = 100

/**
 * Simulates crt.sh (search for certificates). `?q=` searches by name and `?O=` by organization; `output=json` returns JSON. `?id=` or `?d=`
 * shows one certificate as HTML. `exclude=expired` leaves out certificates that have expired at `now`.
 */
export function answerCrtSh(contents: Contents, request: Request, now: Date): Response {
  const query = new URL(request.url).searchParams
  const id = query.get('id') ?? query.get('d')
  if (id !== null) return certificatePage(contents, Number(id))
  const organization = query.get('O') ?? query.get('o')
  const rows =
    organization === null
      ? rowsByName(contents, query.get('q') ?? query.get('dnsname') ?? '')
      : rowsByOrganization(contents, organization)
  const kept = query.get('exclude') === 'expired' ? rows.filter((row) => new Date(`${row.not_after}Z`) > now) : rows
  if (query.get('output') === 'json') return Response.json(kept)
  const cells = kept.map((row) => `<TR><TD><A href="?id=${row.id}">${row.id}</A></TD><TD>${row.common_name}</TD></TR>`)
  return page(`<TABLE>${cells.join('\n')}</TABLE>`)
}

/** crt.sh uses patterns of SQL LIKE: `%` matches any text, so `%.example.com` matches every subdomain of example.com. */
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
  for (let candidate = name; candidate.includes('.'); candidate = candidate.slice(candidate.indexOf('.') + 1)) {
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
  return page(`<TABLE><TR><TH>crt.sh ID</TH><TD>${row.id}</TD></TR><TR><TD class="text">${text}</TD></TR></TABLE>`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function page(body: string, status = 200): Response {
  return new Response(`<!DOCTYPE HTML><HTML><HEAD><TITLE>crt.sh</TITLE></HEAD><BODY>${body}</BODY></HTML>`, {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8' },
  })
}

/**
 * Simulates the endpoint `GET /v1/issuances` of SSLMate Cert Spotter. Returns certificates, oldest first. `after=<id>` returns the next
 * page.
 */
export function answerCertSpotter(contents: Contents, request: Request): Response {
  const url = new URL(request.url)
  const domain = url.searchParams.get('domain')?.toLowerCase() ?? ''
  if (url.pathname !== '/v1/issuances')
    return Response.json({ code: 'not_found', message: 'No such endpoint' }, { status: 404 })
  if (!domain.includes('.')) {
    return Response.json({ code: 'invalid_parameter', message: 'The domain parameter is missing' }, { status: 400 })
  }
  const expand = url.searchParams.getAll('expand')
  const after = Number(url.searchParams.get('after') ?? 0)
  const below = url.searchParams.get('include_subdomains') === 'true' ? rowsByName(contents, `%.${domain}`) : []
  const rows = [...new Set([...rowsByName(contents, domain), ...below])]
    .filter((row) => row.id > after)
    .sort((one, other) => one.id - other.id)
  return Response.json(rows.slice(0, ISSUANCES_PER_PAGE).map((row) => issuance(row, expand)))
}

function issuance(row: CertificateRow, expand: string[]): Record<string, unknown> {
  const issuer = /O=("[^"]+"|[^,]+)/.exec(row.issuer_name)?.[1]?.replaceAll('"', '') ?? row.issuer_name
  return {
    id: String(row.id),
    tbs_sha256: row.serial_number.padStart(64, '0'),
    cert_sha256: row.serial_number.padEnd(64, '0'),
    ...(expand.includes('dns_names') ? { dns_names: row.name_value.split('\n') } : {}),
    pubkey_sha256: row.serial_number.padStart(64, 'f'),
    ...(expand.includes('issuer') ? { issuer: { friendly_name: issuer, name: row.issuer_name } } : {}),
    not_before: `${row.not_before}Z`,
    not_after: `${row.not_after}Z`,
    revoked: false,
  }
}
