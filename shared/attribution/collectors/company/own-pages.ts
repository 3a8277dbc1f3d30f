import { parseUrl, registrableHost } from '../../../platform/net/url.ts'
import type { Target } from '../../collector.ts'
import { oneOf } from '../../names/pattern-code.ts'
import { isHostOf } from '../../untouched-hosts.ts'
import type { PageAnchor, PageDocument } from '../page/page-document.ts'
import { legalLinks } from '../page/page-links.ts'
import { atOnce, createSlice } from '../page/slices/sliced-work.ts'
import words from './own-pages.json' with { type: 'json' }

/** Kind of a page of the company. It decides which links of the main text count. */
export type OwnPageKind = 'home' | 'brands' | 'legal'
export interface OwnPage {
  kind: Exclude<OwnPageKind, 'home'>
  url: string
}

const PAGES_MAX = 2
const LABEL_LENGTH_MAX = 60
const UNREADABLE = /\.(?:pdf|docx?|zip|jpe?g|png|gif|svg|mp4|xlsx?)$/iu
// A shop lists the brands of others under "Brands", so the label must call them its own.
const BRAND_LIST = new RegExp(`^${oneOf(words.brandLists)}$`, 'iu')
const COVERAGE = new RegExp(oneOf(words.coverage), 'iu')
// A notice also says to which purposes, rights or visitors a rule applies.
const SITES = new RegExp(oneOf(words.sites), 'iu')
const EXCEPTION = new RegExp(oneOf(words.exceptions), 'iu')
/** Characters that are read before and behind a domain in a text. */
const NEAR_LENGTH = 6
/** Lines between the sentence that a notice covers the following sites, and the last of them. */
const COVERED_LINES_MAX = 12
// Visitors can write links into articles and comments, and articles link to sites of others. So
// only links in these parts of a page count.
const OWN_REGIONS: ReadonlySet<PageAnchor['region']> = new Set(['header', 'nav', 'footer'])
const NOT_OWN = /ugc|nofollow|sponsored/u

/** True for the analyzed domain and its subdomains. */
export const isTarget = ({ domain }: Target, host: string): boolean => isHostOf(domain, host)

/** Pages of the same site where a company lists its brands or sites: brand lists come first. */
export function ownPages({ anchors }: PageDocument, pageUrl: string): OwnPage[] {
  const site = registrableHost(pageUrl)
  const brands = anchors.flatMap(({ text, href }): OwnPage[] => {
    const label = text.trim()
    if (label.length > LABEL_LENGTH_MAX || !BRAND_LIST.test(label)) return []
    const url = parseUrl(href, pageUrl)
    return url !== null && isReadable(url, site) ? [{ kind: 'brands', url: url.href }] : []
  })
  const legal = atOnce(legalLinks(anchors, pageUrl, createSlice())).flatMap(
    ({ role, url }): OwnPage[] =>
      role === 'imprint' || role === 'privacy' ? [{ kind: 'legal', url }] : [],
  )
  const pages = new Map([...brands, ...legal].map((page) => [page.url, page]))
  return [...pages.values()].slice(0, PAGES_MAX)
}

const isReadable = (url: URL, site: string): boolean =>
  /^https?:$/u.test(url.protocol) &&
  registrableHost(url.href) === site &&
  url.pathname !== '/' &&
  !UNREADABLE.test(url.pathname)

/** Text of the first link or line by which the page says that the target is the company's. */
export function statementAbout(
  target: Target,
  document: PageDocument,
  { kind, url }: { kind: OwnPageKind; url: string },
): string | null {
  const links = document.anchors.filter(
    ({ href, rel }) => !NOT_OWN.test(rel) && isTarget(target, parseUrl(href, url)?.hostname ?? ''),
  )
  // Hackers hide links in footers. Menus hide their own links until they are opened.
  const framed = links.find(
    ({ region, isSeen }) => OWN_REGIONS.has(region) && (isSeen || region !== 'footer'),
  )
  if (framed !== undefined) return framed.text
  const listed = links.filter(({ region, isSeen }) => region === 'main' && isSeen)
  if (kind === 'brands') return listed[0]?.text ?? null
  return kind === 'legal' ? coveredLine(target, document) : null
}

// An imprint or privacy notice also links to agencies, authorities and processors. So a line counts
// only behind a sentence that says which sites the notice covers.
function coveredLine({ domain }: Target, { lines }: PageDocument): string | null {
  const main = lines.filter(({ region }) => region === 'main')
  let coveredAt = Number.NEGATIVE_INFINITY
  for (const [index, { text }] of main.entries()) {
    if (COVERAGE.test(text) && SITES.test(text))
      coveredAt = EXCEPTION.test(text) ? Number.NEGATIVE_INFINITY : index
    if (mentions(text, domain) && index - coveredAt <= COVERED_LINES_MAX) return text
  }
  return null
}

/** False for a longer name such as "not-kork.example" or "kork.example.net". */
function mentions(text: string, domain: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(domain); at >= 0; at = lower.indexOf(domain, at + 1)) {
    const before = lower.slice(Math.max(0, at - NEAR_LENGTH), at).replace(/www\.$/u, '')
    const after = lower.slice(at + domain.length, at + domain.length + NEAR_LENGTH)
    if (!/[\p{L}\p{N}.-]$/u.test(before) && !/^(?:-|\.?[\p{L}\p{N}])/u.test(after)) return true
  }
  return false
}
