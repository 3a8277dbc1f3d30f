import { oneOf } from '../../names/pattern-code.ts'
import type { PageRole } from '../../page-evidence.ts'
import type { BuiltLine, LinePiece, PageLine } from './page-document.ts'
import { type Attributes, closest, type PageNode } from './style/page-node.ts'
import { partOf } from './visible-lines.ts'
import words from './visitor-words.json' with { type: 'json' }

// Words that show a part written by visitors. They stand in classes, ids, roles and schema.org
// types.
const VISITOR = new RegExp(`(?:^|[^\\p{L}])${oneOf(words.visitors)}(?![\\p{L}])`, 'iu')
// A fast check: most classes contain none of these parts of words, so the slow pattern is not
// tried.
const MAYBE_VISITOR = new RegExp(words.visitorStems.join('|'), 'i')
const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu})/gu
// Elements that never count as a part written by visitors. `html` and `body` may have a class such
// as "comments-open", and forms and links only lead to texts of visitors.
const NO_PART = new Set(['html', 'body', 'a', 'form', 'label', 'input', 'button', 'main'])
// Classes that say that there are no comments, or that belong to a switch for comments. They do not
// make an element a part that visitors write.
const SWITCH = new RegExp(
  [
    String.raw`\b${oneOf(words.switches)}[-_](?:comments?|reviews?|ratings?)`,
    String.raw`${oneOf(words.switched)}[-_]?${oneOf(words.switchEnds)}(?!\p{Ll})`,
  ].join('|'),
  'giu',
)
const TYPE = new RegExp(`${oneOf(words.types)}$`, 'u')
// Attributes of parts that visitors write. Attributes for the number or the settings of comments do
// not match, because the site itself writes those.
const DATA_NAME = new RegExp(
  [
    `^data-.{0,40}(?:comment|review|testimonial|ugc)(?!.{0,20}-(?:count|`,
    `enabled|disabled|open|closed)$)`,
  ].join(''),
  'u',
)
const MARKS_LENGTH_MAX = 600

/** `hasWord` is true when a class or the id has a word for parts that visitors write. */
export function isVisitorPart(name: string, attributes: Attributes, hasWord: boolean): boolean {
  if (NO_PART.has(name)) return false
  if (hasWord) return true
  const { role, itemprop, itemtype } = attributes
  if (itemtype !== undefined && TYPE.test(itemtype.trim().slice(0, MARKS_LENGTH_MAX))) return true
  if (role !== undefined && /^\s{0,9}(?:comment|mark)\b/iu.test(role)) return true
  if (
    itemprop !== undefined &&
    /\b(?:comment|review|reviewBody|reviews|commentText)\b/u.test(itemprop)
  )
    return true
  return Object.keys(attributes).some((attribute) => DATA_NAME.test(attribute))
}

export function hasVisitorWord(marks: string): boolean {
  if (!MAYBE_VISITOR.test(marks)) return false
  const text = marks.slice(0, MARKS_LENGTH_MAX).replace(CAMEL_CASE, '-')
  return VISITOR.test(text) && VISITOR.test(text.replace(SWITCH, ' '))
}

const VISITOR_HEADING = new RegExp(
  [
    String.raw`^(?:\d{1,6} )?(?:${oneOf(words.visitorRoles)}s?['’]? )?`,
    String.raw`${oneOf(words.headings)}\b.{0,40}$|^what (?:our|`,
    String.raw`my) ${oneOf(words.visitorPlurals)} say|\b${oneOf(words.boards)}\b|^`,
    String.raw`(?:\d{1,6} )?${oneOf(words.foreignHeadings)}\b`,
  ].join(''),
  'iu',
)

const BYLINE = new RegExp(
  [
    String.raw`^${oneOf(words.bylineStarts)}\b`,
    String.raw`^.{2,60}\b${oneOf(words.bylineVerbs)}\b.{0,40}[:：]`,
    String.raw`^${oneOf(words.writers)}\b.{0,30}(?:[:：]|$)`,
  ].join('|'),
  'iu',
)
const MONTH = `${oneOf(words.months)}\\p{L}{0,8}\\.?`
const YEAR = '(?:19|20)\\d{2}(?!\\d)'
// Matches a name and a date at the start of a comment. An address does not match: a house number
// and a postal code are no date.
const DATED = new RegExp(
  [
    String.raw`^\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2},? (?:\(|on |am |`,
    String.raw`le |el |il |op |[-–|·] )?(?:\d{1,2}[./-]\d{1,2}[./-](?:${YEAR}|\d{2}`,
    String.raw`(?!\d))|${YEAR}-\d{2}-\d{2}|\d{1,2}\.? (?:de )?${MONTH} `,
    String.raw`(?:de )?${YEAR}|${MONTH} \d{1,2},? ${YEAR})`,
  ].join(''),
  'u',
)
/** Words that stand before a date, but are no name of a person: "Updated", "Founded". */
const NO_PERSON = new RegExp(`^${oneOf(words.noPersons)}`, 'iu')
const BYLINE_READ_MAX = 160
const ENTRY_LINES_MAX = 20

