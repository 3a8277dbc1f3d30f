import type { FetchedText } from '../../../platform/net/fetch.ts'
import { FetchFailure } from '../../../platform/net/fetch-failure.ts'
import { detached } from '../../../platform/net/response-body.ts'
import { registrableHost } from '../../../platform/net/url.ts'
import type { CollectorTools } from '../../collector.ts'
import type { HttpProbeEvidence, PageEvidence } from '../../page-evidence.ts'
import { parseFeed } from '../page/parse-feed.ts'
import { parseAdsTxt } from '../site-files/ads-txt.ts'
import { parseAppLinks } from '../site-files/app-links.ts'
import { faviconHash } from '../site-files/favicon-hash.ts'
import { parseRelatedWebsiteSet } from '../site-files/related-website-set.ts'
import { parseSecurityTxt } from '../site-files/security-txt.ts'
import { sellersFor } from '../site-files/sellers-json.ts'
import { parseTrustTxt } from '../site-files/trust-txt.ts'
import type { ProbeClock } from './probe-clock.ts'
import type { RobotsRules } from './robots-rules.ts'

export type Absence = HttpProbeEvidence['absences'][number]

/** The ads.txt of a large publisher may have several hundred kilobytes. */
const FILE_BYTES_MAX = 512 * 1024
const SELLERS_BYTES_MAX = 2 * 1024 * 1024
const FAVICON_BYTES_MAX = 256 * 1024
const SELLER_SYSTEMS_MAX = 6
// Google's sellers.json is much larger than the size limit, and the entry of a seller can be after
// the part that we read. So the file of these systems is not fetched.
const UNREADABLE_SYSTEMS = new Set(['google.com', 'doubleclick.net', 'googlesyndication.com'])

export type SiteFiles = Pick<
  HttpProbeEvidence,
  | 'ads_txt'
  | 'sellers'
  | 'security_txt'
  | 'trust_txt'
  | 'related_website_set'
  | 'app_links'
  | 'favicon_hash'
>

export const NO_FILES: SiteFiles = {
  ads_txt: null,
  sellers: [],
  security_txt: null,
  trust_txt: null,
  related_website_set: null,
  app_links: null,
  favicon_hash: null,
}

/** Few sites have these files, so a quick analysis does not ask for them. */
const DEEP_ONLY = [
  '/trust.txt',
  '/.well-known/related-website-set.json',
  '/.well-known/assetlinks.json',
  '/.well-known/apple-app-site-association',
]

export interface SiteFilesRequest {
  origin: string
  allows(path: string): boolean
  faviconUrl: string
}

