import type { PageRole } from '../../evidence.ts'
import type { BuiltLine, LinePiece, PageLine } from './page-document.ts'
import type { Attributes, PageNode } from './style/page-node.ts'
import { partOf } from './visible-lines.ts'

/** Words for what visitors write, in the names of classes, ids, roles and schema.org types. */
const VISITOR_WORDS =
  'comments?|commentlist|disqus|kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties|komentarze|reviews?|userreviews?|bewertung(?:en)?|rezension(?:en)?|avis|recensioni|recensies|opiniones|opinie|reseñas|testimonials?|testimonianze|temoignages|kundenstimmen|guest-?book|gaestebuch|gästebuch|livredor|gastenboek|libro-?visitas|ugc|user-?(?:content|posts?|generated)|forum-?(?:post|message|topic|thread)s?|bbp-(?:reply|topic)[a-z-]{0,20}|post-?message|shoutbox|chat-?messages?|notice-?board|message-?board|pinnwand|trustpilot|yotpo'
const VISITOR = new RegExp(`(?:^|[^\\p{L}])(?:${VISITOR_WORDS})(?![\\p{L}])`, 'iu')
/** Matches each text that VISITOR matches. Most names of classes have no such letters. */
const MAYBE_VISITOR =
  /comm|komm|koment|reac|review|bewert|rezens|avis|recens|opini|rese|testim|temoig|kundens|guest|gaest|gäst|livred|gastenb|visitas|ugc|user|forum|bbp|post|shout|chat|board|pinnw|trustp|yotpo|disqus/i
const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu})/gu
/**
 * Roots carry classes such as "comments-open", and forms and links only lead to what visitors
 * write.
 */
const NO_PART = new Set(['html', 'body', 'a', 'form', 'label', 'input', 'button', 'main'])
/** Classes that say where comments are missing, or that switch them. */
const SWITCH =
  /\b(?:no|without|has|hide|show|toggle|enable|disable|closed?)[-_](?:comments?|reviews?|ratings?)|(?:comments?|reviews?|ratings?|testimonials?|feedback|avis)[-_]?(?:open|closed|off|on|enabled|disabled|page|template|theme|layout|site|app)(?!\p{Ll})/giu
const TYPE =
  /(?:Comment|Review|UserComments|UGC|DiscussionForumPosting|SocialMediaPosting|Question|Answer|Rating)$/u
/** Numbers and settings of comments are written by the site. */
const DATA_NAME =
  /^data-.{0,40}(?:comment|review|testimonial|ugc)(?!.{0,20}-(?:count|enabled|disabled|open|closed)$)/u
const MARKS_LENGTH_MAX = 600

/**
 * True for an element in which the visitors of a site write. `hasWord` is true if a class or the id
 * says so.
 */
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

/**
 * True if the classes or the id of an element are about what visitors write, wherever the word
 * stands in a name.
 */
export function hasVisitorWord(marks: string): boolean {
  if (!MAYBE_VISITOR.test(marks)) return false
  const text = marks.slice(0, MARKS_LENGTH_MAX).replace(CAMEL_CASE, '-')
  return VISITOR.test(text) && VISITOR.test(text.replace(SWITCH, ' '))
}

/** Headings above what visitors write. */
const VISITOR_HEADING =
  /^(?:\d{1,6} )?(?:(?:customer|guest|client|user|latest|recent|all|our|visitor|reader)s?['’]? )?(?:reviews|comments|testimonials|guest ?book|guest ?book entries)\b.{0,40}$|^what (?:our|my) (?:customers|clients|guests|patients|users|readers) say|\b(?:guest ?book|notice ?board|message ?board|bulletin board)\b|^(?:\d{1,6} )?(?:kommentare|gästebuch|kundenstimmen|kundenbewertungen|bewertungen|commentaires|livre d[’']or|avis (?:des )?clients|comentarios|opiniones|libro de visitas|commenti|recensioni|libro degli ospiti|reacties|gastenboek|beoordelingen|komentarze|opinie|księga gości|комментарии|отзывы|гостевая книга|kommentarer|gästbok|gæstebog)\b/iu

