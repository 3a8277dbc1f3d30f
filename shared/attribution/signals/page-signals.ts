import { registrableOf } from '../../platform/net/url.ts'
import type { PageEvidence } from '../evidence.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { compactName } from '../names/entity-names.ts'
import { isNoName, parentInName, repeatsDomain, splitName } from '../names/stated-names.ts'
import { nameSignal } from './build-signal.ts'
import { addressesReader, creditedNotOperating } from './observed-text.ts'
import { readPageText } from './page-text.ts'
import type { Signal } from './signal.ts'
import type { SignalKindName } from './signal-kinds.ts'

/** Pages of one site that are read, and names of one kind that are kept. */
const PAGES_MAX = 12
const NAMES_PER_PAGE_MAX = 40
const TITLE_NAME_WORDS_MAX = 6

const STATEMENT_KINDS = {
  imprint: 'imprint_operator',
  controller: 'privacy_controller',
  operated_by: 'operator_statement',
  agreement: 'agreement_party',
  part_of: 'parent_statement',
} as const satisfies Record<PageEvidence['legal_statements'][number]['kind'], SignalKindName>

export interface PageNames {
  signals: Signal[]
  /** Names that stand behind a credit, so they made, host or supply the site. */
  credited: string[]
  /** Text that gives orders to its reader was seen. */
  instructions: string | null
}

/** All names that the pages of one site give. `factor` scales them, for a site that the domain only redirects to; `year` is the current one. */
export function pageSignals(
  registrableDomain: string,
  pages: readonly PageEvidence[],
  siteDomain: string,
  { factor, year }: { factor: number; year: number },
): PageNames {
  const found: Signal[] = []
  const credited: string[] = []
  let instructions: string | null = null
  const add = (kind: SignalKindName, raw: string, observed: string, type?: 'person' | 'organization'): void => {
    if (addressesReader(observed) || addressesReader(raw)) {
      instructions ??= observed
      return
    }
    const family = parentInName(raw)
    if (family !== null && kind !== 'parent_statement') {
      add(kind, family.name, observed, type)
      add('parent_statement', family.parent, observed)
      return
    }
    splitName(raw).forEach((name, index) => {
      if (isNoName(name)) return
      if (creditedNotOperating(name, observed)) {
        credited.push(name)
        return
      }
      if (repeatsDomain(name, registrableDomain) || repeatsDomain(name, siteDomain)) return
      const effective: SignalKindName = index > 0 && kind !== 'parent_statement' ? 'alternate_name' : kind
      const signal = nameSignal(effective, {
        collector: 'http_probe',
        name,
        observed,
        factor: factor * (kind === 'copyright_holder' ? copyrightFreshness(observed, year) : 1),
        ...(type === undefined ? {} : { type }),
      })
      if (signal !== null) found.push(signal)
    })
  }
  for (const page of pages.slice(0, PAGES_MAX)) {
    readStatements(page, add)
    readStructured(page, siteDomain, add)
    readTitles(page, siteDomain, registrableDomain, add)
    const text = readPageText(page)
    for (const statement of text.statements) add(statement.kind, statement.name, statement.observed, statement.type)
    credited.push(...text.credited)
    instructions ??= text.instructions
  }
  return { signals: withoutRepeats(found), credited, instructions }
}

const COPYRIGHT_FRESH_YEARS = 4
const STALE_COPYRIGHT_FACTOR = 0.6

/** A copyright line that nobody has touched for years may be a theme's or a former owner's. */
function copyrightFreshness(observed: string, year: number): number {
  const years = [...observed.matchAll(/\b(?:19|20)\d{2}\b/gu)].map((match) => Number(match[0]))
  return years.length > 0 && Math.max(...years) < year - COPYRIGHT_FRESH_YEARS ? STALE_COPYRIGHT_FACTOR : 1
}

type Add = (kind: SignalKindName, raw: string, observed: string, type?: 'person' | 'organization') => void

function readStatements(page: PageEvidence, add: Add): void {
  for (const statement of page.legal_statements.slice(0, NAMES_PER_PAGE_MAX))
    add(STATEMENT_KINDS[statement.kind], statement.name, statement.observed)
  for (const line of page.copyright.slice(-NAMES_PER_PAGE_MAX)) add('copyright_holder', line.holder, line.observed)
}

