import { parseUrl, registrableHost } from '../../../platform/net/url.ts'
import { registeredLabel } from '../../../platform/public-suffix.ts'
import { foldToLetters } from '../../names/fold.ts'
import { plausibleName } from '../../names/names-in-text.ts'
import type { PageEvidence, PageRole } from '../../page-evidence.ts'
import { contactIdentifiers } from './contact-identifiers.ts'
import { hiddenStatements } from './hidden-statements.ts'
import { withoutHosts } from './host-sections.ts'
import { type KeptPage, keepForSheets } from './late-styles.ts'
import { legalStatements } from './legal-statements.ts'
import { readMentions } from './mentions.ts'
import type { LeftOut, PageDocument } from './page-document.ts'
import { createPageLimits, type PageLimits } from './page-limits.ts'
import { firstSearchedLine, pageText } from './page-lines.ts'
import { linksOut, socialHandles } from './page-links.ts'
import { documentOf } from './read-document.ts'
import { atOnce, createSlice, type SlicedWork } from './slices/sliced-work.ts'
import { readStructuredData } from './structured-data.ts'
import { trackingIdentifiers } from './tracking-identifiers.ts'
import { siteLines } from './visitor-parts.ts'

const ALTERNATES_MAX = 20
const META_LENGTH_MAX = 300

export interface FetchedPage {
  url: string
  role: PageRole
  status: number
  html: string
  /** True if the server sent more than the size limit, so the end of the page is missing. */
  truncated?: boolean
}

/** Never throws. Time is linear in the length of the HTML. */
export const parsePage = (page: FetchedPage): PageEvidence =>
  atOnce(readPage(page, createPageLimits()()))

export function* readPage(page: FetchedPage, limits: PageLimits): SlicedWork<PageEvidence> {
  return yield* pageEvidence(page, yield* documentOf(page.html, limits))
}

export interface StyledPage {
  evidence: PageEvidence
  kept: KeptPage | 'too_large' | null
}

export function* readStyledPage(page: FetchedPage, limits: PageLimits): SlicedWork<StyledPage> {
  const document = yield* documentOf(page.html, limits)
  const evidence = yield* pageEvidence(page, document)
  return { evidence, kept: keptOf(document, evidence) }
}

export const keptOf = (document: PageDocument, evidence: PageEvidence): StyledPage['kept'] =>
  keepForSheets(document, evidence, namesOfSite(evidence.url, document, evidence.site_name))

export function* pageEvidence(
  { url, role, status, truncated }: Omit<FetchedPage, 'html'>,
  document: PageDocument,
): SlicedWork<PageEvidence> {
  const { metas, anchors } = document
  const lines = siteLines(document.lines, role)
  const slice = createSlice()
  const { organizations, ...structured } = yield* readStructuredData(
    document.structuredData,
    document.microdata,
    slice,
  )
  const siteName = named(metas.get('og:site_name')) ?? named(structured.siteName ?? undefined)
  const siteNames = namesOfSite(url, document, siteName)
  const text = pageText(lines)
  const leftOut: LeftOut[] = [
    ...(truncated === true ? (['size'] as const) : []),
    ...document.leftOut,
    ...(firstSearchedLine(lines) > 0 ? (['text'] as const) : []),
    ...(structured.isComplete ? [] : (['structured_data'] as const)),
  ]
  return {
    url: url.slice(0, 2_048),
    role,
    status,
    language: document.language,
    title: document.title,
    description: meta(document, 'description') ?? meta(document, 'og:description'),
    site_name: siteName,
    application_name: named(
      metas.get('application-name') ?? metas.get('apple-mobile-web-app-title'),
    ),
    author: named(metas.get('author') ?? metas.get('article:author')),
    generator: meta(document, 'generator'),
    canonical: linked(document, 'canonical', url)[0] ?? null,
    alternates: linked(document, 'alternate', url).slice(0, ALTERNATES_MAX),
    organizations,
    legal_statements: yield* legalStatements(lines, { role, siteNames }, slice),
    mentions: yield* readMentions(
      { ...document, lines: withoutHosts(lines, role) },
      { url, role },
      slice,
    ),
    hidden_statements: yield* hiddenStatements(
      document.hiddenLines,
      { role, siteNames, visibleText: text },
      slice,
    ),
    identifiers: yield* contactIdentifiers({ ...document, lines }, slice),
    tracking: yield* trackingIdentifiers(document, slice),
    social: yield* socialHandles(
      [
        ...anchors.map(({ href }) => href),
        ...organizations
          .filter(({ via }) => via === '')
          .flatMap((organization) => organization.same_as),
      ],
      slice,
    ),
    links_out: yield* linksOut(anchors, url, slice),
    text,
    has_scripts: document.scripts !== '',
    left_out: [...new Set(leftOut)],
  }
}

const meta = (document: PageDocument, name: string): string | null =>
  document.metas.get(name)?.slice(0, META_LENGTH_MAX) || null

const named = (text: string | undefined): string | null =>
  text === undefined ? null : plausibleName(text)

function linked(document: PageDocument, relation: string, base: string): string[] {
  return document.links.flatMap(({ rel, href }) => {
    const relations = rel.split(/\s+/u)
    if (!relations.includes(relation) || relations.includes('stylesheet')) return []
    const url = parseUrl(href, base)
    return url !== null &&
      /^https?:$/u.test(url.protocol) &&
      !/\b(?:feed|rss|oembed|wp-json)\b/iu.test(url.href)
      ? [url.href.slice(0, 2_048)]
      : []
  })
}

function namesOfSite(url: string, document: PageDocument, siteName: string | null): string[] {
  const host = parseUrl(url)?.hostname ?? ''
  const titles = (document.title ?? '').split(/\s[|–—·:-]\s/u)
  const names = [
    registeredLabel(host) ?? '',
    registrableHost(url),
    siteName ?? '',
    ...titles.filter((part) => part.length <= 40),
  ]
  return [...new Set(names.map((name) => foldToLetters(name)).filter((name) => name.length >= 3))]
}
