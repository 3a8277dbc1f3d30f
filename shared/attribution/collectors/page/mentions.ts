import { parseUrl } from '../../../platform/net/url.ts'
import { hasCommonForm, hasForm, withoutForm } from '../../names/forms-in-words.ts'
import { nameCuts } from '../../names/name-cuts.ts'
import { namesWithForm, plausibleName } from '../../names/names-in-text.ts'
import { LABELLED } from '../../names/owner-words.ts'
import type { Mention, PageRole } from '../../page-evidence.ts'
import { nameAboveAddress } from './above-address.ts'
import { bylineName, isTitled } from './bylines.ts'
import { isUsedService } from './legal-sentences.ts'
import {
  borderedText,
  continuesName,
  isFormField,
  isMakersLink,
  isSoftwareHolder,
  type LinePart,
  leavesTo,
  splitLine,
  standsBesidePicture,
} from './line-parts.ts'
import type { PageDocument, PageLine } from './page-document.ts'
import { firstSearchedLine } from './page-lines.ts'
import { isCredit, isRightsLine, rightsPieces } from './rights-pieces.ts'
import { isQuestion, MENU_WORDS } from './rights-words.ts'
import { holdsYear as isDatedLine, withoutLeadingRange } from './rights-years.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'
import { isMarkOfOthers } from './trademarks.ts'

/** Limits of the names per page. If a page has more, the names nearest to its end are kept. */
const RIGHTS_MAX = 40
const LINES_MAX = 100
const LOGOS_MAX = 6
const LINE_READ_MAX = 400
const UNITS_PER_CHARACTER = 2
const CLOSING_LINES_MAX = 400
const OBSERVED_LENGTH_MAX = 300
const SHORT_LINE_LENGTH_MAX = 90
const FORM_LINE_LENGTH_MAX = 200
// Number of lines at the end of a home page that count as a footer, because it may have no footer
// markup. Legal pages end with legal text, so their last lines do not count as one.
const TAIL_LINES = 25

export function* readMentions(
  document: PageDocument,
  { url, role }: { url: string; role: PageRole },
  slice: Slice,
): SlicedWork<Mention[]> {
  const mentions = yield* readLineMentions(
    document.lines,
    { url, role, title: document.title },
    slice,
  )
  return [...mentions, ...headMentions(document, url), ...logoMentions(document, url)]
}

/** Reads names in the lines of a page, but not in meta elements or links to the home page. */
export function* readLineMentions(
  lines: readonly PageLine[],
  { url, role, title }: { url: string; role: PageRole; title: string | null },
  slice: Slice,
): SlicedWork<Mention[]> {
  const first = firstSearchedLine(lines)
  const rights: Mention[] = []
  const plain: Mention[] = []
  for (const [index, line] of lines.entries()) {
    const tail = line.fromEnd <= TAIL_LINES
    const marks = [line.region, ...(tail ? ['tail'] : []), ...(line.linked ? ['linked'] : [])]
    // In an article, in a post or next to a picture, a line usually names the author, so it is
    // skipped.
    if (!tail && (line.region === 'figure' || line.region === 'article' || line.region === 'post'))
      continue
    // Lines far from the end of the page are skipped. Otherwise an attacker could fill a page with
    // footers or names and use seconds of CPU time.
    if (index < first || (line.region === 'footer' && index < lines.length - CLOSING_LINES_MAX))
      continue
    if (slice.isFull(Math.min(line.text.length, LINE_READ_MAX) * UNITS_PER_CHARACTER)) yield
    if (isRightsLine(line.text)) rights.push(...rightsMentions(lines, index, marks, url))
    else {
      if (nameAboveAddress(lines, index) !== null) marks.push('above_address')
      if (line.heading === 1 && isTitled(line.text, title)) marks.push('titled')
      const author = role === 'home' ? bylineName(lines, index, title) : null
      if (author !== null) plain.push(mention('heading', author, line.text, [...marks, 'byline']))
      else if (!isListed(lines, index) && !isMarkOfOthers(line.text, url))
        plain.push(...lineMentions(line, marks, tail && role === 'home'))
    }
  }
  return [
    ...withoutPictureCredits(rights).slice(-RIGHTS_MAX),
    ...plain.filter(({ place }) => place === 'owner').slice(-RIGHTS_MAX),
    ...plain.filter(({ place }) => place !== 'owner').slice(-LINES_MAX),
  ]
}

export function* rightsMentionsIn(lines: readonly PageLine[], slice: Slice): SlicedWork<Mention[]> {
  const found: Mention[] = []
  for (const [index, line] of lines.entries()) {
    if (slice.isFull(Math.min(line.text.length, LINE_READ_MAX) * UNITS_PER_CHARACTER)) yield
    if (isRightsLine(line.text)) found.push(...rightsMentions(lines, index, [], ''))
    else if (LABELLED.test(line.text))
      found.push(...lineMentions(line, [], true).filter(({ place }) => place === 'owner'))
    if (found.length > RIGHTS_MAX) break
  }
  return found.filter(({ place }) => place !== 'near_rights')
}