// On these pages, operators often write their own address as a quotation, and visitors write
// nothing there.
const OWN_ROLES: ReadonlySet<PageRole> = new Set(['imprint', 'privacy', 'terms', 'contact'])

export function siteLines(lines: readonly BuiltLine[], role: PageRole): BuiltLine[] {
  const isOwn = OWN_ROLES.has(role)
  const entries = isOwn ? new Set<number>() : visitorEntries(lines)
  return lines.flatMap((line, index) => {
    if (entries.has(index)) return []
    const isForeign = ({ node }: LinePiece): boolean =>
      node !== null && (node.isVisited || (!isOwn && node.isQuoted))
    if (!line.pieces.some(isForeign)) return [line]
    return partOf(line, (piece) => !isForeign(piece)) ?? []
  })
}

function visitorEntries(lines: readonly BuiltLine[]): Set<number> {
  const entries = new Set<number>()
  let heading = 0
  let container: PageNode | null = null
  for (const [index, line] of lines.entries()) {
    if (container !== null && !isIn(nodeOf(line), container)) heading = 0
    if (line.heading > 0) {
      if (VISITOR_HEADING.test(line.text)) {
        heading = line.heading
        container = partBelow(line, lines[index + 1])
      } else if (line.heading <= heading) heading = 0
    } else if (heading > 0 && line.region !== 'footer' && line.region !== 'nav') entries.add(index)
    if (isByline(line)) for (const at of entryOf(lines, index)) entries.add(at)
  }
  return entries
}

// Returns the element that holds a heading and the text below it. Returns null if only the root of
// the page holds both.
function partBelow(heading: BuiltLine, next: BuiltLine | undefined): PageNode | null {
  const isRoot = ({ name }: PageNode): boolean => name === 'body' || name === 'main'
  const found = closest(
    nodeOf(heading),
    DEPTH_MAX,
    (node) => isRoot(node) || (!/^h[1-6]$/u.test(node.name) && isIn(nodeOf(next), node)),
  )
  return found === null || isRoot(found) ? null : found
}

const isByline = ({ text, heading, region }: PageLine): boolean =>
  heading === 0 && region !== 'nav' && namesWriter(text.slice(0, BYLINE_READ_MAX))

const MAYBE_BYLINE = new RegExp(words.bylineStems.join('|'), 'i')

const namesWriter = (text: string): boolean =>
  (MAYBE_BYLINE.test(text) && BYLINE.test(text)) ||
  (/\d{2}/.test(text) && DATED.test(text) && !NO_PERSON.test(text))

const ENTRY_ELEMENTS = new Set(['li', 'tr', 'dd', 'dl', 'article', 'p', 'div', 'section'])

function entryOf(lines: readonly BuiltLine[], index: number): number[] {
  const own = lines[index]
  let element = nodeOf(own)
  while (element !== null && !ENTRY_ELEMENTS.has(element.name)) element = element.parent
  let best = [index]
  for (
    let level = 0;
    element !== null && element.name !== 'body' && level < LEVELS_MAX;
    level += 1
  ) {
    const inside = linesIn(lines, index, element)
    if (inside.length > ENTRY_LINES_MAX) break
    best = inside
    if (inside.length > 1 || element.name === 'li') break
    element = element.parent
  }
  return best
}
const LEVELS_MAX = 3

const nodeOf = (line: BuiltLine | undefined): PageNode | null => line?.pieces[0]?.node ?? null

function linesIn(lines: readonly BuiltLine[], index: number, element: PageNode): number[] {
  const inside: number[] = [index]
  for (
    let at = index + 1;
    at < lines.length && at - index <= ENTRY_LINES_MAX && isIn(nodeOf(lines[at]), element);
    at += 1
  )
    inside.push(at)
  for (
    let at = index - 1;
    at >= 0 && index - at <= ENTRY_LINES_MAX && isIn(nodeOf(lines[at]), element);
    at -= 1
  )
    inside.push(at)
  return inside
}

const isIn = (node: PageNode | null, element: PageNode): boolean =>
  closest(node, DEPTH_MAX, (at) => at === element) !== null
const DEPTH_MAX = 24