/** Adds the path of each file that was not read to `absences`, with the reason. */
export async function fetchSiteFiles(
  request: SiteFilesRequest,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<SiteFiles> {
  const read = <T>(path: string, parse: (text: string) => T | null): Promise<T | null> =>
    fetchFile(
      `${request.origin}${path}`,
      ({ text }) => parse(text),
      request,
      tools,
      clock,
      absences,
    )
  const deep = tools.depth === 'deep'
  if (!deep) for (const path of DEEP_ONLY) absences.push({ path, why: 'not_checked' })
  const readInDeepRuns = <T>(path: string, parse: (text: string) => T | null): Promise<T | null> =>
    deep ? read(path, parse) : Promise.resolve(null)
  const [ads, security, trust, set, assetLinks, appleLinks, favicon] = await Promise.all([
    read('/ads.txt', parseAdsTxt),
    read('/.well-known/security.txt', parseSecurityTxt),
    readInDeepRuns('/trust.txt', parseTrustTxt),
    readInDeepRuns('/.well-known/related-website-set.json', parseRelatedWebsiteSet),
    readInDeepRuns('/.well-known/assetlinks.json', jsonText),
    readInDeepRuns('/.well-known/apple-app-site-association', jsonText),
    deep ? fetchFaviconHash(request.faviconUrl, tools, clock) : Promise.resolve(null),
  ])
  const advertising = ads ?? (deep ? await read('/app-ads.txt', parseAdsTxt) : null)
  return {
    ads_txt: advertising,
    sellers:
      deep && advertising !== null ? await fetchSellers(advertising.direct, tools, clock) : [],
    security_txt: security,
    trust_txt: trust,
    related_website_set: set,
    app_links: parseAppLinks(assetLinks, appleLinks),
    favicon_hash: favicon,
  }
}

const jsonText = (text: string): string | null => (/^\s{0,20}[[{]/u.test(text) ? text : null)

/** `parse` returns null for an unknown format. A missing file is added to `absences`. */
export async function fetchFile<T>(
  url: string,
  parse: (file: FetchedText) => T | null,
  { allows }: Pick<SiteFilesRequest, 'allows'>,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<T | null> {
  const { pathname, search } = new URL(url)
  const path = pathname.slice(0, 300)
  const missing = (why: Absence['why']): null => {
    absences.push({ path, why })
    return null
  }
  if (!allows(`${pathname}${search}`)) return missing('disallowed')
  if (!clock.hasTime()) return missing('not_checked')
  try {
    const file = await tools.fetchPage(url, {
      bytesMax: FILE_BYTES_MAX,
      timeoutMs: clock.pageMs(),
      accept: '*/*',
    })
    if (file.status !== 200) return missing(absenceOf(file.status))
    const parsed = parse(file)
    return parsed === null ? missing('absent') : detached(parsed)
  } catch (error) {
    return missing(
      error instanceof FetchFailure && error.reason === 'not_text' ? 'absent' : 'failed',
    )
  }
}

export function absenceOf(status: number): Absence['why'] {
  if (status === 401 || status === 403 || status === 429 || status === 451) return 'blocked'
  return status >= 500 ? 'failed' : 'absent'
}

async function fetchSellers(
  direct: readonly { system: string; seller_id: string }[],
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<HttpProbeEvidence['sellers']> {
  const systems = [...new Set(direct.map(({ system }) => system))].filter(
    (system) => !UNREADABLE_SYSTEMS.has(system),
  )
  const found = await Promise.all(
    systems.slice(0, SELLER_SYSTEMS_MAX).map(async (system) => {
      if (!clock.hasTime()) return []
      const ids = direct.filter((line) => line.system === system).map((line) => line.seller_id)
      const limits = {
        bytesMax: SELLERS_BYTES_MAX,
        timeoutMs: clock.pageMs(),
        accept: 'application/json',
      }
      const file = await tools.fetchPage(`https://${system}/sellers.json`, limits).catch(() => null)
      return file?.status === 200 ? detached(sellersFor(file.text, system, ids)) : []
    }),
  )
  return found.flat()
}

async function fetchFaviconHash(
  url: string,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<string | null> {
  if (!clock.hasTime()) return null
  const icon = await tools
    .fetchBytes(url, { bytesMax: FAVICON_BYTES_MAX, timeoutMs: clock.pageMs() })
    .catch(() => null)
  if (icon === null || icon.status !== 200 || icon.bytes.byteLength === 0) return null
  // Some servers answer with an HTML error page instead of an icon. Unrelated sites with the same
  // error page would have the same favicon hash.
  return /^\s{0,20}<(?:!doctype|html)/iu.test(
    new TextDecoder('latin1').decode(icon.bytes.subarray(0, 64)),
  )
    ? null
    : faviconHash(icon.bytes)
}

/** A quick analysis fetches no feed and records this in `absences`. */
export async function fetchFeed(
  { evidence: home, feedUrl: url }: { evidence: PageEvidence; feedUrl: string | null },
  robots: Promise<RobotsRules>,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<PageEvidence[]> {
  if (url === null) return []
  if (tools.depth === 'quick') {
    absences.push({ path: new URL(url).pathname.slice(0, 300), why: 'not_checked' })
    return []
  }
  const rules = await robots
  // A feed that redirects to another registrable domain describes the owner of that domain, so it
  // is ignored.
  const parse = (file: FetchedText) =>
    registrableHost(file.url) === registrableHost(home.url)
      ? parseFeed({ url: file.url, status: file.status, xml: file.text })
      : null
  const feed = await fetchFile(
    url,
    parse,
    { allows: (path) => rules.allows(path) },
    tools,
    clock,
    absences,
  )
  return feed === null ? [] : [feed]
}
