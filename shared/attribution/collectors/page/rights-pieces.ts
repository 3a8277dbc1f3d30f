import { CREDITING_WORDS, RESERVING_WORDS, YEAR } from './rights-words.ts'

/** A part of a statement of rights that may name the holder, with what is known of its place. */
export interface RightsPiece {
  text: string
  /** behind or before the mark, reserved, year, again (behind a second mark). */
  marks: string[]
}

const LINE_LENGTH_MAX = 600
const PIECES_MAX = 8

/** "501(c)(3)" is a section of tax law, "(c)" with small letters behind it counts the points of a list. */
const MARK =
  /(?:[©ⓒ℗]|\uFFFD(?=\s{0,2}(?:copyright|(?:19|20)\d{2}))|(?<!\b501\s?|\d)\([cсC]\)(?=\s{0,2}(?:copyright|(?:19|20)\d{2}|[\p{Lu}\p{Lo}]))|(?<![\p{L}-])copyright(?![\p{L}-]|\s+(?:protected|infring|laws?\b|polic|notices?\b|owners?\b(?!:)|complaint|agent|holder|act\b|claim|and\b|or\b|dispute|work))|\bcopr\.)/iu
const MARKS = new RegExp(`(?:${MARK.source}[\\s.:,]*)+`, 'giu')
const SPAN = `(?:\\s{0,2}(?:[-–—/,&]+|to|bis|до|по)\\s{0,2}(?:${YEAR}|\\d{2}\\b|present|today|heute|now))`
/** Years and spans of years; a single year in parentheses may be a part of a name: "Kork Divers (2021) Pty Ltd". */
const YEARS = new RegExp(
  `\\(${YEAR}${SPAN}\\)|(?<!\\()'?${YEAR}${SPAN}?(?:\\s?(?:г{1,2}|год[аы]?|р|年)(?![\\p{L}])\\.?)?`,
  'giu',
)
/** Where one statement ends and the next begins. */
const PARTING =
  /\s*(?:[|•·∙●¦;]|\s{3,}|(?<!\b(?:Bros|Inc|Co|Corp|Com|Ind|Dr|St|Ltd|Cie|Imp|Exp|Soc|Gebr))(?<=\p{Ll}{2}|\)|\p{Lu}{4})\.\s+(?=[\p{Lu}\p{Lo}]))\s*/u
/** Signs that part statements or join words of one name: "gesund + aktiv", "Assistance Publique – Hôpitaux de Paris". */
const JOINING = /\s*(?:\+|\s[–—―-]+\s|\s\/+\s)\s*/u
const LINKS =
  /(?<=\S)\s+(?:terms (?:of|and|&)|privacy|cookies?|sitemap|site map|legal notice|imprint|impressum|datenschutz|agb\b|contact us|about us|mentions légales|aviso legal|registered (?:in|office|company|charity|no)|company (?:no|number|reg)|login|log in|reg\. no|vat (?:no|reg)|ABN|ACN|read more|do not copy|ansvarlig|ansvarig|redaktør|chefred\p{L}+|back to top)\b.*$/iu
const FILING = /\s*(?:\p{Script=Han}{0,2}ICP[备備证證]|\p{Script=Han}{0,2}公网安备|\p{Script=Han}{1,3}备案).*$/u
const OTHERS_TOO =
  /\s*,?\s+(?:and\/or|or|and|&|und|oder|et) (?:its |their |ihre |seine |ses |any of its )?(?:(?:worldwide |respective )?(?:affiliate|licensor|subsidiar|associate|related compan|parent|verbundene|tochter|filiale|contributor)).*$|\s+group of companies\b.*$/iu
/** "VON DER SEE" is a name, "von Kork GmbH" is not. */
const BY = /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|di|[Vv]an|av|af|bei|beim)\s+(?:the\s+)?(?=\S)/u
const LEADING =
  /^(?:(?:the copyright holders?|(?:all )?(?:web ?site |site )?(?:contents?|text|images|photos|material)|website|web ?site|site|держатель|held by|holder:?|is owned by|owned by|belongs to|alle inhalte|sind urheberrechtlich geschützt|für alle inhalte|urheberrecht|to the)\s+)+(?=\S)/iu
const EDGE = /^[\s,.:;|–—?*·•®™()[\]&+-]+(?<!\()|[\s,:;|–—*·•®™+(-]+$/gu

/** True for a line that states who holds the rights. */
export const isRightsLine = (text: string): boolean => {
  if (text.length > LINE_LENGTH_MAX * 3) return false
  RESERVING_WORDS.lastIndex = 0
  return MARK.test(text) || RESERVING_WORDS.test(text)
}

/** True for a line that says who made or hosts the site. */
export const isCredit = (text: string): boolean => CREDITING_WORDS.test(text)

/** The parts of a rights statement without marks, years, words of rights, credits and links. */
export function rightsPieces(line: string): RightsPiece[] {
  const reserved = line.slice(0, LINE_LENGTH_MAX).replace(RESERVING_WORDS, ' | ')
  const general = reserved === line.slice(0, LINE_LENGTH_MAX) ? [] : ['reserved']
  const pieces: RightsPiece[] = []
  reserved.split(MARKS).forEach((chunk, index, all) => {
    const side = index === 0 ? (all.length === 1 ? 'unmarked' : 'before') : index === 1 ? 'behind' : 'again'
    const marks = [side, ...general, ...(chunk.search(YEARS) >= 0 ? ['year'] : [])]
    const text = chunk.replace(CREDITING_WORDS, '').replace(YEARS, ' | ')
    for (const segment of text.split(PARTING).slice(0, PIECES_MAX)) {
      const parts = segment.split(JOINING).map(stripped).filter(isWord)
      pieces.push(...parts.slice(0, PIECES_MAX).map((part) => ({ text: part, marks })))
      const whole = stripped(segment)
      if (parts.length === 2 && whole.length <= JOINED_LENGTH_MAX)
        pieces.push({ text: whole, marks: [...marks, 'joined'] })
    }
  })
  // Pieces behind the mark come first: words before it are mostly links.
  return pieces.toSorted((a, b) => Number(a.marks[0] === 'before') - Number(b.marks[0] === 'before'))
}

const JOINED_LENGTH_MAX = 60
/** Words with which notices go on, and roles of people who answer for the text. */
const NO_HOLDER =
  /^(?:ansvarlig|ansvarig|redaktør|redaktör|chefred|verantwortlich|v\.\s?i\.\s?s\.\s?d\.\s?p|reproduc|reprodu[ck]tion|nachdruck|vervielf|no part of|use of this|unauthori[sz]ed|r\.?e\.?a\.?(?:\s|$)|codice fiscale|partita iva|capitale sociale)/iu
const isWord = (text: string): boolean => /\p{L}{2}/u.test(text) && !NO_HOLDER.test(text)

function stripped(text: string): string {
  let rest = text.replace(FILING, '').replace(OTHERS_TOO, '').replace(LINKS, '').replace(EDGE, '')
  rest = rest.replace(LEADING, '').replace(BY, '')
  return rest.replace(EDGE, '').trim()
}
