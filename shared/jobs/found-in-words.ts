import type { CollectedEvidence, CollectorName, EvidenceOf } from '../attribution/evidence.ts'
import { observedText } from '../attribution/signals/observed-text.ts'
import { DAY_MS } from '../platform/clock.ts'
import { registrableOf } from '../platform/net/url.ts'

export const FOUND_CHARACTERS_MAX = 160
const NAMES_MAX = 3
/** Up to this age in days, the age of a registration is shown instead of its date. */
const AGE_IN_DAYS_MAX = 60

type Words = { readonly [Name in CollectorName]: (data: EvidenceOf<Name>, at: number) => string[] }

const listed = (names: readonly (string | null)[]): string =>
  [...new Set(names.filter((name) => name !== null && name !== ''))].slice(0, NAMES_MAX).join(', ')

const said = (label: string, names: readonly (string | null)[]): string[] => {
  const text = listed(names)
  return text === '' ? [] : [`${label}: ${text}`]
}

const hostDomain = (host: string): string => registrableOf(`https://${host}/`) ?? host

function registeredText(createdAt: string | null, at: number): string[] {
  const created = Date.parse(createdAt ?? '')
  if (Number.isNaN(created)) return []
  const days = Math.floor((at - created) / DAY_MS)
  if (days < 0 || days > AGE_IN_DAYS_MAX)
    return [`Registered: ${new Date(created).toISOString().slice(0, 10)}`]
  return [`Registered ${days === 1 ? '1 day' : `${days} days`} ago`]
}

const WORDS: Words = {
  dns: ({ rcode, mx, ns, a, aaaa }) =>
    rcode === 'NXDOMAIN'
      ? ['The name does not exist']
      : [
          ...said(
            'Mail',
            mx.map(({ host }) => hostDomain(host)),
          ),
          ...said('Name servers', ns.map(hostDomain)),
          ...said('Address', [...a, ...aaaa]),
        ],
  whois: ({ record }, at) =>
    record.outcome === 'not_found'
      ? ['Not registered']
      : [
          ...said('Registrant', [record.registrant.organization ?? record.registrant.name]),
          ...said('Registrar', [record.registrar.name]),
          ...registeredText(record.created_at, at),
        ],
  http_probe: ({ pages, placeholder }) => [
    ...(placeholder === null ? [] : [`Page: ${placeholder.kind.replaceAll('_', ' ')}`]),
    ...said('Title', [pages[0]?.title ?? null]),
    ...said(
      'Names itself',
      pages.flatMap(({ site_name: name }) => name),
    ),
  ],
  asn: ({ addresses }) =>
    said(
      'Network',
      addresses.map(({ as_name: name, country }) =>
        name === null || country === null ? name : `${name} (${country})`,
      ),
    ),
  rdns: ({ addresses }) =>
    said(
      'Host',
      addresses.flatMap(({ names }) => names),
    ),
  live_certificate: ({ site: { certificate } }) =>
    certificate === null
      ? []
      : [
          ...said('TLS certificate for', [certificate.organization]),
          ...said('Issued by', [certificate.issuer]),
        ],
  certificates: ({ certificates }) => [
    ...said(
      'TLS certificates for',
      certificates.map(({ subject_organization: name }) => name),
    ),
    ...(certificates.length === 0 ? [] : [`${certificates.length} TLS certificates in the logs`]),
  ],
  domain_index: ({ entries }) =>
    said(
      'Listed for',
      entries.map(({ name }) => name),
    ),
  rendered_page: ({ page }) => said('Title', [page.title]),
  archive: ({ page, captured_at: at }) => [
    `Copy of ${at.slice(0, 10)}`,
    ...said('Title', [page.title]),
  ],
  company_register: ({ answers }) =>
    said(
      'Registered company',
      answers.map(({ name }) => name),
    ),
  legal_entity: ({ matches }) =>
    said(
      'Legal entity',
      matches.map(({ legal_name: name }) => name),
    ),
  claimed_company: ({ companies }) =>
    said(
      'The site names',
      companies.map(({ name }) => name),
    ),
  vision: ({ claims }) => claimed(claims),
  llm: ({ claims }) => claimed(claims),
  reverse_whois: ({ domains_count: domains }) => [
    domains === 1 ? '1 domain of the registrant' : `${domains} domains of the registrant`,
  ],
  enrichment: ({ company, legal_name: name }) => said('Company', [name ?? company]),
}

const claimed = (claims: EvidenceOf<'llm'>['claims']): string[] =>
  said(
    'Operator in the text',
    claims.filter(({ role }) => role === 'operator').map(({ entity }) => entity),
  )

/** Short text about a find, for a person who waits. Null if there is nothing to say. */
export function foundInWords<Name extends CollectorName>({
  collector,
  data,
  collected_at: at,
}: Pick<CollectedEvidence<Name>, 'collector' | 'data' | 'collected_at'>): string | null {
  if (data === null) return null
  const words: (data: EvidenceOf<Name>, at: number) => string[] = WORDS[collector]
  const text = observedText(words(data, Date.parse(at)).join(' · '))
  if (text === '') return null
  return text.length <= FOUND_CHARACTERS_MAX
    ? text
    : `${text.slice(0, FOUND_CHARACTERS_MAX - 1).toWellFormed()}…`
}
