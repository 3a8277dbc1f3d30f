import { lines } from '../../platform/multiline.ts'
import { registrableOf } from '../../platform/net/url.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { compactName, nameParts } from '../names/entity-names.ts'
import { foldToLetters } from '../names/fold.ts'
import { hasForm } from '../names/forms-in-words.ts'
import { isNoName, repeatsDomain, splitName, withoutWww } from '../names/stated-names.ts'
import { isStateAndCode } from '../names/town-and-state.ts'
import type { LegalStatement, Mention, PageEvidence } from '../page-evidence.ts'
import { nameSignal } from './build-signal.ts'
import {
  containsInstructions,
  creditedNotOperating,
  goesOnAsOrder,
  isOrder,
  withoutInstructions,
} from './observed-text.ts'
import type { Signal } from './signal.ts'
import type { SignalKindName } from './signal-kinds.ts'

const PAGES_MAX = 12
const NAMES_PER_PAGE_MAX = 40
const TITLE_NAME_WORDS_MAX = 6
const OWN_LIKENESS_MIN = 0.6

const STATEMENT_KINDS = {
  imprint: 'imprint_operator',
  controller: 'privacy_controller',
  operated_by: 'operator_statement',
  agreement: 'agreement_party',
  part_of: 'parent_statement',
  trademark: 'trademark_holder',
  first_person: 'first_person_name',
} as const satisfies Record<Exclude<LegalStatement['kind'], 'credit'>, SignalKindName>
const PERSONAL_PAGES: ReadonlySet<string> = new Set(['home', 'about', 'contact'])

export interface PageNames {
  signals: Signal[]
  /** Names of companies that are not the operator, from texts such as "Website by Foo". */
  credited: string[]
  instructions: string | null
}

/** `factor` weakens the names of a site to which the domain only redirects. */
export function pageSignals(
  registrableDomain: string,
  pages: readonly PageEvidence[],
  siteDomain: string,
  { factor, year }: { factor: number; year: number },
): PageNames {
  const found: Signal[] = []
  const credited: string[] = []
  let instructions: string | null = null
  let role: string = 'home'
  // A name in a feed counts only if it is also on a page of the site, or if it resembles the
  // domain, because visitors do not see a feed.
  const isReadable = readableNames(pages, registrableDomain)
  const add: Add = (kind, raw, whole, type, marks = []) => {
    const observed = withoutInstructions(whole)
    if (observed !== whole) instructions ??= whole
    if (
      isOrder(raw) ||
      isOrder(observed, kind !== 'copyright_holder') ||
      goesOnAsOrder(observed, raw)
    ) {
      instructions ??= whole
      return
    }
    if (observed !== whole && !observed.includes(raw)) return
    if (role === 'feed' && !isReadable(raw)) return
    splitName(raw, LEGAL_KINDS.has(kind)).forEach((stated, index) => {
      const name = withoutWww(stated)
      if (isNoName(name) || isTown(name, observed)) return
      if (!marks.includes(POWERED) && creditedNotOperating(name, observed)) {
        credited.push(name)
        return
      }
      const repeats = repeatsDomain(name, registrableDomain) || repeatsDomain(name, siteDomain)
      if (repeats && (!STATES_DOMAIN.has(kind) || marks.some((mark) => mark.endsWith(' owned'))))
        return
      const effective: SignalKindName =
        index > 0 && kind !== 'parent_statement' ? 'alternate_name' : kind
      const signal = nameSignal(effective, {
        collector: 'http_probe',
        name,
        observed,
        factor: factor * weightOf(kind, observed, marks, year),
        ...(type === undefined ? {} : { type }),
      })
      if (signal !== null)
        found.push({
          ...signal,
          marks: [
            ...marks,
            `on ${role === 'home' ? 'home' : 'inner'}`,
            ...(index > 0 ? ['second name'] : []),
          ],
        })
    })
  }
  for (const page of pages.slice(0, PAGES_MAX)) {
    role = page.role
    readStatements(page, add)
    credited.push(
      ...page.legal_statements.flatMap(({ kind, name, observed }) =>
        kind === 'credit' && creditedNotOperating(name, observed) && !isPowered(page, name)
          ? [name]
          : [],
      ),
    )
    readStructured(page, siteDomain, add)
    readTitles(page, siteDomain, registrableDomain, add)
    if (containsInstructions(page.text)) instructions ??= 'Text that gives orders to its reader'
  }
  return { signals: withoutRepeats(found), credited, instructions }
}

