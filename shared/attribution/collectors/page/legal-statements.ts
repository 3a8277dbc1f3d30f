import { beginsWithCompanyData, isCompanyData, REGISTER_ENTRY } from '../../names/company-data.ts'
import { foldToLetters } from '../../names/fold.ts'
import { hasForm } from '../../names/forms-in-words.ts'
import { mayContainForm } from '../../names/legal-forms.ts'
import { nameAtStart, withoutAnnouncement } from '../../names/names-in-text.ts'
import { inOnePlace } from '../../names/pattern-code.ts'
import type { LegalStatement, PageRole } from '../../page-evidence.ts'
import { nameAboveAddress } from './above-address.ts'
import { beginsAddress, isAddressLine, isContactLine } from './address-lines.ts'
import { withoutHosts } from './host-sections.ts'
import {
  CONTACT_ANNOUNCEMENT,
  CONTRACTOR_INLINE,
  CONTROLLER_ANNOUNCEMENT,
  CONTROLLER_INLINE,
  CONTROLLER_LABEL,
  IMPRINT_ANNOUNCEMENT,
  NAME_INLINE,
  NAME_LABEL,
  OPERATOR_INLINE,
  OPERATOR_LABEL,
  OTHER_PARTY,
} from './legal-labels.ts'
import { around, sentenceStatements } from './legal-sentences.ts'
import { foldCase } from './letter-case.ts'
import words from './operator-words.json' with { type: 'json' }
import type { PageLine } from './page-document.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'

const STATEMENTS_MAX = 32
const UNITS_PER_LINE = 20
const UNITS_PER_CHARACTER = 0.4
const ANNOUNCEMENT_LENGTH_MAX = 140
const NAME_DISTANCE_MAX = 3
const ADDRESS_DISTANCE_MAX = 4
const OBSERVED_LENGTH_MAX = 300
const FORM_LINE_LENGTH_MAX = 200

export interface LegalContext {
  role: PageRole
  /**
   * Label of the domain, name of the site and parts of the title, in lower-case letters and digits.
   */
  siteNames: readonly string[]
}

export function* legalStatements(
  all: readonly PageLine[],
  context: LegalContext,
  slice: Slice,
): SlicedWork<LegalStatement[]> {
  // A post on a home page is usually about other companies, and often a guest has written it.
  const lines =
    context.role === 'home'
      ? all.filter(({ region }) => region !== 'post')
      : withoutHosts(all, context.role)
  const found: LegalStatement[] = [
    ...(yield* statementsOfLines(lines, slice, (line, index) =>
      labelledStatements(line, lines[index + 1], context),
    )),
    ...(yield* blockStatements(lines, context, slice)),
    ...(yield* statementsOfLines(lines, slice, ({ text, block }, index) => {
      const next = lines[index + 1]
      return sentenceStatements(
        { text, next: next?.block === block ? next.text : null },
        context.siteNames,
      )
    })),
    ...(yield* statementsOfLines(lines, slice, footerStatements)),
    ...listedAddresses(
      yield* statementsOfLines(lines, slice, (_, index) => addressedCompany(lines, index)),
    ),
  ]
  const unique = new Map<string, LegalStatement>()
  for (const statement of found) {
    const key = `${statement.kind} ${foldToLetters(statement.name)}`
    if (!unique.has(key) && statement.observed.includes(statement.name)) unique.set(key, statement)
  }
  // Credits and trademark notices come last: they are the weakest evidence and could fill the list.
  const aside = ({ kind }: LegalStatement): boolean => kind === 'credit' || kind === 'trademark'
  return [...unique.values()]
    .toSorted((a, b) => Number(aside(a)) - Number(aside(b)))
    .slice(0, STATEMENTS_MAX)
}

