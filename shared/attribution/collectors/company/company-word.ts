import type { FetchedText } from '../../../platform/net/fetch.ts'
import { detached } from '../../../platform/net/response-body.ts'
import { parseUrl, registrableHost, registrableOf } from '../../../platform/net/url.ts'
import type { CollectorTools, Target } from '../../collector.ts'
import { ADVERTISING_SYSTEMS } from '../../data/provider-hosts.ts'
import type { ClaimedCompanyEvidence, EvidenceSet } from '../../evidence.ts'
import type { KnownCompany } from '../../known-company.ts'
import { isSameCompany } from '../../names/entity-names.ts'
import { isBotWall } from '../page/placeholder.ts'
import { readDocument } from '../page/read-document.ts'
import { fetchRobots } from '../probe/fetch-robots.ts'
import type { ProbeClock } from '../probe/probe-clock.ts'
import { parseTrustTxt } from '../site-files/trust-txt.ts'
import { readDelegatedHosts, readSellerNames } from './company-files.ts'
import type { Confirmation } from './observed-word.ts'
import { isTarget, type OwnPage, ownPages, statementAbout } from './own-pages.ts'

type Company = Pick<ClaimedCompanyEvidence['companies'][number], 'name' | 'domain'>

const PAGE_BYTES_MAX = 512 * 1024
const FILE_BYTES_MAX = 64 * 1024
const SELLERS_BYTES_MAX = 1024 * 1024
/** Requests to one company, without robots.txt. */
const REQUESTS_MAX = 4

export interface CompanyWord {
  found: Confirmation[]
  /** Kinds whose sources were read. A stored word of such a kind is no longer true. */
  read: readonly Confirmation['kind'][]
}

interface Home {
  found: Confirmation[]
  pages: OwnPage[]
}

/**
 * Asks the company's domain if it confirms the target: by its home page, a page with its brands or
 * sites, trust.txt (JournalList), ads.txt or sellers.json (IAB). Null if the home page does not
 * answer, or shows only a check for bots.
 */