function readableNames(
  pages: readonly PageEvidence[],
  registrableDomain: string,
): (name: string) => boolean {
  const label = readDomainLabel(registrableDomain)
  let texts: string[] | null = null
  return (name) => {
    texts ??= pages
      .filter(({ role }) => role !== 'feed')
      .map(({ title, text }) => foldToLetters(`${title ?? ''} ${text}`, 'NFD'))
    const letters = foldToLetters(nameParts(name).core.join(''), 'NFD')
    return (
      labelLikeness(name, label) >= OWN_LIKENESS_MIN || texts.some((text) => text.includes(letters))
    )
  }
}

// A name behind a label, such as "Publisher: Kork Ltd", has this much more weight than a name in a
// sentence.
const LABELLED_OWNER_FACTOR = 1.75

function weightOf(
  kind: SignalKindName,
  observed: string,
  marks: readonly string[],
  year: number,
): number {
  if (kind === 'copyright_holder') return copyrightFreshness(observed, year)
  return kind === 'owner_statement' && marks.includes('owner labelled') ? LABELLED_OWNER_FACTOR : 1
}

const COPYRIGHT_FRESH_YEARS = 4
const STALE_COPYRIGHT_FACTOR = 0.6

// Lowers the weight of a copyright line with an old year, because it may name a former owner or the
// author of a theme.
function copyrightFreshness(observed: string, year: number): number {
  const years = [...observed.matchAll(/\b(?:19|20)\d{2}\b/gu)].map((match) => Number(match[0]))
  return years.length > 0 && Math.max(...years) < year - COPYRIGHT_FRESH_YEARS
    ? STALE_COPYRIGHT_FACTOR
    : 1
}

// Mark of a name behind "Powered by" in a copyright line, such as "© 2017 Powered by Kork Ltd".
// There it names the company that runs the site.
const POWERED = 'rights powered'

const isPowered = ({ mentions }: PageEvidence, name: string): boolean =>
  mentions.some((mention) => mention.name === name && mention.marks.includes('powered'))

/** True for a name that is a town: "FERNHAM" in "FERNHAM, WI 53027". */
const isTown = (name: string, observed: string): boolean =>
  observed.startsWith(name) && isStateAndCode(observed.slice(name.length))

const LEGAL_KINDS: ReadonlySet<SignalKindName> = new Set([
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
])

// Kinds of signals in which a domain counts as a name, because some sites call themselves by their
// domain: "© 2026 Kork.com".
const STATES_DOMAIN: ReadonlySet<SignalKindName> = new Set([
  'copyright_holder',
  'site_name',
  'structured_organization',
  'structured_publisher',
  'structured_legal_name',
  'imprint_operator',
  'operator_statement',
  'owner_statement',
])

type Add = (
  kind: SignalKindName,
  raw: string,
  observed: string,
  type?: 'person' | 'organization',
  marks?: readonly string[],
) => void

const PLACE_KINDS = {
  rights: 'copyright_holder',
  near_rights: 'copyright_holder',
  head: 'copyright_holder',
  owner: 'owner_statement',
  footer: 'footer_name',
  heading: 'heading_name',
  form: 'company_in_text',
  logo: 'logo_name',
} as const satisfies Record<Mention['place'], SignalKindName>

function readStatements(page: PageEvidence, add: Add): void {
  for (const { kind, name, observed } of page.legal_statements.slice(0, NAMES_PER_PAGE_MAX)) {
    if (kind === 'credit') continue
    const marks = [`on a page of role ${page.role}`, ...(hasForm(name) ? ['with_form'] : [])]
    if (kind !== 'first_person') add(STATEMENT_KINDS[kind], name, observed, undefined, marks)
    else if (PERSONAL_PAGES.has(page.role))
      add(STATEMENT_KINDS[kind], name, observed, 'person', marks)
  }
  for (const { place, name, observed, marks } of page.mentions)
    add(PLACE_KINDS[place], name, observed, undefined, [
      place,
      ...marks.map((mark) => `${place} ${mark}`),
    ])
}

