import type { FetchedText } from '../../../platform/net/fetch.ts'
import { parseUrl, registrableHost } from '../../../platform/net/url.ts'
import { publicSuffix } from '../../../platform/public-suffix.ts'
import type { HttpProbeEvidence, PageEvidence } from '../../page-evidence.ts'
import type { PageDocument } from '../page/page-document.ts'
import type { PageLimits } from '../page/page-limits.ts'
import { customaryPaths, type LegalLink, legalLinks } from '../page/page-links.ts'
import { feedUrl } from '../page/parse-feed.ts'
import { keptOf, pageEvidence, type StyledPage } from '../page/parse-page.ts'
import { findPlaceholder, isBotWall, type OwnStatements } from '../page/placeholder.ts'
import { documentOf } from '../page/read-document.ts'
import { siteBuilder } from '../page/site-builder.ts'
import { createSlice, type SlicedWork } from '../page/slices/sliced-work.ts'
import { LEGAL_PAGES_MAX } from './fetch-legal-pages.ts'

/** Parts that are kept. The page itself, up to 2 MiB, has left the memory when they are used. */
export interface HomePage {
  evidence: PageEvidence
  kept: StyledPage['kept']
  isBlocked: boolean
  placeholder: HttpProbeEvidence['placeholder']
  siteBuilder: string | null
  hasContent: boolean
  legalLinks: LegalLink[]
  feedUrl: string | null
  iconUrl: string
}

/** If the home page links to one of these, no common URLs such as /impressum are tried. */
const OPERATOR_ROLES = new Set(['imprint', 'privacy', 'terms'])

/**
 * Strings of the result may share memory with the text of the page. A caller that keeps the result
 * must copy it first, or the whole text stays in memory.
 */
export function* readHomePage(page: FetchedText, limits: PageLimits): SlicedWork<HomePage> {
  const { url, status, truncated } = page
  const document = yield* documentOf(page.text, limits)
  const evidence = yield* pageEvidence({ url, role: 'home', status, truncated }, document)
  const isBlocked = isBotWall(status, document)
  const linked = yield* legalLinks(document.anchors, evidence.url, createSlice())
  return {
    evidence,
    kept: keptOf(document, evidence),
    isBlocked,
    placeholder: isBlocked ? null : findPlaceholder(document, ownStatements(evidence, linked)),
    siteBuilder: siteBuilder(document, page.headers),
    hasContent: document.lines.length > 0 || document.scripts !== '' || document.title !== null,
    legalLinks: linksToTry(evidence, document, linked),
    feedUrl: feedUrl(document, evidence.url),
    iconUrl: iconUrl(evidence, document),
  }
}

function ownStatements(
  { url, legal_statements, mentions }: PageEvidence,
  linked: readonly LegalLink[],
): OwnStatements {
  const host = registrableHost(url)
  const own = linked.filter(
    (link) => OPERATOR_ROLES.has(link.role) && registrableHost(link.url) === host,
  )
  return {
    legalStatements: legal_statements,
    mentions,
    legalPages: new Set(own.map(({ role }) => role)).size,
  }
}

function linksToTry(
  home: PageEvidence,
  document: PageDocument,
  found: readonly LegalLink[],
): LegalLink[] {
  const linked = found.slice(0, LEGAL_PAGES_MAX)
  const roles = linked.map(({ role }) => role)
  const guessed = roles.some((role) => OPERATOR_ROLES.has(role))
    ? []
    : guesses(home, document, roles)
  return [...linked, ...guessed].slice(0, LEGAL_PAGES_MAX)
}

function guesses(
  home: PageEvidence,
  document: PageDocument,
  linked: readonly LegalLink['role'][],
): LegalLink[] {
  const suffix = publicSuffix(new URL(home.url).hostname)?.split('.').at(-1) ?? ''
  return customaryPaths(home.language, suffix, document.anchors.length === 0)
    .filter(({ role }) => !linked.includes(role))
    .map(({ role, url }) => ({ role, url: new URL(url, home.url).href }))
}

function iconUrl(home: PageEvidence, document: PageDocument): string {
  const icon =
    document.links.find(({ rel }) => /(?:^|\s)icon(?:\s|$)/u.test(rel))?.href ?? '/favicon.ico'
  return parseUrl(icon, home.url)?.href ?? new URL('/favicon.ico', home.url).href
}
