import { hasForm, namesWithForm } from '../../names/names-in-text.ts'
import { LABELLED } from '../../names/owner-words.ts'
import { isTownAndCode } from '../../names/town-and-state.ts'
import {
  CREDITING_WORDS,
  MENU_WORDS,
  NOTICE_WORDS,
  PORTION_BEFORE,
  RESERVING_PHRASE,
  RESERVING_WORDS,
} from './rights-words.ts'
import { holdsYear, withoutYears } from './rights-years.ts'

export interface RightsPiece {
  text: string
  /**
   * Position of the text in a copyright line: "before" or "behind" the copyright sign, "again" (behind a second sign), or "unmarked" (no
   * sign). Further values: "reserved" (the line contains "all rights reserved"), "year" (next to a year), "joined" (two texts joined to one
   * name), "powered" (behind "powered by").
   */
  marks: string[]
  /**
   * Text directly before the sign, without a border: the name of a program in "Kork 2.4 © Loom".
   */
  before: string
}

const LINE_LENGTH_MAX = 600
const PIECES_MAX = 8
const JOINED_LENGTH_MAX = 60
/** Longest name without spaces and without a legal form. A longer text is a sentence. */
const UNSPACED_LENGTH_MAX = 16

/**
 * Copyright sign or copyright word. "(c)" does not match in "501(c)(3)", a section of US tax law, or before lower-case letters, where it is
 * the letter of a list item.
 */