const NOT_THE_SITE = new RegExp(
  lines`
    ^(?:review|itemreviewed|seller|brand|worksfor|alumniof|memberof|sponsor|funder|
    hiringorganization|provider|broker|manufacturer|mentions|citation|about|affiliation|
    recipient|offeredby|comment|agent|subjectof|isbasedon|knowsabout|customer)$
  `,
  'iu',
)
const PERSON_TYPE = /person/iu
const NOT_ORGANIZATION = new RegExp(
  lines`
    ^(?:product|article|newsarticle|blogposting|review|offer|event|recipe|jobposting|comment|
    imageobject|videoobject|breadcrumblist|webpage|searchaction|place|creativework)$
  `,
  'iu',
)

function readStructured(page: PageEvidence, siteDomain: string, add: Add): void {
  for (const item of page.organizations.slice(0, NAMES_PER_PAGE_MAX)) {
    if (NOT_THE_SITE.test(item.via) || NOT_ORGANIZATION.test(item.type)) continue
    const elsewhere =
      item.url !== null &&
      registrableOf(item.url) !== null &&
      registrableOf(item.url) !== siteDomain
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
        (item.via === '' || /^(?:founder|publisher|copyrightholder|mainentity)$/iu.test(item.via))
      )
        add(
          item.via === '' || item.via === 'mainEntity' ? 'structured_person' : 'page_author',
          item.name,
          observed,
          'person',
        )
      continue
    }
    const place = [`via ${item.via}`, `type ${item.type}`]
    if (item.legal_name !== null)
      add('structured_legal_name', item.legal_name, observed, undefined, place)
    if (item.name !== null)
      add(
        hasForm(item.name) ? 'structured_legal_name' : structuredKind(item.via, item.type),
        item.name,
        observed,
        undefined,
        place,
      )
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

function readTitles(
  page: PageEvidence,
  siteDomain: string,
  registrableDomain: string,
  add: Add,
): void {
  if (page.site_name !== null) add('site_name', page.site_name, page.site_name)
  if (page.application_name !== null)
    add('application_name', page.application_name, page.application_name)
  if (page.author !== null && (page.role === 'home' || page.role === 'feed'))
    add('page_author', page.author, `Author: ${page.author}`)
  if (page.title === null) return
  const labels = [readDomainLabel(siteDomain), readDomainLabel(registrableDomain)]
  const segments = page.title.slice(0, 400).split(/(?:(?<!\s)\s+)?[|•·–—:»«]\s*|(?<!\s)\s+-\s+/u, 8)
  const named = segments
    .map((segment) =>
      (/[&+]/u.test(segment) ? segment : (segment.split(',')[0] ?? '')).replace(PLACE_IN_TITLE, ''),
    )
    .filter(
      (segment) =>
        segment.split(' ').length <= TITLE_NAME_WORDS_MAX &&
        !SENTENCE.test(segment) &&
        !segment.toLowerCase().includes(registrableDomain),
    )
    .map((segment) => ({
      segment,
      likeness: Math.max(...labels.map((label) => labelLikeness(segment, label))),
    }))
    .sort((a, b) => b.likeness - a.likeness)[0]
  if (named !== undefined && named.likeness >= 0.6) add('page_title', named.segment, page.title)
}

const PLACE_IN_TITLE = /\s(?:in|à|en|bei|at|near|aus|i|te)\s\p{Lu}.*/su
const SENTENCE = new RegExp(
  lines`
    \b(?:is|are|was|ist|sind|est|sont|is now|es|è|são|zijn|buy|sale|sign in|log ?in|page|
    willkommen|welcome|bienvenue|bienvenidos)\b
  `,
  'iu',
)

/** Keeps one signal for each kind and name, because all pages of a site repeat the same footer. */
function withoutRepeats(signals: readonly Signal[]): Signal[] {
  const kept = new Map<string, Signal>()
  for (const signal of signals) {
    const key = `${signal.kind} ${compactName(signal.entity ?? '')} ${signal.entity}`
    const known = kept.get(key)
    kept.set(
      key,
      known === undefined
        ? signal
        : { ...known, marks: [...new Set([...(known.marks ?? []), ...(signal.marks ?? [])])] },
    )
  }
  return [...kept.values()]
}