const NEAR_LINES = 2

/** The holder of "© 2026" may stand on the line before or after it. */
function rightsMentions(
  lines: readonly PageLine[],
  index: number,
  marks: readonly string[],
  url: string,
): Mention[] {
  const line = lines[index]
  if (line === undefined) return []
  const parts = splitLine(line)
  const near = partsNear(lines, index)
  const read = (text: string, observed: string, more: readonly string[]): Mention[] =>
    rightsPieces(text).flatMap((piece, place) =>
      nameCuts(piece.text).flatMap(({ name, cut }) => {
        const link =
          parts.find((part) => part.link !== null && part.text.includes(name))?.link ?? null
        const isOperator = piece.marks.includes('powered')
        if (
          !isOperator &&
          (isMakersLink(name, link, url) ||
            isSoftwareHolder(name, piece.before, { near, siteUrl: url }))
        )
          return []
        const away = leavesTo(link, url) === null ? [] : ['linked away']
        const order = place === 0 ? 'first' : 'later'
        return [
          mention('rights', name, observed, [
            ...marks,
            ...piece.marks,
            cut,
            order,
            ...away,
            ...more,
          ]),
        ]
      }),
    )
  const bare = [
    ...(standsBesidePicture(line) ? ['beside picture'] : []),
    ...(isDatedLine(line.text) ? ['dated'] : []),
  ]
  const own = withoutMenu(read(borderedText(parts), line.text, bare), parts)
  const next = lines[index + 1]
  // True if the name of the holder continues on the next line: "© 2026 Kork Brasil", then "Ind. e
  // Com. Ltda.".
  const wraps =
    next !== undefined &&
    next.block === line.block &&
    next.text.length <= SHORT_LINE_LENGTH_MAX &&
    (own.length === 0 || continuesName(line.text, next.text) || isRestOfName(next.text))
  const wrapped = wraps ? `${line.text} ${next.text}` : ''
  const found = [
    ...own,
    ...(wraps ? read(`${borderedText(parts)} ${next.text}`, wrapped, [...bare, 'wrapped']) : []),
  ]
  if (found.length > 0) return [...found, ...companyBelow(found, next, marks)]
  return [lines[index - 1], lines[index + 1]].flatMap((beside, place) =>
    beside === undefined || !mayHoldHolder(beside, line)
      ? []
      : nameCuts(beside.text)
          .filter(({ cut }) => cut !== 'short')
          .map(({ name, cut }) =>
            mention('near_rights', name, beside.text, [
              ...marks,
              cut,
              place === 0 ? 'before' : 'behind',
            ]),
          ),
  )
}

// If a holder stands behind the sign, links before the sign are a menu and are removed: "Awards
// Vouchers © 2026 Kork".
function withoutMenu(found: readonly Mention[], parts: readonly LinePart[]): Mention[] {
  const isLinked = ({ name, marks }: Mention): boolean =>
    marks.includes('before') && parts.some(({ text, link }) => link !== null && text.includes(name))
  return found.some(({ marks }) => marks.includes('behind'))
    ? found.filter((one) => !isLinked(one))
    : [...found]
}

const REST_WORDS_MAX = 3
const isRestOfName = (text: string): boolean =>
  hasForm(text) && withoutForm(text).split(' ').length <= REST_WORDS_MAX

/** If "© 2026 Kork.com" names no company, a company on the line below is the holder. */
function companyBelow(
  found: readonly Mention[],
  next: PageLine | undefined,
  marks: readonly string[],
): Mention[] {
  if (next === undefined || !mayHoldHolder(next, next) || found.some(({ name }) => hasForm(name)))
    return []
  return namesWithForm(next.text)
    .filter((name) => next.text.startsWith(name) && hasCommonForm(name))
    .map((name) => mention('near_rights', name, next.text, [...marks, 'form', 'behind']))
}

const mayHoldHolder = ({ text, region }: PageLine, rights: PageLine): boolean =>
  text.length <= SHORT_LINE_LENGTH_MAX &&
  region === rights.region &&
  !/[:?]$/u.test(text) &&
  !isQuestion(text) &&
  MENU_WORDS.exec(text)?.index !== 0 &&
  !isCredit(text)

const partsNear = (lines: readonly PageLine[], index: number): LinePart[] =>
  lines
    .slice(Math.max(0, index - NEAR_LINES), index + NEAR_LINES + 1)
    .filter((near) => near === lines[index] || !isRightsLine(near.text))
    .flatMap((near) => (near.text.length <= FORM_LINE_LENGTH_MAX ? splitLine(near) : []))

// Removes credits of pictures. If the site has a copyright line with a year, a line without a year
// credits a picture when it stands outside of the footer or beside a picture.
function withoutPictureCredits(rights: readonly Mention[]): Mention[] {
  const isDated = ({ marks }: Mention): boolean =>
    marks.includes('dated') || marks.includes('reserved')
  const isBare = (one: Mention): boolean =>
    !isDated(one) && (!one.marks.includes('footer') || one.marks.includes('beside picture'))
  return rights.some(isDated) ? rights.filter((one) => !isBare(one)) : [...rights]
}