function* statementsOfLines(
  lines: readonly PageLine[],
  slice: Slice,
  read: (line: PageLine, index: number) => readonly LegalStatement[],
): SlicedWork<LegalStatement[]> {
  const found: LegalStatement[] = []
  let index = 0
  for (const line of lines) {
    const statements = read(line, index)
    index += 1
    if (statements.length > 0) found.push(...statements)
    if (slice.isFull(UNITS_PER_LINE + line.text.length * UNITS_PER_CHARACTER)) yield
  }
  return found
}

type Kind = LegalStatement['kind']

const NONE: readonly LegalStatement[] = []

const statement = (kind: Kind, name: string | null, observed: string): LegalStatement[] =>
  name === null ? [] : [{ kind, name, observed: observed.slice(0, OBSERVED_LENGTH_MAX) }]

function labelledStatements(
  { text, cell, region }: PageLine,
  next: PageLine | undefined,
  { role }: LegalContext,
): readonly LegalStatement[] {
  const folded = foldCase(text)
  if (cell !== null && next?.cell?.row === cell.row && next.cell.index > cell.index) {
    const kind = CONTROLLER_LABEL.test(folded)
      ? 'controller'
      : OPERATOR_LABEL.test(folded)
        ? 'imprint'
        : null
    return kind === null
      ? []
      : statement(
          kind,
          nameAtStart(next.text),
          `${text.replace(/(?:(?<!\s)\s+)?[:：]$/u, '')}: ${next.text}`,
        )
  }
  // On a home page, labels such as "company" and "editor" are ordinary words, so they count only in
  // the footer.
  const controller = CONTROLLER_INLINE.exec(folded)
  const isOrdinary = role === 'home' && region !== 'footer'
  const operator = isOrdinary ? null : OPERATOR_INLINE.exec(folded)
  const contractor = role === 'home' || operator !== null ? null : contractorIn(text)
  if (contractor !== null) return statement('imprint', contractor, text)
  if (controller === null && operator === null) return NONE
  return (
    [
      ['controller', controller],
      ['imprint', operator],
    ] as const
  ).flatMap(([kind, match]) => {
    const name = match === null ? null : nameAtStart(text.slice(match.index + match[0].length))
    return match === null || name === null
      ? []
      : statement(kind, name, around(text, match.index, name))
  })
}

function contractorIn(text: string): string | null {
  if (!/\d{5}/u.test(text)) return null
  const match = CONTRACTOR_INLINE.exec(foldCase(text))
  const value = match === null ? '' : text.slice(match[0].length)
  const name = nameAtStart(value)
  if (name === null || value.indexOf(name) > LEADING_LENGTH_MAX) return null
  const rest = value.slice(value.indexOf(name) + name.length)
  return REGISTER_WORD.test(rest) ? name : null
}
const LEADING_LENGTH_MAX = 12

function* blockStatements(
  lines: readonly PageLine[],
  { role }: LegalContext,
  slice: Slice,
): SlicedWork<LegalStatement[]> {
  const found: LegalStatement[] = []
  let heading: { kind: Kind; at: number } | null =
    role === 'imprint' ? { kind: 'imprint', at: -1 } : null
  for (let index = 0; index < lines.length && found.length < STATEMENTS_MAX; index += 1) {
    const line = lines[index]
    if (slice.isFull(UNITS_PER_LINE)) yield
    if (line === undefined || line.region === 'nav') continue
    const labelled =
      heading !== null && isNear(lines, heading.at, index) ? nameBesideLabel(lines, index) : null
    if (heading !== null && labelled !== null) {
      found.push({ kind: heading.kind, ...labelled })
      heading = null
    }
    if (line.cell !== null) continue
    const kind = announcement(line, role)
    if (kind !== null) heading = { kind, at: index }
    else if (heading !== null && introducesOthers(line)) heading = null
    if (kind !== null || heading === null) continue
    const near = heading.at < 0 || index - heading.at <= NAME_DISTANCE_MAX
    const name = near ? blockName(lines, index, role) : null
    if (name === null) continue
    found.push({ kind: heading.kind, name, observed: blockText(lines, index) })
    heading = null
  }
  return found
}

