import { parseUrl, registrableHost } from '../../../platform/net/url.ts'
import { oneOf } from '../../names/pattern-code.ts'
import type { PageRole } from '../../page-evidence.ts'
import type { PageAnchor } from './page-document.ts'
import words from './page-links.json' with { type: 'json' }
import type { Slice, SlicedWork } from './slices/sliced-work.ts'

export type LegalRole = Exclude<PageRole, 'home' | 'feed'>
export interface LegalLink {
  role: LegalRole
  url: string
}

const LINKS_OUT_MAX = 40
const SOCIAL_MAX = 30
const UNITS_PER_LINK = 20

// Words in the text of a link to a legal page. That for `imprint` may come after 20 characters,
// those for `about` and `contact` must come first, and those for `privacy` and `terms` may be
// anywhere.
const LABELS: Readonly<Record<LegalRole, RegExp>> = {
  imprint: new RegExp(`^(?:.{0,20}\\b)?${oneOf(words.roles.imprint.labels)}(?:$|[^\\p{L}])`, 'iu'),
  privacy: new RegExp(oneOf(words.roles.privacy.labels), 'iu'),
  terms: new RegExp(oneOf(words.roles.terms.labels), 'iu'),
  about: new RegExp(`^${oneOf(words.roles.about.labels)}\\b`, 'iu'),
  contact: new RegExp(`^${oneOf(words.roles.contact.labels)}`, 'iu'),
}
// In order of importance: if a link matches several types of legal page, it counts for the first.
const ROLE_WORDS = (Object.keys(words.roles) as LegalRole[]).map((role) => ({
  role,
  label: LABELS[role],
  path: new RegExp(`/${oneOf(words.roles[role].paths)}(?:[/.?]|$)`, 'iu'),
}))

const UNREADABLE = /\.(?:pdf|docx?|zip|jpe?g|png|gif|svg|mp4|xlsx?)(?:$|\?)/iu

/** Legal pages on one special topic rank lower, because they seldom name the operator. */
const SIDE_PAGE = new RegExp(words.sidePages.join('|'), 'iu')

interface Rated extends LegalLink {
  rating: number
  position: number
}

/** Returns at most one link for each type of legal page, the imprint first. */
export function* legalLinks(
  anchors: readonly PageAnchor[],
  pageUrl: string,
  slice: Slice,
): SlicedWork<LegalLink[]> {
  const site = registrableHost(pageUrl)
  const rated: Rated[] = []
  for (const [position, anchor] of anchors.entries()) {
    if (slice.isFull(UNITS_PER_LINK)) yield
    const url = parseUrl(anchor.href, pageUrl)
    if (url === null || !/^https?:$/u.test(url.protocol) || registrableHost(url.href) !== site)
      continue
    url.hash = ''
    if (url.href === pageUrl || url.pathname === '/' || UNREADABLE.test(url.pathname)) continue
    // The text of a link is checked before its path, because it is more reliable: many terms of
    // use, for example, have a path such as /legal/.
    const words = ROLE_WORDS.find(
      ({ label }) => anchor.text.length <= 80 && label.test(anchor.text),
    )
    const { role, path } =
      words ?? ROLE_WORDS.find((row) => row.path.test(decoded(url.pathname))) ?? {}
    if (role !== undefined && path !== undefined) {
      const named = words !== undefined
      const placed = path.test(decoded(url.pathname))
      const rating =
        (named ? 2 : 0) +
        (placed ? 1 : 0) +
        (anchor.region === 'footer' ? 0.5 : 0) -
        (SIDE_PAGE.test(`${anchor.text} ${url.pathname}`) ? 1 : 0) -
        (depthOf(url) > 4 ? 1 : 0)
      rated.push({ role, url: url.href, rating, position })
    }
  }
  const best: LegalLink[] = []
  const taken = new Set<string>()
  for (const { role } of ROLE_WORDS) {
    const candidates = rated.filter((link) => link.role === role && !taken.has(link.url))
    const [first] = candidates.toSorted((a, b) => b.rating - a.rating || b.position - a.position)
    if (first === undefined) continue
    taken.add(first.url)
    best.push({ role, url: first.url })
  }
  return best
}

const depthOf = (url: URL): number => url.pathname.split('/').filter((part) => part !== '').length

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Returns paths that legal pages commonly have in the language of the site. `isShell` is true when
 * the HTML contains no links, usually because a script creates the content.
 */
