import { parseUrl, registrableHost } from '../../../platform/net/url.ts'
import type { CollectorTools } from '../../collector.ts'
import type { PageEvidence } from '../../page-evidence.ts'
import { type KeptPage, withSheets, withStylesLeftOut } from '../page/late-styles.ts'
import { inSlices } from '../page/slices/sliced-work.ts'
import { mediaApplies } from '../page/style/media-query.ts'
import type { ProbeClock } from './probe-clock.ts'
import type { RobotsRules } from './robots-rules.ts'

const SHEET_BYTES_MAX = 256 * 1024
const SHEETS_PER_PAGE_MAX = 4
const SHEETS_MAX = 8
const FONT_HOSTS = new RegExp(
  [
    String.raw`^(?:fonts\.(?:googleapis|bunny|gstatic)\.(?:com|net)|use\.typekit\.net|`,
    String.raw`kit\.fontawesome\.com|use\.fontawesome\.com)$`,
  ].join(''),
  'u',
)

export type KeptPages = KeptPage | 'too_large' | null

/** Fetches each style sheet once, because most pages of a site use the same sheets. */
export interface SheetReader {
  styled(evidence: PageEvidence, kept: KeptPages): Promise<PageEvidence>
}

export function createSheetReader(
  robots: Promise<RobotsRules>,
  siteUrl: string,
  tools: CollectorTools,
  clock: ProbeClock,
): SheetReader {
  const fetched = new Map<string, Promise<string | null>>()
  const site = registrableHost(siteUrl)

  async function fetchSheet(url: URL): Promise<string | null> {
    // The robots.txt of the site has no rules for sheets on other hosts, so only own sheets are
    // checked against it.
    const isOwn = registrableHost(url.href) === site
    if (isOwn && !(await robots).allows(`${url.pathname}${url.search}`)) return null
    if (!clock.hasTime()) return null
    const limits = {
      bytesMax: SHEET_BYTES_MAX,
      timeoutMs: clock.pageMs(),
      accept: 'text/css,*/*;q=0.1',
    }
    const file = await tools.fetchPage(url.href, limits).catch(() => null)
    return file !== null && file.status === 200 && !file.truncated && !/^\s{0,20}</u.test(file.text)
      ? file.text
      : null
  }

  function textOf(url: URL): Promise<string | null> {
    const known = fetched.get(url.href)
    if (known !== undefined) return known
    const text = fetched.size < SHEETS_MAX ? fetchSheet(url) : Promise.resolve(null)
    fetched.set(url.href, text)
    return text
  }

  return {
    async styled(evidence, kept) {
      if (kept === null) return evidence
      if (kept === 'too_large') return withStylesLeftOut(evidence)
      const { wanted, texts } = sheetsOf(evidence, kept)
      const found = await Promise.all(
        wanted.slice(0, SHEETS_PER_PAGE_MAX).map(({ url }) => textOf(url)),
      )
      for (const [index, { href }] of wanted.entries()) texts.set(href, found[index] ?? null)
      if (!clock.hasTime()) return withStylesLeftOut(evidence)
      return inSlices(withSheets(evidence, kept, texts), tools.pause)
    },
  }
}

// Sheets of the site come first. Otherwise an attacker could place many foreign sheets before them
// until the limit is reached.
function sheetsOf({ url: pageUrl }: PageEvidence, { sheets }: KeptPage) {
  const texts = new Map<string, string | null>()
  const wanted = new Map<string, { href: string; url: URL; isOwn: boolean }>()
  for (const { href, media } of sheets) {
    if (href === null || !mediaApplies(media)) continue
    const url = parseUrl(href, pageUrl)
    if (url === null || !/^https?:$/u.test(url.protocol)) texts.set(href, null)
    else if (FONT_HOSTS.test(url.hostname)) texts.set(href, '')
    else
      wanted.set(href, { href, url, isOwn: registrableHost(url.href) === registrableHost(pageUrl) })
  }
  return {
    texts,
    wanted: [...wanted.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn)),
  }
}