/** Several links, one below the other, are a list of other companies. */
const isListed = (lines: readonly PageLine[], index: number): boolean => {
  const { linked, region } = lines[index] ?? { linked: false, region: 'main' }
  if (!linked || region === 'footer' || region === 'header') return false
  return [-2, -1, 1, 2].some((step) => lines[index + step]?.linked === true)
}

function lineMentions(line: PageLine, marks: readonly string[], tail: boolean): Mention[] {
  if (line.text.length > FORM_LINE_LENGTH_MAX || isFormField(line)) return []
  const found = statedMentions(line, marks, tail)
  return found.length > 0 && isCredit(line.text) ? [] : found
}

function statedMentions(line: PageLine, marks: readonly string[], tail: boolean): Mention[] {
  const { text, region, heading } = line
  if (region === 'footer' || tail) {
    const cuts = nameCuts(withoutLeadingRange(text))
    if (cuts.some(({ cut }) => cut === 'owner')) {
      const stated = LABELLED.test(text) ? 'labelled' : 'in a sentence'
      return cuts.map(({ name, cut }) =>
        mention(cut === 'owner' ? 'owner' : 'footer', name, text, [...marks, cut, stated]),
      )
    }
    if (text.length <= SHORT_LINE_LENGTH_MAX)
      return cuts.map(({ name, cut }) => mention('footer', name, text, [...marks, cut]))
  }
  if (
    heading === 1 ||
    (region === 'header' && text.length <= SHORT_LINE_LENGTH_MAX && !line.linked)
  )
    return nameCuts(text).map(({ name, cut }) => mention('heading', name, text, [...marks, cut]))
  if (line.linked) return []
  const names = namesWithForm(text)
  const used = names.filter((name) => isUsedService(text.slice(0, text.indexOf(name))))
  return names
    .filter((name) => hasCommonForm(name) && !used.some((service) => name.endsWith(service)))
    .map((name) => mention('form', name, text, marks))
}

/** Names of meta elements for the owner, from Dublin Core and similar vocabularies. */
const HEAD_ELEMENTS = new RegExp(
  [
    String.raw`^(?:copyright|rights|dc\.rights|dcterms\.rights(?:holder)?|dc\.publisher|`,
    String.raw`dcterms\.publisher|publisher|company|owner|organization)$`,
  ].join(''),
  'u',
)

function headMentions({ metas, lines }: PageDocument, url: string): Mention[] {
  const stated = [...metas].flatMap(([key, value]) =>
    HEAD_ELEMENTS.test(key) ? readRights(value, [key.replace(/^.*\./u, '')]) : [],
  )
  if (stated.length === 0) return []
  const signed = lines.flatMap(({ text }, index) =>
    isRightsLine(text) ? [partsNear(lines, index)] : [],
  )
  return stated.filter(
    ({ name }) => !signed.some((near) => isSoftwareHolder(name, '', { near, siteUrl: url })),
  )
}

/** The name of the element says that the text is about copyright, so it needs no sign. */
export function readRights(text: string, marks: readonly string[]): Mention[] {
  const pieces = rightsPieces(isRightsLine(text) ? text : `© ${text}`)
  return pieces.flatMap((piece) =>
    nameCuts(piece.text).map(({ name, cut }) => mention('head', name, text, [...marks, cut])),
  )
}

function logoMentions({ anchors }: PageDocument, url: string): Mention[] {
  const origin = parseUrl(url)?.origin
  const names = new Map<string, Mention>()
  for (const { href, text, region, isSeen } of anchors) {
    if (!isSeen || region === 'visitor') continue
    if (
      text.length > SHORT_LINE_LENGTH_MAX ||
      !/^(?:\/|\.\/|https?:\/\/[^/]+\/?)(?:index\.\w+|home\/?)?$/iu.test(href)
    )
      continue
    const target = parseUrl(href, url)
    if (target === null || target.origin !== origin || names.size >= LOGOS_MAX) continue
    const name = plausibleName(
      text
        .replace(/\b(?:logo|home(?:page)?|back to|to the|startseite|zur)\b/giu, ' ')
        .replace(/\s+/gu, ' '),
    )
    if (name !== null && !names.has(name)) names.set(name, mention('logo', name, text, [region]))
  }
  return [...names.values()].filter(({ name, observed }) => observed.includes(name))
}

const mention = (
  place: Mention['place'],
  name: string,
  observed: string,
  marks: readonly string[],
): Mention => ({
  place,
  name,
  observed: observed.length <= OBSERVED_LENGTH_MAX ? observed : cutAround(observed, name),
  marks: [...marks, ...(hasForm(name) ? ['with_form'] : [])],
})

function cutAround(text: string, name: string): string {
  const at = Math.max(0, text.indexOf(name) - 60)
  return text.slice(at, at + OBSERVED_LENGTH_MAX)
}