export function customaryPaths(
  language: string | null,
  topLevelDomain: string,
  isShell: boolean,
): LegalLink[] {
  const countries: Readonly<Record<string, string>> = words.countryLanguages
  const customary: Readonly<Record<string, string[][]>> = words.customaryPaths
  const languageCode = (language ?? '').slice(0, 2) || countries[topLevelDomain] || 'en'
  const paths = isShell ? words.shellPaths : (customary[languageCode] ?? words.customaryPaths.en)
  return paths.map(([role, url]) => ({ role, url }) as LegalLink)
}

/** A fast check, so that links such as "/about" and "#top" need not be parsed as URLs. */
const isInternal = (href: string): boolean => /^(?:[?#]|\/(?![/\\]))[^\t\n\r]*$/u.test(href)

/** Registrable domains, each with the text of one link. Those of legal pages come first. */
export function* linksOut(
  anchors: readonly PageAnchor[],
  pageUrl: string,
  slice: Slice,
): SlicedWork<{ domain: string; label: string }[]> {
  const site = registrableHost(pageUrl)
  const legal: { domain: string; label: string }[] = []
  const other: { domain: string; label: string }[] = []
  const seen = new Set<string>()
  for (const anchor of anchors) {
    if (slice.isFull(UNITS_PER_LINK)) yield
    if (isInternal(anchor.href)) continue
    const url = parseUrl(anchor.href, pageUrl)
    if (url === null || !/^https?:$/u.test(url.protocol)) continue
    const domain = registrableHost(url.href)
    if (domain === site || !domain.includes('.') || seen.has(domain)) continue
    seen.add(domain)
    const isLegal = ROLE_WORDS.slice(0, 3).some(
      ({ label, path }) => label.test(anchor.text) || path.test(url.pathname),
    )
    ;(isLegal ? legal : other).push({ domain, label: anchor.text.slice(0, 100) })
  }
  return [...legal, ...other].slice(0, LINKS_OUT_MAX)
}

const NETWORKS: readonly [network: string, host: RegExp, handle: RegExp][] = [
  [
    'facebook',
    /(?:^|\.)facebook\.com$/u,
    new RegExp(
      [
        String.raw`^/(?!sharer|share|dialog|plugins|tr\b|login|groups/|profile\.php|`,
        String.raw`policies|help|privacy)(?:pg/)?([\w.-]{2,60})`,
      ].join(''),
      'iu',
    ),
  ],
  [
    'twitter',
    /(?:^|\.)(?:twitter|x)\.com$/u,
    /^\/(?!share|intent|home|search|hashtag|login|i\/|privacy|tos)@?(\w{2,15})(?:\/|$)/iu,
  ],
  [
    'instagram',
    /(?:^|\.)instagram\.com$/u,
    /^\/(?!p\/|explore|accounts|reel|about|legal)([\w.]{2,30})/iu,
  ],
  ['linkedin', /(?:^|\.)linkedin\.com$/u, /^\/(?:company|in|school|showcase)\/([\w%.-]{2,80})/iu],
  ['youtube', /(?:^|\.)youtube\.com$/u, /^\/(?:(?:channel|user|c)\/|@)([\w.-]{2,60})/iu],
  ['tiktok', /(?:^|\.)tiktok\.com$/u, /^\/@([\w.]{2,30})/iu],
  [
    'github',
    /(?:^|\.)github\.com$/u,
    /^\/(?!sponsors|features|about|login|orgs\/|topics|marketplace)([\w-]{1,39})(?:\/|$)/iu,
  ],
  ['bluesky', /(?:^|\.)bsky\.app$/u, /^\/profile\/([\w.:-]{3,80})/iu],
  ['pinterest', /(?:^|\.)pinterest\.[a-z.]{2,20}$/u, /^\/(?!pin\/)([\w-]{2,40})/iu],
  ['xing', /(?:^|\.)xing\.com$/u, /^\/(?:companies|pages|profile)\/([\w.-]{2,80})/iu],
]

/** A fast check, so that only links to these networks are parsed as URLs. */
const NETWORK =
  /facebook|twitter|x\.com|instagram|linkedin|youtube|tiktok|github|bsky|pinterest|xing/iu

/** Accounts as "network:handle". Share buttons are left out. */
export function* socialHandles(addresses: readonly string[], slice: Slice): SlicedWork<string[]> {
  const found = new Set<string>()
  for (const address of addresses) {
    if (slice.isFull(UNITS_PER_LINK)) yield
    const url = NETWORK.test(address) ? parseUrl(address) : null
    if (url === null) continue
    for (const [network, host, path] of NETWORKS) {
      const handle = host.test(url.hostname) ? path.exec(url.pathname)?.[1] : undefined
      if (handle !== undefined && found.size < SOCIAL_MAX)
        found.add(`${network}:${handle.toLowerCase()}`)
    }
  }
  return [...found]
}
