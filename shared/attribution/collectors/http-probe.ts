import type { FetchFailureReason } from '../../platform/net/fetch-failure.ts'
import { registrableHost } from '../../platform/net/url.ts'
import type { Collector, CollectorTools, Finding, Target } from '../collector.ts'
import { dnsFailure } from '../dns-failure.ts'
import type { HttpProbeEvidence, PageEvidence } from '../page-evidence.ts'
import { type Absence, fetchFeed, fetchSiteFiles, NO_FILES } from './probe/fetch-files.ts'
import { type Answered, fetchHomePage, type HomePageResult } from './probe/fetch-home-page.ts'
import { fetchLegalPages } from './probe/fetch-legal-pages.ts'
import { fetchRobots, type SiteRobots } from './probe/fetch-robots.ts'
import { createSheetReader, type SheetReader } from './probe/fetch-style-sheets.ts'
import { createProbeClock, type ProbeClock, within } from './probe/probe-clock.ts'
import type { HomePage } from './probe/read-home-page.ts'
import type { RobotsRules } from './probe/robots-rules.ts'
import { lookUpRegistration } from './registration/look-up-registration.ts'

type Registrations = HttpProbeEvidence['related_registrations']
type Relation = Registrations[number]['relation']

const RELATED_MAX = 3

/** Fetches the home page and robots.txt first, then all other files in parallel. */
export const httpProbe: Collector<'http_probe'> = {
  name: 'http_probe',
  budgetMs: 20_000,
  runs: 'quick and deep',
  stage: 'gathering',
  isActive: true,
  async collect(target, tools) {
    const clock = createProbeClock(tools)
    const robots = fetchRobots(`https://${target.domain}`, tools, clock)
    const reach = await fetchHomePage(target, tools, clock)
    if (reach.is === 'failed') {
      const redirectUrl = reach.failure.redirects.at(-1)?.to ?? null
      const redirectDomain = redirectUrl === null ? null : otherDomain(redirectUrl, target)
      const related = await relatedTo(
        redirectDomain === null ? [] : [{ domain: redirectDomain, relation: 'redirect' }],
        tools,
        clock,
      )
      return unreached(reach, related)
    }
    const evidence = await readSite({ target, reach, robots }, tools, clock)
    const source = new URL(reach.page.url).host
    if (evidence.outcome === 'reached') return { status: 'ok', evidence, source }
    return { status: 'empty', detail: OUTCOME_SENTENCES[evidence.outcome], evidence, source }
  },
}

interface Site {
  target: Target
  reach: Answered
  robots: Promise<SiteRobots>
}