export async function askCompany(
  target: Target,
  company: Company,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<CompanyWord | null> {
  const origin = `https://${company.domain}`
  const robots = fetchRobots(origin, tools, clock)
  const home = await readHome(target, company, tools, clock)
  if (home === null) return null
  if (home.found.length > 0) return { found: home.found, read: ['redirect'] }
  const { rules } = await robots
  const questions = questionsTo(target, company, home.pages, tools.earlier)
    .filter(({ url }) => rules.allows(pathOf(url)))
    .slice(0, REQUESTS_MAX - 1)
  const answers = await Promise.all(
    questions.map(({ url, bytesMax, read }) =>
      tools
        .readPage(url, { bytesMax, timeoutMs: clock.pageMs() }, async (page) =>
          answerIn(page, company, read),
        )
        .catch(() => null),
    ),
  )
  // A company that answers no question has not denied anything.
  if (questions.length > 0 && answers.every((answer) => answer === null)) return null
  const unread = questions.flatMap(({ kind }, index) => (answers[index] === null ? [kind] : []))
  const read = questions.map(({ kind }) => kind).filter((kind) => !unread.includes(kind))
  return { found: answers.flatMap((answer) => answer ?? []), read: ['redirect', ...read] }
}

/** Null if the page is not the company's answer, for example a failure of its server. */
function answerIn(
  page: FetchedText,
  { domain }: Company,
  read: Question['read'],
): Confirmation[] | null {
  if (page.status === 404 || page.status === 410) return []
  return page.status === 200 && registrableHost(page.url) === domain ? detached(read(page)) : null
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

async function readHome(
  target: Target,
  { domain }: Company,
  { readPage }: CollectorTools,
  clock: ProbeClock,
): Promise<Home | null> {
  const limits = { bytesMax: PAGE_BYTES_MAX, timeoutMs: clock.pageMs() }
  return readPage(`https://${domain}/`, limits, async (page): Promise<Home | null> => {
    if (isOwnRedirect(target, domain, page)) return { found: [redirectFrom(domain)], pages: [] }
    if (page.status !== 200 || registrableHost(page.url) !== domain) return null
    const document = readDocument(page.text)
    if (isBotWall(page.status, document)) return null
    const link = statementAbout(target, document, { kind: 'home', url: page.url })
    const found = link === null ? [] : [linkFrom(domain, link)]
    return detached({ found, pages: ownPages(document, page.url) })
  }).catch(() => null)
}

const redirectFrom = (domain: string): Confirmation => ({
  kind: 'redirect',
  observed: `${domain} redirects here`,
})
const trustFrom = (target: Target, domain: string): Confirmation => ({
  kind: 'trust_txt',
  observed: `trust.txt of ${domain}: control=${target.domain}`,
})
const adsFrom = (target: Target, domain: string): Confirmation => ({
  kind: 'ads_txt',
  observed: `ads.txt of ${domain} names ${target.domain}`,
})
const linkFrom = (domain: string, text: string): Confirmation => ({
  kind: 'link',
  observed: `${domain} links here: ${text}`.slice(0, 200),
})

/** Home page, also of one language. */
const ROOT = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/iu

/**
 * True if the company's home page redirects to the home page of the target. Each redirect must be
 * the company's own, and none may take its destination from its URL (open redirect).
 */
function isOwnRedirect(target: Target, domain: string, page: FetchedText): boolean {
  const landing = new URL(page.url)
  return (
    isTarget(target, landing.hostname) &&
    ROOT.test(landing.pathname) &&
    page.redirects.length > 0 &&
    page.redirects.every(({ from }) => {
      const url = parseUrl(from)
      const isCompany = url !== null && registrableOf(from) === domain
      return isTarget(target, url?.hostname ?? '') || (isCompany && url.search === '')
    })
  )
}

interface Question {
  kind: Confirmation['kind']
  url: string
  bytesMax: number
  read(page: FetchedText): Confirmation[]
}

/** The first questions are those that the target's own files suggest. */
function questionsTo(
  target: Target,
  company: Company,
  pages: readonly OwnPage[],
  { http_probe: site }: EvidenceSet,
): Question[] {
  const { domain } = company
  const isOwned = ownerOf(site) === domain
  const isControlled = (site?.data?.trust_txt?.controlled_by ?? []).some(
    (host) => registrableOf(host) === domain,
  )
  const trust = trustQuestion(target, domain)
  return [
    ...(isOwned ? [adsQuestion(target, domain), ...sellersQuestion(target, company)] : []),
    ...(isControlled ? [trust] : []),
    ...pages.map((page) => pageQuestion(target, domain, page)),
    ...(isControlled ? [] : [trust]),
  ]
}

const ownerOf = (site: EvidenceSet['http_probe']): string | null => {
  const owner = site?.data?.ads_txt?.owner_domain ?? null
  return owner === null ? null : registrableOf(owner)
}

const pageQuestion = (target: Target, domain: string, page: OwnPage): Question => ({
  kind: 'link',
  url: page.url,
  bytesMax: PAGE_BYTES_MAX,
  read({ text, url }) {
    const statement = statementAbout(target, readDocument(text), { kind: page.kind, url })
    return statement === null ? [] : [linkFrom(domain, statement)]
  },
})

const trustQuestion = (target: Target, domain: string): Question => ({
  kind: 'trust_txt',
  url: `https://${domain}/trust.txt`,
  bytesMax: FILE_BYTES_MAX,
  read: ({ text }) =>
    (parseTrustTxt(text)?.control ?? []).some((host) => isTarget(target, host))
      ? [trustFrom(target, domain)]
      : [],
})

const adsQuestion = (target: Target, domain: string): Question => ({
  kind: 'ads_txt',
  url: `https://${domain}/ads.txt`,
  bytesMax: FILE_BYTES_MAX,
  read: ({ text }) =>
    readDelegatedHosts(text).some((host) => isTarget(target, host))
      ? [adsFrom(target, domain)]
      : [],
})

// Anybody can become a seller of an advertising system, so the entry must give the company's name.
const sellersQuestion = (target: Target, { name, domain }: Company): Question[] =>
  ADVERTISING_SYSTEMS.has(domain)
    ? []
    : [
        {
          kind: 'ads_txt',
          url: `https://${domain}/sellers.json`,
          bytesMax: SELLERS_BYTES_MAX,
          read: ({ text }) =>
            readSellerNames(text, target.domain).some((each) => isSameCompany(each, name))
              ? [
                  {
                    kind: 'ads_txt',
                    observed: `sellers.json of ${domain} gives ${target.domain} to ${name}`,
                  },
                ]
              : [],
        },
      ]

/**
 * Confirmations in the newest stored analysis of the company's domain. Its links do not count,
 * because the stored evidence does not show which of them visitors wrote. Its ads.txt counts only
 * if the target's names the company as its owner: a manager of advertising space is no owner.
 */
export function storedWord(
  target: Target,
  company: KnownCompany,
  { http_probe: site, whois }: EvidenceSet,
): Confirmation[] {
  const created = Date.parse(whois?.data?.record.created_at ?? '')
  // Words that were read before the registration are about a former holder of the target.
  if (Date.parse(company.read_at ?? '') < created) return []
  const names = (hosts: readonly string[]): boolean => hosts.some((host) => isTarget(target, host))
  const found: Confirmation[] = []
  const { domain } = company
  if (company.redirect_domain !== null && names([company.redirect_domain]))
    found.push(redirectFrom(domain))
  if (names(company.trust_txt_control)) found.push(trustFrom(target, domain))
  if (names(company.ads_txt) && ownerOf(site) === domain) found.push(adsFrom(target, domain))
  return found
}