const isNear = (lines: readonly PageLine[], from: number, to: number): boolean =>
  to - from <= NAME_DISTANCE_MAX &&
  !lines.slice(from + 1, to).some(({ text }) => /[:：]$/u.test(text))

// Returns the name beside a label such as "Name:". Such a general label is enough below a heading
// that means the operator.
function nameBesideLabel(
  lines: readonly PageLine[],
  index: number,
): { name: string; observed: string } | null {
  const { text = '', cell = null } = lines[index] ?? {}
  if (text.length > FORM_LINE_LENGTH_MAX) return null
  const next = lines[index + 1]
  const folded = foldCase(text)
  const isCell = cell !== null && next?.cell?.row === cell.row && next.cell.index > cell.index
  const value = isCell
    ? NAME_LABEL.test(folded)
      ? next.text
      : null
    : text.slice(NAME_INLINE.exec(folded)?.[0].length ?? text.length)
  const name = value === null ? null : nameAtStart(value)
  if (value === null || name === null || isAddressLine(name)) return null
  return {
    name,
    observed: isCell
      ? `${text.replace(/(?:(?<!\s)\s+)?[:：]$/u, '')}: ${value}`.slice(0, OBSERVED_LENGTH_MAX)
      : text,
  }
}

function announcement({ text, heading }: PageLine, role: PageRole): Kind | null {
  if (text.length > ANNOUNCEMENT_LENGTH_MAX) return null
  const leadsIn = heading > 0 || /[:：]$/u.test(text) || text.length <= 40
  if (!leadsIn) return null
  const folded = foldCase(text)
  if (CONTROLLER_ANNOUNCEMENT.test(folded)) return 'controller'
  if (IMPRINT_ANNOUNCEMENT.test(folded) && role !== 'home') return 'imprint'
  if (heading > 0 && OPERATOR_LABEL.test(folded) && role !== 'home') return 'imprint'
  if (CONTACT_ANNOUNCEMENT.test(folded) && role !== 'home') return 'imprint'
  return null
}

const introducesOthers = ({ text, heading }: PageLine): boolean =>
  text.length <= ANNOUNCEMENT_LENGTH_MAX &&
  (heading > 0 || /[:：]$/u.test(text)) &&
  OTHER_PARTY.test(foldCase(text))

function blockName(lines: readonly PageLine[], index: number, role: PageRole): string | null {
  const line = lines[index]
  if (line === undefined || line.heading > 0 || line.linked || line.text.length > 200) return null
  if (isContactLine(line.text) || line.text.includes('©')) return null
  const name = nameAtStart(line.text)
  if (name === null || line.text.indexOf(name) > 12) return null
  const rest = line.text.slice(line.text.indexOf(name) + name.length)
  if (/^\s?[:：]/u.test(rest)) return null
  const followers = lines
    .slice(index + 1, index + 1 + ADDRESS_DISTANCE_MAX)
    .filter(({ heading, region, linked }) => heading === 0 && region === line.region && !linked)
  const addressed = isAddressLine(rest) || followers.some(({ text }) => isAddressLine(text))
  const sameBlock = followers.filter(({ block }) => block === line.block)
  const contacted = sameBlock.some(({ text }) => isContactLine(text))
  if (/^[\s,.]*[\p{Ll}]/u.test(rest) || beginsAddress(name, rest)) return null
  if (beginsWithCompanyData(line.text)) return null
  if (hasForm(name)) return addressed || contacted || role === 'imprint' ? name : null
  if (isAddressLine(name)) return null
  // A name without a legal form needs an address behind it. On an imprint, the address may stand
  // below the paragraph.
  const close = sameBlock.some(({ text }) => isAddressLine(text)) || isAddressLine(rest)
  return close || (addressed && role === 'imprint') ? name : null
}