const MARK =
  /(?:(?<!Ã)[©ⓒ℗]|\uFFFD(?=\s{0,2}(?:copyright|(?:19|20)\d{2}))|(?<!\b501\s?|\d)\((?:cc?|[сC])\)(?=\s{0,2}(?:copyright|(?:\d{1,2}[/.]){0,2}(?:19|20)\d{2}|['’]\d{2}|[\p{Lu}\p{Lo}]))|(?<![\p{L}-])copy(?:rights?|righted|left)(?![\p{L}-]|\s+(?:protected|infring|laws?\b|polic|notices?\b|owners?\b(?!:)|complaint|agent|holder|act\b|claim|and\b|or\b|dispute|works?\b(?! of\b)|materials?\b|contents?\b))|\bcopr\.)/iu
const MARKS = new RegExp(`(?:${MARK.source}[\\s.:,]*)+`, 'giu')
const PARTING =
  /(?:(?<!\s)\s+)?(?:[|•·∙●¦;★☆♦◆■▪]|\s[›»]\s|::|\s{3,}|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[，。、]|(?<!\b(?:Bros|Inc|Co|Corp|Com|Ind|Dr|St|Ltd|Cie|Imp|Exp|Soc|Gebr))(?<=\p{Ll}{2}|\)|\p{Lu}{4})\.\s+(?=[\p{Lu}\p{Lo}]))\s*/u
/** Signs in a copyright line that either separate two names or belong to one name, as in "gesund + aktiv". */
const JOINING = /(?:(?<!\s)\s+)?(?:\+|\s[–—―-]+\s|\s\/+\s)\s*/u
const OTHERS_TOO =
  /\s{0,3},?\s{1,3}(?:and\/or|or|and|&|und|oder|et) (?:its |their |ihre |seine |ses |any of its )?(?:(?:worldwide |respective )?(?:affiliate|licensor|subsidiar|associate|related compan|parent|verbundene|tochter|filiale|contributor)).*$|\s{1,3}group of companies\b.*/isu
/**
 * Word for "by" before a name, in several languages, for example "von" in "von Kork GmbH". In capitals the word may belong to the name
 * ("VON DER SEE"), so it does not match.
 */
const BY = /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|di|[Vv]an|av|af|bei|beim)\s+(?:the\s+)?(?=\S)/u
const LEADING =
  /^(?:(?:the copyright holders?|an? unpublished work of|unpublished (?:works?|rights?)(?: of)?|(?:all )?(?:original )?(?:web ?site |site )?(?:contents?|text|images|photos|material)(?: (?:of|on) this (?:site|page|shop|web ?site))?|(?:web ?)?site(?! (?:officiel|oficial|ufficiale|web)\b)|держатель|held by|holder:?|is owned by|owned by|is|belongs to|opphavsrett|ophavsret|upphovsrätt|tekijänoikeu[st]\p{L}*|auteursrecht(?:en)?|droits? d['’]auteur|derechos de autor|direitos autorais|diritti d['’]autore|prawa autorskie|autorsk[áé] práv[ao]|szerzői jog(?:ok)?|drepturi(?:le)? de autor|telif hakk\p{L}*|авторск\p{L}{2} прав\p{L}|πνευματικά δικαιώματα|alle inhalte|of(?: the)?|sind urheberrechtlich geschützt|für alle inhalte|urheberrecht|to the)\s+)+(?=\S)/iu
/** Verbs behind a name: "belongs to Kork" ends with its verb in Persian and Turkish. */
const TRAILING =
  /\s(?:است|می‌?باشد|می باشد|ye aittir|e aittir|a aittir|aittir)\.?$|['’](?:y?[ea]|n[ea]) aittir\.?$|\sand may not\b.*/iu
/** Holder in the middle of a phrase: "the rights belong to Kork". */
const BELONGING =
  /(?:版权|版權|著作[权權])(?:归|歸|属于|屬於)(?<zh>[^。，,|]{2,40}?)所有|著作権は[、]?(?<ja>[^。、|]{2,40}?)に(?:帰属|あり)|저작권은\s?(?<ko>[^.|]{2,40}?)(?:에게?|에)\s?(?:있|귀속)/gu
const BORDER = /[|•·;]|\.\s|\s[–—-]\s/u
const WWW = /^www\d?\.(?=[\p{L}\d-]+\.)/iu
const POWERED = /^\s*(?:proudly )?(?:powered|managed|maintained|published|operated) by\s+(?=\p{Lu})/iu
/** A theme, a template or a skin, and who made it. */
const THEME =
  /^(?:free )?(?:theme|template|skin|tema|thème|plantilla|vorlage|motyw|šablona|sablon|тема|шаблон)\b|[,–—-]\s(?:a |free |un )?(?:free |responsive )?(?:theme|template|thème|tema|plantilla)\b/iu
const IN_BRACKETS = /\(\s?(?:©|copyright)\s[^()]{0,100}\)/giu
/** Sentence about the owner of a mark, who may license it to the site. */
const TRADEMARK = /\btrade ?marks?\b/iu
/** Licences under which everybody may use a work. */
const LICENCE =
  /^(?:cc(?:[ -](?:by|zero|0)[\w .-]*)?(?:,? and| &)?|creative commons\b.*|gnu\b.*|[al]?gpl\w*|mit licen[cs]e|public domain|apache licen[cs]e.*|gfdl|bsd licen[cs]e.*)$/iu
/** An address begins with the number of a house. */
const STREET_FIRST =
  /^\d.*\b(?:street|st|avenue|ave|road|rd|lane|drive|blvd|boulevard|way|square|court|floor|suite|pkwy|parkway|highway|rue|quai)\b/iu
/** Several roles before one name: "Création / Animation : Kork". */
const ROLES = /^[\s|]*\p{L}{4,20}(?:\s?[/,&]\s?\p{L}{4,20})+\s?:\s+(?=\p{Lu})/u
/** Label whose value is another part of the line. */
const LABEL = /\p{L}{3}\s?[:：]\s*$/u
const ROLE = /^[\s|]*\p{L}[\p{Ll}\p{Lo} ]{2,30}:\s+\p{Lu}/u
const START = /^[\s,.:;|–—?*·•®™()[\]&+-]+(?<!\()/u
const END = /(?<![\s,:;|–—*·•®™+(-])[\s,:;|–—*·•®™+(-]+$/u

/** True for a line that may name a rights holder, because it contains a copyright sign or a phrase such as "all rights reserved". */
export const isRightsLine = (text: string): boolean => {
  if (text.length > LINE_LENGTH_MAX * 3) return false
  return MARK.test(text) || RESERVING_PHRASE.test(text) || text.search(BELONGING) >= 0
}

export const isCredit = (text: string): boolean => CREDITING_WORDS.test(text)

/**
 * Returns the parts of a copyright line that may name the rights holder. Copyright signs, years, phrases such as "all rights reserved",
 * credits, notices and menus are removed. A "|" in the line is a border that no name crosses.
 */
export function rightsPieces(line: string): RightsPiece[] {
  const cut = line.slice(0, LINE_LENGTH_MAX)
  const named = cut.replace(BELONGING, (...found) => {
    const { zh, ja, ko } = found.at(-1) as Record<string, string | undefined>
    return ` © ${zh ?? ja ?? ko} | `
  })
  const reserved = named.replace(RESERVING_WORDS, ' | ')
  const general = reserved === named ? [] : ['reserved']
  const pieces: RightsPiece[] = []
  // The catalogue entry "(© 1988 Kork)" credits a work.
  const chunks = reserved.replace(IN_BRACKETS, ' | ').split(MARKS)
  const isWhole = (index: number): boolean => index === 0 || !PORTION_BEFORE.test(chunks[index - 1] ?? '')
  chunks.forEach((chunk, index, all) => {
    if (!isWhole(index)) return
    const side = index === 0 ? (all.length === 1 ? 'unmarked' : 'before') : index === 1 ? 'behind' : 'again'
    const marks = [side, ...general, ...(holdsYear(chunk) ? ['year'] : [])]
    const before = index === 0 ? '' : ((all[index - 1] ?? '').split(BORDER).at(-1)?.replaceAll('¦', ' ').trim() ?? '')
    for (const [at, piece] of piecesOf(chunk.replace(PORTION_BEFORE, ' '), marks).entries())
      pieces.push({ ...piece, before: at === 0 ? before : '' })
  })
  // The parts of the line behind the copyright sign come first in the result, because the words before the sign are mostly links.
  return pieces.toSorted((a, b) => Number(a.marks[0] === 'before') - Number(b.marks[0] === 'before'))
}

function piecesOf(chunk: string, marks: string[]): Omit<RightsPiece, 'before'>[] {
  const pieces: Omit<RightsPiece, 'before'>[] = []
  const dated = withoutYears(chunk)
  const operator = poweredOperator(dated, marks)
  if (operator !== null) return [{ text: operator, marks: [...marks, 'powered'] }]
  let before = ''
  for (const segment of dated.replace(CREDITING_WORDS, '').split(PARTING).slice(0, PIECES_MAX)) {
    const isFirst = before === ''
    const isValue = LABEL.test(before)
    if (segment.trim() !== '') before = segment
    // "Editor: | Ada Lind" and "Editor: Ada Lind" state a role, and no holder.
    if (LABEL.test(segment) || isValue || (!isFirst && ROLE.test(segment) && !LABELLED.test(segment.trim()))) continue
    const parts = segment.replace(ROLES, '').split(JOINING).map(stripPart).filter(isHolder)
    pieces.push(...parts.slice(0, PIECES_MAX).map((part) => ({ text: part, marks })))
    const whole = stripPart(segment.replace(ROLES, ''))
    if (parts.length === 2 && whole.length <= JOINED_LENGTH_MAX && isHolder(whole))
      pieces.push({ text: whole, marks: [...marks, 'joined'] })
  }
  return pieces
}

/**
 * Returns the company in "© 2017 Powered by Kork Ltd. All rights reserved", a notice without
 * another holder: it states who runs the site, because software has no legal form there.
 */
function poweredOperator(chunk: string, marks: readonly string[]): string | null {
  if (!marks.includes('year') || marks[0] === 'before') return null
  const [first, ...others] = chunk.split('|').filter((part) => /\p{L}/u.test(part))
  if (first === undefined || others.length > 0 || !POWERED.test(first)) return null
  const name = stripPart(first.replace(POWERED, ''))
  return hasForm(name) ? name : null
}

/**
 * True for a text that may name a holder: no notice about rights, no entry of a menu and no
 * sentence in a script without spaces.
 */
function isHolder(text: string): boolean {
  if (!/\p{L}[\p{M}\p{P}]*\p{L}/u.test(text) || LICENCE.test(text) || TRADEMARK.test(text) || THEME.test(text))
    return false
  if (hasForm(text)) return true
  if (STREET_FIRST.test(text) || isTownAndCode(text)) return false
  return !NOTICE_WORDS.test(text) && !isUnspacedSentence(text)
}

const isUnspacedSentence = (text: string): boolean =>
  text.length > UNSPACED_LENGTH_MAX &&
  !text.includes(' ') &&
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{P}]+$/u.test(text)

function stripPart(text: string): string {
  const own = text.replace(OTHERS_TOO, '').trim()
  // A menu word may belong to a firm: "Kork Privacy Ltd".
  const rest = withoutEdges((hasForm(own) ? own : own.replace(MENU_WORDS, '')).replace(TRAILING, ''))
  const notice = NOTICE_WORDS.exec(rest)
  // A number of a register behind the name ends it: "Kork IČO 1234".
  const before = notice === null || notice.index < 2 ? '' : rest.slice(0, notice.index)
  const isEnd = before !== '' && (/\d$/u.test(notice?.[0] ?? '') || namesWithForm(before).length > 0)
  const named = isEnd ? before : rest
  return withoutEdges(withoutEdges(named).replace(LEADING, '').replace(BY, '').replace(WWW, '')).trim()
}

const withoutEdges = (text: string): string => text.replace(START, '').replace(END, '')
