import type { FetchedText } from '../../../platform/net/fetch.ts'
import { FetchFailure } from '../../../platform/net/fetch-failure.ts'
import type { CollectorTools } from '../../collector.ts'
import type { HttpProbeEvidence } from '../../evidence.ts'
import { parseAdsTxt } from '../site-files/ads-txt.ts'
import { parseAppLinks } from '../site-files/app-links.ts'
import { faviconHash } from '../site-files/favicon-hash.ts'
import { parseRelatedWebsiteSet } from '../site-files/related-website-set.ts'
import { parseSecurityTxt } from '../site-files/security-txt.ts'
import { sellersFor } from '../site-files/sellers-json.ts'
import { parseTrustTxt } from '../site-files/trust-txt.ts'
import type { ProbeClock } from './probe-clock.ts'

export type Absence = HttpProbeEvidence['absences'][number]

/** Files of a few kilobytes; ads.txt of large publishers reach some hundred. */
const FILE_BYTES_MAX = 512 * 1024
const SELLERS_BYTES_MAX = 2 * 1024 * 1024
const FAVICON_BYTES_MAX = 256 * 1024
/** Advertising systems whose sellers.json is read. */
const SELLER_SYSTEMS_MAX = 6
/** Google's list is far larger than what is read of a file, and its ids are spread all over it. */
const UNREADABLE_SYSTEMS = new Set(['google.com', 'doubleclick.net', 'googlesyndication.com'])

export type SiteFiles = Pick<
  HttpProbeEvidence,
  'ads_txt' | 'sellers' | 'security_txt' | 'trust_txt' | 'related_website_set' | 'app_links' | 'favicon_hash'
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

/** Paths of the files that only a deep analysis asks for: rare ones, and those that link apps. */
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

/** Fetches and reads the files in which a site tells machines about itself. What is missing goes into `absences`, with the reason. */
export async function siteFiles(
  request: SiteFilesRequest,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<SiteFiles> {
  const read = <T>(path: string, parse: (text: string) => T | null): Promise<T | null> =>
    readFile(`${request.origin}${path}`, ({ text }) => parse(text), request, tools, clock, absences)
  const deep = tools.depth === 'deep'
  if (!deep) for (const path of DEEP_ONLY) absences.push({ path, why: 'not_checked' })
  const rarely = <T>(path: string, parse: (text: string) => T | null): Promise<T | null> =>
    deep ? read(path, parse) : Promise.resolve(null)
  const [ads, security, trust, set, assetLinks, appleLinks, favicon] = await Promise.all([
    read('/ads.txt', parseAdsTxt),
    read('/.well-known/security.txt', parseSecurityTxt),
    rarely('/trust.txt', parseTrustTxt),
    rarely('/.well-known/related-website-set.json', parseRelatedWebsiteSet),
    rarely('/.well-known/assetlinks.json', jsonText),
    rarely('/.well-known/apple-app-site-association', jsonText),
    deep ? faviconOf(request.faviconUrl, tools, clock) : Promise.resolve(null),
  ])
  const advertising = ads ?? (deep ? await read('/app-ads.txt', parseAdsTxt) : null)
  return {
    ads_txt: advertising,
    sellers: deep && advertising !== null ? await sellersOf(advertising.direct, tools, clock) : [],
    security_txt: security,
    trust_txt: trust,
    related_website_set: set,
    app_links: parseAppLinks(assetLinks, appleLinks),
    favicon_hash: favicon,
  }
}

const jsonText = (text: string): string | null => (/^\s{0,20}[[{]/u.test(text) ? text : null)

/** One file of a site, read by `parse`, which says null to what is none. What is missing goes into `absences`, with the reason. */
export async function readFile<T>(
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
    return parse(file) ?? missing('absent')
  } catch (error) {
    return missing(error instanceof FetchFailure && error.reason === 'not_text' ? 'absent' : 'failed')
  }
}

/** What a status other than 200 says about a path. */
export function absenceOf(status: number): Absence['why'] {
  if (status === 401 || status === 403 || status === 429 || status === 451) return 'blocked'
  return status >= 500 ? 'failed' : 'absent'
}

async function sellersOf(
  direct: readonly { system: string; seller_id: string }[],
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<HttpProbeEvidence['sellers']> {
  const systems = [...new Set(direct.map(({ system }) => system))].filter((system) => !UNREADABLE_SYSTEMS.has(system))
  const found = await Promise.all(
    systems.slice(0, SELLER_SYSTEMS_MAX).map(async (system) => {
      if (!clock.hasTime()) return []
      const ids = direct.filter((line) => line.system === system).map((line) => line.seller_id)
      const limits = { bytesMax: SELLERS_BYTES_MAX, timeoutMs: clock.pageMs(), accept: 'application/json' }
      const file = await tools.fetchPage(`https://${system}/sellers.json`, limits).catch(() => null)
      return file?.status === 200 ? sellersFor(file.text, system, ids) : []
    }),
  )
  return found.flat()
}

async function faviconOf(url: string, tools: CollectorTools, clock: ProbeClock): Promise<string | null> {
  if (!clock.hasTime()) return null
  const icon = await tools.fetchBytes(url, { bytesMax: FAVICON_BYTES_MAX, timeoutMs: clock.pageMs() }).catch(() => null)
  if (icon === null || icon.status !== 200 || icon.bytes.byteLength === 0) return null
  // An error page sent as the icon would give all such sites one hash.
  return /^\s{0,20}<(?:!doctype|html)/iu.test(new TextDecoder('latin1').decode(icon.bytes.subarray(0, 64)))
    ? null
    : faviconHash(icon.bytes)
}