function blockText(lines: readonly PageLine[], index: number): string {
  const parts = lines.slice(index, index + 1 + ADDRESS_DISTANCE_MAX).map(({ text }) => text)
  return parts.join(', ').slice(0, OBSERVED_LENGTH_MAX)
}

// Largest number of companies with an address. If a page has more, they are branches, dealers or
// partners, and none counts.
const ADDRESSED_MAX = 2

const listedAddresses = (found: readonly LegalStatement[]): readonly LegalStatement[] =>
  new Set(found.map(({ name }) => foldToLetters(name))).size > ADDRESSED_MAX ? [] : found

function addressedCompany(lines: readonly PageLine[], index: number): readonly LegalStatement[] {
  const text = lines[index]?.text ?? ''
  if (!mayContainForm(text)) return NONE
  const name = nameAboveAddress(lines, index)
  return name !== null && hasForm(name) ? statement('imprint', name, blockText(lines, index)) : NONE
}

// Matches words about a register behind a name, which show that the line describes the company
// itself.
const REGISTER_WORD = new RegExp(
  `(?<!\\p{L})(?:${REGISTER_ENTRY}|${words.registrations.join('|')})`,
  'iu',
)
const REGISTERED = new RegExp(
  [
    String.raw`^[\s,.–—|•·()-]{0,4}(?:is\s{1,3}an?\s{1,3}(?:registered\s{1,3}|`,
    String.raw`tax-exempt\s{1,3})?(?=501\s?\(c\)|non-?profit\b|not-for-profit\b|`,
    String.raw`charit)|(?:is|est|ist)\s{1,3})?${inOnePlace(REGISTER_WORD.source)}`,
  ].join(''),
  'iu',
)

/** Matches words about a register that look like a name but are none: "Registered Office". */
const NO_PARTY = /^(?:registered|incorporated) (?:in|office|address|charity|company|no|number)\b/iu
// Matches a copyright sentence at the start of a line. The name and address of the operator may
// follow it.
const COPYRIGHT_SENTENCE = new RegExp(
  [
    String.raw`^[^.|]{0,12}(?:©|(?<!501\s?)\(c\)|copyright)[^.|]{0,80}`,
    String.raw`(?<!\b\p{L}{1,4})(?:\.|\s\|)\s+(?=\p{Lu})`,
  ].join(''),
  'iu',
)
const HOST_NAME = /^\S+\.\p{L}{2,24}$/u
const FOOTER_WINDOW = 200
const BEFORE_ADDRESS = /[,|•·–—-]/u

function footerStatements({ text: line, region }: PageLine): readonly LegalStatement[] {
  const mayBeAddressed = region === 'footer' && BEFORE_ADDRESS.test(line)
  const mayBeRegistered = (region === 'footer' || mayContainForm(line)) && REGISTER_WORD.test(line)
  if (!mayBeAddressed && !mayBeRegistered) return NONE
  const text = withoutAnnouncement(line.replace(COPYRIGHT_SENTENCE, ''))
  if (/^[^.]{0,40}(?:©|(?<!501\s?)\(c\)|copyright)/iu.test(text)) return []
  const name = nameAtStart(text)
  if (name === null || !text.startsWith(name) || HOST_NAME.test(name) || NO_PARTY.test(name))
    return []
  if (beginsWithCompanyData(text) || isCompanyData(name)) return []
  const rest =
    text.slice(name.length, name.length + FOOTER_WINDOW).split(/©|\bcopyright\b/iu, 1)[0] ?? ''
  if (beginsAddress(name, rest)) return []
  const registered = REGISTERED.test(rest) && (hasForm(name) || region === 'footer')
  const addressed =
    region === 'footer' &&
    /^\s{0,2}[,|•·–—-]/u.test(rest) &&
    !isAddressLine(name) &&
    (isAddressLine(rest) || isContactLine(rest.replace(/^[\s,|•·–—-]+/u, '')))
  return registered || addressed ? statement('imprint', name, text) : []
}