const NOT_THE_SITE =
  /^(?:review|itemreviewed|seller|brand|worksfor|alumniof|memberof|sponsor|funder|hiringorganization|provider|broker|manufacturer|mentions|citation|about|affiliation|recipient|offeredby|comment|agent|subjectof|isbasedon|knowsabout|customer)$/iu
const PERSON_TYPE = /person/iu
const NOT_ORGANIZATION =
  /^(?:product|article|newsarticle|blogposting|review|offer|event|recipe|jobposting|comment|imageobject|videoobject|breadcrumblist|webpage|searchaction|place|creativework)$/iu

function readStructured(page: PageEvidence, siteDomain: string, add: Add): void {
  for (const item of page.organizations.slice(0, NAMES_PER_PAGE_MAX)) {
    if (NOT_THE_SITE.test(item.via) || NOT_ORGANIZATION.test(item.type)) continue
    const elsewhere = item.url !== null && registrableOf(item.url) !== null && registrableOf(item.url) !== siteDomain
    if (elsewhere) continue
    const observed = `${item.type} ${item.name ?? ''} ${item.legal_name ?? ''}`
    const person = PERSON_TYPE.test(item.type)
    if (/^parentorganization$/iu.test(item.via)) {
      if (item.name !== null) add('parent_statement', item.legal_name ?? item.name, observed)
      continue
    }
    if (person) {
      if (
        item.name !== null &&
        (item.via === '' || /^(?:author|creator|founder|publisher|copyrightholder|mainentity)$/iu.test(item.via))
      )
        add(
          item.via === '' || item.via === 'mainEntity' ? 'structured_person' : 'page_author',
          item.name,
          observed,
          'person',
        )
      continue
    }
    if (item.legal_name !== null) add('structured_legal_name', item.legal_name, observed)
    if (item.name !== null) add(structuredKind(item.via, item.type), item.name, observed)
    for (const name of item.alternate_names.slice(0, 4)) add('alternate_name', name, observed)
    if (item.parent !== null) add('parent_statement', item.parent, observed)
  }
}

function structuredKind(via: string, type: string): SignalKindName {
  if (/^website$/iu.test(type)) return 'site_name'
  if (/^(?:author|creator)$/iu.test(via)) return 'page_author'
  return via === '' || /^(?:mainentity|copyrightholder)$/iu.test(via)
    ? 'structured_organization'
    : 'structured_publisher'
}

function readTitles(page: PageEvidence, siteDomain: string, registrableDomain: string, add: Add): void {
  if (page.site_name !== null) add('site_name', page.site_name, page.site_name)
  if (page.application_name !== null) add('application_name', page.application_name, page.application_name)
  if (page.author !== null && (page.role === 'home' || page.role === 'feed'))
    add('page_author', page.author, `Author: ${page.author}`)
  if (page.title === null) return
  const labels = [readDomainLabel(siteDomain), readDomainLabel(registrableDomain)]
  const segments = page.title.slice(0, 400).split(/\s*[|•·–—:»«]\s*|\s+-\s+/u, 8)
  const named = segments
    .map((segment) => (/[&+]/u.test(segment) ? segment : (segment.split(',')[0] ?? '')).replace(PLACE_IN_TITLE, ''))
    .filter(
      (segment) =>
        segment.split(' ').length <= TITLE_NAME_WORDS_MAX &&
        !SENTENCE.test(segment) &&
        !segment.toLowerCase().includes(registrableDomain),
    )
    .map((segment) => ({ segment, likeness: Math.max(...labels.map((label) => labelLikeness(segment, label))) }))
    .sort((a, b) => b.likeness - a.likeness)[0]
  if (named !== undefined && named.likeness >= 0.6) add('page_title', named.segment, page.title)
}

const PLACE_IN_TITLE = /\s(?:in|à|en|bei|at|near|aus|i|te)\s\p{Lu}.*$/u
/** Words that make a title a sentence about something instead of a name. */
const SENTENCE =
  /\b(?:is|are|was|ist|sind|est|sont|is now|es|è|são|zijn|buy|sale|sign in|log ?in|page|willkommen|welcome|bienvenue|bienvenidos)\b/iu

/** One signal for each kind and name: pages repeat their footers. */
function withoutRepeats(signals: readonly Signal[]): Signal[] {
  const kept = new Map<string, Signal>()
  for (const signal of signals) {
    const key = `${signal.kind} ${compactName(signal.entity ?? '')} ${signal.entity}`
    if (!kept.has(key)) kept.set(key, signal)
  }
  return [...kept.values()]
}