async function readSite(
  { target, reach, robots }: Site,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<HttpProbeEvidence> {
  const { page, home, limitsOfPage } = reach
  const { evidence, isBlocked, placeholder } = home
  const base: HttpProbeEvidence = {
    ...unreachedEvidence(reach.requestedUrl, isBlocked ? 'blocked' : outcomeOf(page, evidence)),
    final_url: page.url,
    redirects: page.redirects,
    status: page.status,
    server: page.headers.get('server')?.slice(0, 100) ?? null,
    pages: [evidence],
    placeholder,
    site_builder: home.siteBuilder,
  }
  // A page that blocks bots, a placeholder page or an error page says nothing about the rest of the
  // site, so no further page is read then.
  const isSite =
    !isBlocked &&
    page.status < 400 &&
    home.hasContent &&
    (placeholder === null || placeholder.kind === 'under_construction')
  const redirected = otherDomain(page.url, target)
  const related = relatedTo(
    redirected === null ? [] : [{ domain: redirected, relation: 'redirect' }],
    tools,
    clock,
  )
  if (!isSite) return { ...base, related_registrations: await related }
  const absences: Absence[] = []
  const rules = rulesFor(evidence.url, robots, tools, clock)
  const sheets = createSheetReader(rules, evidence.url, tools, clock)
  const [styledHome, pages, feed, files, canonical] = await Promise.all([
    sheets.styled(evidence, home.kept),
    readLegalPages({ home, limitsOfPage, sheets }, rules, tools, clock, absences),
    fetchFeed(home, rules, tools, clock, absences),
    readFiles(home, rules, tools, clock, absences),
    relatedTo(canonicalElsewhere(evidence, target), tools, clock),
  ])
  const owner = await relatedTo(ownerElsewhere(files.ads_txt, target, evidence), tools, clock)
  return {
    ...base,
    ...files,
    pages: [styledHome, ...pages, ...feed],
    absences,
    related_registrations: [...(await related), ...canonical, ...owner].slice(0, RELATED_MAX),
  }
}

async function readLegalPages(
  { home, limitsOfPage, sheets }: Pick<Answered, 'home' | 'limitsOfPage'> & { sheets: SheetReader },
  robots: Promise<RobotsRules>,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<PageEvidence[]> {
  const rules = await robots
  const request = {
    links: home.legalLinks,
    home: home.evidence,
    allows: (path: string) => rules.allows(path),
    limitsOfPage,
    sheets,
  }
  return fetchLegalPages(request, tools, clock, absences)
}

async function readFiles(
  { evidence, iconUrl }: HomePage,
  robots: Promise<RobotsRules>,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<typeof NO_FILES> {
  const rules = await robots
  return fetchSiteFiles(
    {
      origin: new URL(evidence.url).origin,
      allows: (path) => rules.allows(path),
      faviconUrl: iconUrl,
    },
    tools,
    clock,
    absences,
  )
}

// The rules of robots.txt also apply to another host of the same registrable domain to which the
// site redirects. Any other host is asked for its own robots.txt.
async function rulesFor(
  url: string,
  robots: Promise<SiteRobots>,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<RobotsRules> {
  const { origin } = new URL(url)
  const asked = await robots
  const sameSite = registrableHost(asked.origin) === registrableHost(origin)
  if (asked.origin === origin || (sameSite && asked.answered) || !clock.hasTime())
    return asked.rules
  return (await fetchRobots(origin, tools, clock)).rules
}

function outcomeOf(page: Answered['page'], home: PageEvidence): HttpProbeEvidence['outcome'] {
  const empty = home.title === null && home.mentions.length === 0 && home.organizations.length === 0
  return page.truncated && empty ? 'too_large' : 'reached'
}

const otherDomain = (url: string, { registrableDomain }: Target): string | null => {
  const domain = registrableHost(url)
  return domain === registrableDomain || !domain.includes('.') ? null : domain
}

type RelatedDomain = { domain: string; relation: Relation }

function canonicalElsewhere(home: PageEvidence, target: Target): RelatedDomain[] {
  const domain = home.canonical === null ? null : otherDomain(home.canonical, target)
  return domain === null || domain === registrableHost(home.url)
    ? []
    : [{ domain, relation: 'canonical' }]
}

function ownerElsewhere(
  ads: HttpProbeEvidence['ads_txt'],
  target: Target,
  home: PageEvidence,
): RelatedDomain[] {
  const domain = ads?.owner_domain ?? null
  if (
    domain === null ||
    domain === target.registrableDomain ||
    domain === registrableHost(home.url)
  )
    return []
  return [{ domain, relation: 'owner_domain' }]
}

async function relatedTo(
  domains: readonly RelatedDomain[],
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<Registrations> {
  const found = await Promise.all(
    domains.slice(0, RELATED_MAX).map(async ({ domain, relation }) => {
      if (!clock.hasTime()) return []
      const turnMsMax = clock.pageMs()
      const looked = await within(lookUpRegistration(domain, { ...tools, turnMsMax }), turnMsMax)
      return looked === null ? [] : [{ domain, relation, record: looked.evidence.record }]
    }),
  )
  return found.flat()
}

const OUTCOMES: Readonly<Record<FetchFailureReason, HttpProbeEvidence['outcome']>> = {
  forbidden: 'no_address',
  no_address: 'no_address',
  unresolved: 'timeout',
  dns_unavailable: 'timeout',
  dns_timeout: 'timeout',
  refused: 'refused',
  timeout: 'timeout',
  circuit_open: 'timeout',
  tls_error: 'tls_error',
  redirect_loop: 'redirect_loop',
  not_text: 'not_text',
}

const OUTCOME_SENTENCES: Readonly<Record<HttpProbeEvidence['outcome'], string>> = {
  reached: 'A page answered.',
  blocked: 'The site blocks automated visitors.',
  refused: 'The web server refuses connections.',
  timeout: 'The web server did not answer in time.',
  tls_error: 'The web server has no valid certificate.',
  redirect_loop: 'The site redirects in a circle or too often.',
  too_large: 'The page is too large to be read, and its beginning contains no names.',
  not_text: 'The home page is not text.',
  no_address: 'The domain has no public address.',
}

// A refused connection or a missing address is a fact about the domain, so the status is "empty". A
// timeout is not, so the status is "failed". A failure that may be ours gives no evidence.
function unreached(
  { requestedUrl, failure }: Extract<HomePageResult, { is: 'failed' }>,
  related: Registrations,
): Finding<HttpProbeEvidence> {
  const source = new URL(requestedUrl).host
  if (failure.reason === 'dns_unavailable' || failure.reason === 'dns_timeout')
    return { ...dnsFailure(failure), source }
  // If the site redirects, "no address" is about the target of the redirect. The domain itself has
  // an address, because its server sent the redirect.
  const isRedirected = failure.redirects.length > 0
  const isRefused = isRedirected && OUTCOMES[failure.reason] === 'no_address'
  const outcome = isRefused ? 'refused' : OUTCOMES[failure.reason]
  const evidence = {
    ...unreachedEvidence(requestedUrl, outcome),
    redirects: [...failure.redirects],
    related_registrations: related,
  }
  if (failure.reason === 'unresolved') {
    const owner = isRedirected ? 'the address to which the site redirects' : 'the domain'
    return { ...dnsFailure(failure, owner), evidence, source }
  }
  const detail = isRefused
    ? 'The site redirects to an address that cannot be reached.'
    : OUTCOME_SENTENCES[outcome]
  return { status: outcome === 'timeout' ? 'failed' : 'empty', detail, evidence, source }
}

function unreachedEvidence(
  requestedUrl: string,
  outcome: HttpProbeEvidence['outcome'],
): HttpProbeEvidence {
  return {
    outcome,
    requested_url: requestedUrl,
    final_url: null,
    redirects: [],
    status: null,
    server: null,
    pages: [],
    placeholder: null,
    site_builder: null,
    ...NO_FILES,
    absences: [],
    related_registrations: [],
  }
}
