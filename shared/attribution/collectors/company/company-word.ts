import { parseUrl, registrableHost, registrableOf } from '../../../platform/net/url.ts'
import type { CollectorTools, Target } from '../../collector.ts'
import { infrastructureRole } from '../../data/infrastructure-operators.ts'
import { NAME_SERVER_PROVIDERS } from '../../data/provider-hosts.ts'
import type { ClaimedCompanyEvidence, EvidenceSet } from '../../evidence.ts'
import type { KnownCompany } from '../../known-company.ts'
import { compactName } from '../../names/entity-names.ts'
import type { PageAnchor } from '../page/page-document.ts'
import { readDocument } from '../page/read-document.ts'
import { parseAdsTxt } from '../site-files/ads-txt.ts'
import { parseTrustTxt } from '../site-files/trust-txt.ts'

type Confirmation = ClaimedCompanyEvidence['companies'][number]['confirmations'][number]

const PAGE_TIMEOUT_MS = 5_000
const PAGE_BYTES_MAX = 512 * 1024
const FILE_BYTES_MAX = 64 * 1024
// A certificate with more domains belongs to a hosting provider with many customers, so it does not
// connect two domains.
const CERTIFICATE_DOMAINS_MAX = 10
// Visitors can write links into articles and comments, and articles link to sites of others. So
// only links in these parts of a page count.
const OWN_REGIONS: ReadonlySet<PageAnchor['region']> = new Set(['header', 'nav', 'footer'])

/**
 * Asks the company's domain if it confirms the target: by its home page, trust.txt (JournalList) or
 * ads.txt (IAB). Null if the home page does not answer.
 */
export async function askCompany(
  target: Target,
  domain: string,
  tools: Pick<CollectorTools, 'fetchPage'>,
): Promise<Confirmation[] | null> {
  const get = (path: string, bytesMax: number) =>
    tools
      .fetchPage(`https://${domain}${path}`, { bytesMax, timeoutMs: PAGE_TIMEOUT_MS })
      .catch(() => null)
  const [home, trust, ads] = await Promise.all([
    get('/', PAGE_BYTES_MAX),
    get('/trust.txt', FILE_BYTES_MAX),
    get('/ads.txt', FILE_BYTES_MAX),
  ])
  if (home === null || home.status >= 400) return null
  const found: Confirmation[] = []
  const landing = registrableHost(home.url)
  if (isTarget(target, new URL(home.url).hostname))
    found.push({ kind: 'redirect', observed: `${domain} redirects here` })
  else if (landing === domain) {
    const link = readDocument(home.text).anchors.find(
      ({ href, region, rel }) =>
        OWN_REGIONS.has(region) &&
        !/ugc|nofollow|sponsored/u.test(rel) &&
        isTarget(target, hostOf(href, home.url)),
    )
    if (link !== undefined)
      found.push({ kind: 'link', observed: `${domain} links here: ${link.text}`.slice(0, 200) })
  }
  const controlled = trust?.status === 200 ? (parseTrustTxt(trust.text)?.control ?? []) : []
  if (controlled.some((host) => isTarget(target, host)))
    found.push({ kind: 'trust_txt', observed: `trust.txt of ${domain}: control=${target.domain}` })
  const managers = ads?.status === 200 ? (parseAdsTxt(ads.text)?.manager_domains ?? []) : []
  if (managers.some((host) => isTarget(target, host)))
    found.push({
      kind: 'ads_txt',
      observed: `ads.txt of ${domain}: MANAGERDOMAIN=${target.domain}`,
    })
  return found
}

const hostOf = (href: string, base: string): string => parseUrl(href, base)?.hostname ?? ''

const isTarget = ({ domain }: Target, host: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)

/**
 * Confirmations in the newest stored analysis of the company's domain. Its links do not count,
 * because the stored evidence does not show which of them visitors wrote.
 */
export function storedWord(target: Target, company: KnownCompany): Confirmation[] {
  const names = (hosts: readonly string[]): boolean => hosts.some((host) => isTarget(target, host))
  const found: Confirmation[] = []
  const { domain } = company
  if (company.redirect_domain !== null && names([company.redirect_domain]))
    found.push({ kind: 'redirect', observed: `${domain} redirects here` })
  if (names(company.trust_txt_control))
    found.push({ kind: 'trust_txt', observed: `trust.txt of ${domain}: control=${target.domain}` })
  if (names(company.ads_txt))
    found.push({ kind: 'ads_txt', observed: `ads.txt of ${domain} names ${target.domain}` })
  return found
}

/**
 * Each of these confirms that the domain belongs to the company:
 * - All name servers in the registry's record are the company's, and the domain has an address.
 * - A certificate that is newer than the domain's registration names both domains.
 */
export function observedWord(
  target: Target,
  domain: string,
  evidence: EvidenceSet,
): Confirmation[] {
  const found: Confirmation[] = []
  const record = evidence.whois?.data?.record
  const servers = record?.source === 'rdap' ? record.name_servers : []
  const answers = (evidence.dns?.data?.a.length ?? 0) + (evidence.dns?.data?.aaaa.length ?? 0) > 0
  const isOwn = servers.length > 0 && servers.every((server) => registrableOf(server) === domain)
  // The domain's holder can list one server of the company beside others, so all servers in the
  // registry's record must be the company's.
  if (isOwn && answers && !NAME_SERVER_PROVIDERS.has(domain))
    found.push({ kind: 'name_servers', observed: `All name servers are in ${domain}` })
  const created = Date.parse(record?.created_at ?? '')
  const joint = (evidence.certificates?.data?.certificates ?? []).find(
    ({ names, not_before, subject_organization }) => {
      const domains = new Set(names.map((name) => registrableOf(name.replace(/^\*\./u, ''))))
      const isProvider =
        subject_organization !== null &&
        infrastructureRole(compactName(subject_organization)) !== null
      return (
        Date.parse(not_before) >= created &&
        domains.size <= CERTIFICATE_DOMAINS_MAX &&
        domains.has(domain) &&
        domains.has(target.registrableDomain) &&
        !isProvider
      )
    },
  )
  if (joint !== undefined)
    found.push({ kind: 'certificate', observed: `Certificate ${joint.id} holds both domains` })
  return found
}