/** First words of an entry that name its writer. */
const BYLINE =
  /^(?:(?:posted|written|submitted|added|commented|reviewed|entry|comment|review|message|published) (?:by|from)|geschrieben von|verfasst von|eintrag von|kommentar von|écrit par|posté par|publié par|avis de|escrito por|publicado por|comentario de|scritto da|inviato da|geschreven door|geplaatst door|napisał\p{L}{0,2}|добавил\p{L}{0,2})\b|^.{2,60}\b(?:wrote|writes|says|said|schrieb|schreibt|a écrit|a dit|escribió|ha scritto|schreef|napisał\p{L}{0,2}|skrev|пишет)\b.{0,40}[:：]|^(?:visitor|guest|anonymous|besucher|gast|anonym|visiteur|invité|anonyme|visitante|invitado|anónimo|visitatore|ospite|anonimo|bezoeker|gość)\b.{0,30}(?:[:：]|$)/iu
const MONTH =
  '(?:[Jj]an|[Ff][eé][bv]|[Mm]ar|[Mm]är|[Aa][pvb]r|[Mm]a[iyjg]|[Jj]u[nil]|[Jj]uin|[Aa]ug|[Aa]oû|[Aa]go|[Ss]e[pt]|[Oo][ck]t|[Oo]tt|[Nn]ov|[Dd]e[czs]|[Dd]éc|[Dd]ic|[Ee]ne|[Gg]en|[Gg]iu|[Ll]ug)\\p{L}{0,8}\\.?'
const YEAR = '(?:19|20)\\d{2}(?!\\d)'
/** Name of a person and a date. An address has a number of a house and a postal code instead. */
const DATED = new RegExp(
  `^\\p{Lu}[\\p{L}'’-]{1,20}(?: \\p{Lu}[\\p{L}.'’-]{0,20}){0,2},? (?:\\(|on |am |le |el |il |op |[-–|·] )?(?:\\d{1,2}[./-]\\d{1,2}[./-](?:${YEAR}|\\d{2}(?!\\d))|${YEAR}-\\d{2}-\\d{2}|\\d{1,2}\\.? (?:de )?${MONTH} (?:de )?${YEAR}|${MONTH} \\d{1,2},? ${YEAR})`,
  'u',
)
/** Words before a date that are no name of a person. */
const NO_PERSON =
  /^(?:established|founded|since|updated|last|stand|seit|gegründet|registered|posted on|published|fondée?|fundada|version|copyright)/iu
const BYLINE_READ_MAX = 160
const ENTRY_LINES_MAX = 20

/**
 * Pages on which operators also indent their own address as a quotation, and on which nobody else
 * writes.
 */
const OWN_ROLES: ReadonlySet<PageRole> = new Set(['imprint', 'privacy', 'terms', 'contact'])

/** Lines that the site itself states: those outside of what visitors write and of quotations. */
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

/**
 * Returns the element that holds a heading and what follows it. Null for a page without such an
 * element.
 */
function partBelow(heading: BuiltLine, next: BuiltLine | undefined): PageNode | null {
  let element = nodeOf(heading)
  for (let level = 0; element !== null && level < DEPTH_MAX; level += 1) {
    if (element.name === 'body' || element.name === 'main') return null
    if (!/^h[1-6]$/u.test(element.name) && isIn(nodeOf(next), element)) return element
    element = element.parent
  }
  return null
}

const isByline = ({ text, heading, region }: PageLine): boolean =>
  heading === 0 && region !== 'nav' && namesWriter(text.slice(0, BYLINE_READ_MAX))

/** Matches each text that BYLINE matches. */
const MAYBE_BYLINE =
  /[:：]|(?:posted|written|submitted|added|commented|reviewed|entry|comment|review|message|published) (?:by|from)|geschr|verfasst|eintrag|kommentar|écrit|posté|publi|avis|escrit|coment|scritto|inviato|geplaatst|napisa|добав|visit|guest|anonym|anóni|anonim|besuch|gast|invit|ospite|bezoek|gość/i

const namesWriter = (text: string): boolean =>
  (MAYBE_BYLINE.test(text) && BYLINE.test(text)) ||
  (/\d{2}/.test(text) && DATED.test(text) && !NO_PERSON.test(text))

const ENTRY_ELEMENTS = new Set(['li', 'tr', 'dd', 'dl', 'article', 'p', 'div', 'section'])

/** Lines of the smallest element that holds the name of a writer and more. */
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

function isIn(node: PageNode | null, element: PageNode): boolean {
  for (let at = node, level = 0; at !== null && level < DEPTH_MAX; at = at.parent, level += 1)
    if (at === element) return true
  return false
}
const DEPTH_MAX = 24
