import { CREDITING_WORDS, RESERVING_PHRASE, RESERVING_WORDS, YEAR } from './rights-words.ts'
import { triggerOf } from './triggers/page-triggers.ts'

export interface RightsPiece {
  text: string
  /**
   * Position of the text in a copyright line: "before" or "behind" the copyright sign, "again" (behind a second sign), or "unmarked" (no
   * sign). Further values: "reserved" (the line contains "all rights reserved"), "year" (next to a year), "joined" (two texts joined to one
   * name).
   */
  marks: string[]
}

const LINE_LENGTH_MAX = 600
const PIECES_MAX = 8

/**
 * Copyright sign or copyright word. "(c)" does not match in "501(c)(3)", a section of US tax law, or before lower-case letters, where it is
 * the letter of a list item.
 */
const MARK =
  /(?:[©ⓒ℗]|\uFFFD(?=\s{0,2}(?:copyright|(?:19|20)\d{2}))|(?<!\b501\s?|\d)\([cсC]\)(?=\s{0,2}(?:copyright|(?:19|20)\d{2}|[\p{Lu}\p{Lo}]))|(?<![\p{L}-])copyright(?![\p{L}-]|\s+(?:protected|infring|laws?\b|polic|notices?\b|owners?\b(?!:)|complaint|agent|holder|act\b|claim|and\b|or\b|dispute|work))|\bcopr\.)/iu
const MARKS = new RegExp(`(?:${MARK.source}[\\s.:,]*)+`, 'giu')
const SPAN = `(?:\\s{0,2}(?:[-–—/,&]+|to|bis|до|по)\\s{0,2}(?:${YEAR}|\\d{2}\\b|present|today|heute|now))`
/**
 * Years and ranges of years in a copyright line. A single year in parentheses is kept, because it may belong to a name: "Kork Divers
 * (2021) Pty Ltd".
 */
const YEARS = new RegExp(
  `\\(${YEAR}${SPAN}\\)|(?<!\\()'?${YEAR}${SPAN}?(?:\\s?(?:г{1,2}|год[аы]?|р|年)(?![\\p{L}])\\.?)?`,
  'giu',
)
const PARTING =
  /(?:(?<!\s)\s+)?(?:[|•·∙●¦;]|\s{3,}|(?<!\b(?:Bros|Inc|Co|Corp|Com|Ind|Dr|St|Ltd|Cie|Imp|Exp|Soc|Gebr))(?<=\p{Ll}{2}|\)|\p{Lu}{4})\.\s+(?=[\p{Lu}\p{Lo}]))\s*/u
/** Signs in a copyright line that either separate two names or belong to one name, as in "gesund + aktiv". */
const JOINING = /(?:(?<!\s)\s+)?(?:\+|\s[–—―-]+\s|\s\/+\s)\s*/u
const LINKS =
  /(?<=\S)\s+(?:terms (?:of|and|&)|privacy|cookies?|sitemap|site map|legal notice|imprint|impressum|datenschutz|agb\b|contact us|about us|mentions légales|aviso legal|registered (?:in|office|company|charity|no)|company (?:no|number|reg)|login|log in|reg\. no|vat (?:no|reg)|ABN|ACN|read more|do not copy|ansvarlig|ansvarig|redaktør|chefred\p{L}+|back to top)\b.*/isu
const FILING = /\s{0,3}(?:\p{Script=Han}{0,2}ICP[备備证證]|\p{Script=Han}{0,2}公网安备|\p{Script=Han}{1,3}备案).*/su
const OTHERS_TOO =
  /\s{0,3},?\s{1,3}(?:and\/or|or|and|&|und|oder|et) (?:its |their |ihre |seine |ses |any of its )?(?:(?:worldwide |respective )?(?:affiliate|licensor|subsidiar|associate|related compan|parent|verbundene|tochter|filiale|contributor)).*$|\s{1,3}group of companies\b.*/isu
/**
 * Word for "by" before a name, in several languages, for example "von" in "von Kork GmbH". In capitals the word may belong to the name
 * ("VON DER SEE"), so it does not match.
 */
const BY = /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|di|[Vv]an|av|af|bei|beim)\s+(?:the\s+)?(?=\S)/u
const LEADING =
  /^(?:(?:the copyright holders?|(?:all )?(?:web ?site |site )?(?:contents?|text|images|photos|material)|website|web ?site|site|держатель|held by|holder:?|is owned by|owned by|belongs to|alle inhalte|sind urheberrechtlich geschützt|für alle inhalte|urheberrecht|to the)\s+)+(?=\S)/iu
const START = /^[\s,.:;|–—?*·•®™()[\]&+-]+(?<!\()/u
const END = /(?<![\s,:;|–—*·•®™+(-])[\s,:;|–—*·•®™+(-]+$/u

export const RIGHTS_TRIGGER = triggerOf(MARK, RESERVING_PHRASE)
export const CREDIT_TRIGGER = triggerOf(CREDITING_WORDS)

/** True for a line that may name a rights holder, because it contains a copyright sign or a phrase such as "all rights reserved". */
export const isRightsLine = (text: string): boolean => {
  if (text.length > LINE_LENGTH_MAX * 3) return false
  return MARK.test(text) || RESERVING_PHRASE.test(text)
}

export const isCredit = (text: string): boolean => CREDITING_WORDS.test(text)

/**
 * Returns the parts of a copyright line that may name the rights holder. Copyright signs, years, phrases such as "all rights reserved",
 * credits and links are removed.
 */
export function rightsPieces(line: string): RightsPiece[] {
  const reserved = line.slice(0, LINE_LENGTH_MAX).replace(RESERVING_WORDS, ' | ')
  const general = reserved === line.slice(0, LINE_LENGTH_MAX) ? [] : ['reserved']
  const pieces: RightsPiece[] = []
  reserved.split(MARKS).forEach((chunk, index, all) => {
    const side = index === 0 ? (all.length === 1 ? 'unmarked' : 'before') : index === 1 ? 'behind' : 'again'
    const marks = [side, ...general, ...(chunk.search(YEARS) >= 0 ? ['year'] : [])]
    const text = chunk.replace(CREDITING_WORDS, '').replace(YEARS, ' | ')
    for (const segment of text.split(PARTING).slice(0, PIECES_MAX)) {
      const parts = segment.split(JOINING).map(stripPart).filter(isWord)
      pieces.push(...parts.slice(0, PIECES_MAX).map((part) => ({ text: part, marks })))
      const whole = stripPart(segment)
      if (parts.length === 2 && whole.length <= JOINED_LENGTH_MAX)
        pieces.push({ text: whole, marks: [...marks, 'joined'] })
    }
  })
  // The parts of the line behind the copyright sign come first in the result, because the words before the sign are mostly links.
  return pieces.toSorted((a, b) => Number(a.marks[0] === 'before') - Number(b.marks[0] === 'before'))
}

const JOINED_LENGTH_MAX = 60
/**
 * Words that continue a copyright notice ("no part of ..."), name the role of an editor or introduce a register or tax number. A text that
 * starts with such words does not name the rights holder.
 */
const NO_HOLDER =
  /^(?:ansvarlig|ansvarig|redaktør|redaktör|chefred|verantwortlich|v\.\s?i\.\s?s\.\s?d\.\s?p|reproduc|reprodu[ck]tion|nachdruck|vervielf|no part of|use of this|unauthori[sz]ed|r\.?e\.?a\.?(?:\s|$)|codice fiscale|partita iva|capitale sociale)/iu
const isWord = (text: string): boolean => /\p{L}{2}/u.test(text) && !NO_HOLDER.test(text)

function stripPart(text: string): string {
  const rest = withoutEdges(text.replace(FILING, '').replace(OTHERS_TOO, '').replace(LINKS, ''))
  return withoutEdges(rest.replace(LEADING, '').replace(BY, '')).trim()
}

const withoutEdges = (text: string): string => text.replace(START, '').replace(END, '')
