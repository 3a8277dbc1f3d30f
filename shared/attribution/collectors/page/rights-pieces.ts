import { beginsWithCompanyData } from '../../names/company-data.ts'
import { hasForm, namesWithForm } from '../../names/names-in-text.ts'
import { LABELLED } from '../../names/owner-words.ts'
import { isTownAndCode } from '../../names/town-and-state.ts'
import {
  CREDITING_WORDS,
  EXCEPTING,
  EXTENSION_BY,
  MENU_WORDS,
  NAME_LIKE_CREDIT,
  NOTICE_WORDS,
  PICTURE_LABEL,
  PORTION_BEFORE,
  RESERVING_PHRASE,
  RESERVING_WORDS,
  SITE_NOUN,
} from './rights-words.ts'
import { holdsYear, withoutYears } from './rights-years.ts'
import { withoutMarkNote } from './trademarks.ts'

export interface RightsPiece {
  text: string
  /**
   * Position of the text in a copyright line: "before" or "behind" the copyright sign, "again"
   * (behind a second sign), or "unmarked" (no sign). Further values: "reserved" (the line contains
   * "all rights reserved"), "year" (next to a year), "joined" (two texts joined to one name),
   * "powered" (behind "powered by").
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
 * Copyright sign or copyright word. "(c)" does not match in "501(c)(3)", a section of US tax law,
 * or before lower-case letters, where it is the letter of a list item.
 */
const MARK =
  /(?:(?<!Ã)[©ⓒ℗]|\uFFFD(?=\s{0,2}(?:copyright|(?:19|20)\d{2}))|(?<!\b501\s?|\d)\((?:cc?|[сC])\)(?=\s{0,2}(?:copyright|(?:\d{1,2}[/.]){0,2}(?:19|20)\d{2}|['’]\d{2}|[\p{Lu}\p{Lo}]))|(?<![\p{L}-])copy(?:rights?|righted|left)(?![\p{L}-]|\s+(?:protected|infring|laws?\b|polic|notices?\b|owners?\b(?!:)|complaint|agent|holder|act\b|claim|and\b|or\b|dispute|works?\b(?! of\b)|materials?\b|contents?\b))|\bcopr\.)/iu
const MARKS = new RegExp(`(?:${MARK.source}[\\s.:,]*)+`, 'giu')
const PARTING =
  /(?:(?<!\s)\s+)?(?:[|•·∙●¦;★☆♦◆■▪]|\s[›»]\s|::|\s{3,}|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[，。、]|(?<!\b(?:Bros|Inc|Co|Corp|Com|Ind|Dr|St|Ltd|Cie|Imp|Exp|Soc|Gebr|Pty|Pvt|Pte|Sdn|Lic|Reg|Cap|Ave|Ste))(?<=\p{Ll}{2}|\)|\p{Lu}{4})\.\s+(?=[\p{Lu}\p{Lo}]))\s*/u
/**
 * Signs in a copyright line that either separate two names or belong to one name, as in "gesund +
 * aktiv".
 */
const JOINING = /(?:(?<!\s)\s+)?(?:\+|\s[–—―-]+\s|\s\/+\s)\s*/u
const OTHERS_TOO =
  /\s{0,3},?\s{1,3}(?:and\/or|or|and|&|und|oder|et) (?:its |their |ihre |seine |ses |any of its )?(?:(?:worldwide |respective )?(?:affiliate|licensor|subsidiar|associate|related compan|parent|verbundene|tochter|filiale|contributor)).*$|\s{1,3}group of companies\b.*/isu
/**
 * Word for "by" before a name, in several languages, for example "von" in "von Kork GmbH". In
 * capitals the word may belong to the name ("VON DER SEE"), so it does not match.
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
const POWERED =
  /^\s*(?:proudly )?(?:powered|managed|maintained|published|operated) by\s+(?=\p{Lu})/iu
/** A theme, a template or a skin, and who made it. */
const THEME =
  /^(?:free )?(?:theme|template|skin|tema(?:et|t)?|thema|thème|plantilla|vorlage|motyw|motiv|modelo|modello|modèle|mallen|skabelonen|sjabloon|szablon|šablona|sablon|şablon|тема|шаблон)(?!\p{L})|[,–—-]\s(?:a |free |un )?(?:free |responsive )?(?:theme|template|thème|tema|plantilla)\b/iu
/** Company of a form that no list has. A word in its quotation marks is no notice. */
const QUOTED_COMPANY = /^\p{Lu}{2,6} [«„“"]/u
const IN_BRACKETS = /\(\s?(?:©|copyright)\s(?<notice>[^()]{0,100})\)/giu
/** Sentence about the owner of a mark, who may license it to the site. */
const TRADEMARK = /\btrade ?marks?\b/iu
/** Those who contribute to a map or a program: "© OpenTrail contributors". */
const CONTRIBUTORS =
  /^(?:les |los |die )?(?:contribut(?:ors|eurs)|contributori|colaboradores|mitwirkende|bijdragers|přispěvatelé|prispievatelia|współtwórcy|участники|bidragsydere|bidragsgivare)\s|\s(?:contributors|mitwirkende)$/iu
/** Licences under which everybody may use a work. */
const LICENCE =
  /^(?:cc(?:[ -](?:by|zero|0)[\w .-]*)?(?:,? and| &)?|creative commons\b.*|gnu\b.*|[al]?gpl\w*|mit licen[cs]e|public domain|apache licen[cs]e.*|gfdl|bsd licen[cs]e.*)$/iu
/** Sentence about all contents of a page: "Alt materiale på denne side er omfattet af loven". */
const ABOUT_ALL =
  /^(?:all|alle[sn]?|allt?|alt|tou[ts]e?s?|tod[oa]s?|tutt[oaie]|wszystkie|wszelkie|veškerý|všechny?|všetk[oy]|все|усі|minden|toate|tüm|kaikki|kõik|všichni|sva|vse|всички)\s.{41}/iu
const isAboutAll = (text: string): boolean => /^\p{L}+\s\p{Ll}/u.test(text) && ABOUT_ALL.test(text)
/** An address begins with the number of a house. */
const STREET_FIRST =
  /^\d.*\b(?:street|st|avenue|ave|road|rd|lane|drive|blvd|boulevard|way|square|court|floor|suite|pkwy|parkway|highway|rue|quai)\b/iu
/** Several roles before one name: "Création / Animation : Kork". */
const ROLES = /^[\s|]*\p{L}{4,20}(?:\s?[/,&]\s?\p{L}{4,20})+\s?:\s+(?=\p{Lu})/u
/** Label whose value is another part of the line. */
const LABEL = /\p{L}{3}\s?[:：]\s*$/u
const ROLE = /^[\s|–—-]*\p{L}[\p{Ll}\p{Lo} ]{2,30}:\s+\p{Lu}/u
/** Label of a telephone number or a date: "Reservas: 977 12 34 56". */
const NUMBERED = /^[\s|–—-]*\p{L}[\p{L} ]{2,30}:\s{0,2}[+(]?\d/u
const START = /^[\s,.:;|–—?*·•®™()[\]&+-]+(?<!\()/u
const END = /(?<![\s,:;|–—*·•®™+(-])[\s,:;|–—*·•®™+(-]+$/u

/**
 * True for a line that may name a rights holder, because it contains a copyright sign or a phrase
 * such as "all rights reserved".
 */
export const isRightsLine = (text: string): boolean => {
  if (text.length > LINE_LENGTH_MAX * 3) return false
  return MARK.test(text) || RESERVING_PHRASE.test(text) || text.search(BELONGING) >= 0
}

export const isCredit = (text: string): boolean => CREDITING_WORDS.test(text)

/**
 * Returns the parts of a copyright line that may name the rights holder. Copyright signs, years,
 * phrases such as "all rights reserved", credits, notices and menus are removed. A "|" in the line
 * is a border that no name crosses.
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
  const holdsWork = [...reserved.matchAll(IN_BRACKETS)].some(({ groups }) =>
    /\p{L}{2}/u.test(groups?.notice ?? ''),
  )
  const chunks = reserved.replace(IN_BRACKETS, ' | ').split(MARKS)
  if (holdsWork && chunks.length === 1) return []
  const isCredited = (index: number): boolean =>
    general.length === 0 &&
    !holdsYear(chunks[index] ?? '') &&
    PICTURE_LABEL.test(chunks[index - 1] ?? '')
  const isWhole = (index: number): boolean =>
    !isCredited(index) &&
    !(index + 1 < chunks.length && isCredited(index + 1)) &&
    (index === 0 || !PORTION_BEFORE.test(chunks[index - 1] ?? ''))
  const endsAtYear = isNameBeforeYear(chunks)
  chunks.forEach((chunk, index, all) => {
    if (!isWhole(index)) return
    const side = SIDES[all.length === 1 ? 0 : index + (endsAtYear ? 2 : 1)] ?? 'again'
    const marks = [side, ...general, ...(holdsYear(chunk) ? ['year'] : [])]
    const before =
      index === 0
        ? ''
        : ((all[index - 1] ?? '').split(BORDER).at(-1)?.replaceAll('¦', ' ').trim() ?? '')
    const isLast = index === all.length - 1
    const holders = isLast ? chunk : chunk.replace(PORTION_BEFORE, ' ')
    const isAlone = side === 'behind' && !/\p{L}/u.test(all[0] ?? '')
    for (const [at, piece] of piecesOf(holders, marks, isAlone).entries())
      pieces.push({ ...piece, before: at === 0 ? before : '' })
  })
  // The parts of the line behind the copyright sign come first in the result, because the words
  // before the sign are mostly links.
  return pieces.toSorted(
    (a, b) => Number(a.marks[0] === 'before') - Number(b.marks[0] === 'before'),
  )
}

const SIDES = ['unmarked', 'before', 'behind']

/**
 * True for "Kork © 2026 | Linz": the name stands before the sign, because a border follows the
 * year.
 */
function isNameBeforeYear([before = '', behind = '', ...others]: readonly string[]): boolean {
  if (others.length > 0 || !holdsYear(behind)) return false
  const isBordered = /^\s*\|\s*(?:[|•·;]|[–—-]\s)/u.test(withoutYears(behind))
  return (
    isBordered &&
    !BORDER.test(before) &&
    !/[|¦]|[/–—-]\s*$/u.test(before) &&
    isHolder(stripPart(before))
  )
}

function piecesOf(chunk: string, marks: string[], isAlone: boolean): Omit<RightsPiece, 'before'>[] {
  const pieces: Omit<RightsPiece, 'before'>[] = []
  const dated = withoutYears(chunk)
  const operator = poweredOperator(dated, marks)
  if (operator !== null) return [{ text: operator, marks: [...marks, 'powered'] }]
  let before = ''
  const named = isAlone && NAME_LIKE_CREDIT.test(chunk) ? dated : dated.replace(CREDITING_WORDS, '')
  for (const [place, segment] of named.split(PARTING).slice(0, PIECES_MAX).entries()) {
    const isFirst = before === ''
    const isValue = LABEL.test(before)
    const isBehindBorder = !isFirst || (place > 0 && marks[0] === 'unmarked')
    if (segment.trim() !== '') before = segment
    // "Editor: | Ada Lind" and "Editor: Ada Lind" state a role, and no holder.
    if (
      LABEL.test(segment) ||
      NUMBERED.test(segment) ||
      isValue ||
      (!isFirst && ROLE.test(segment) && !LABELLED.test(segment.trim()))
    )
      continue
    const joined = segment.replace(ROLES, '').split(JOINING)
    const others = joined.filter(
      (part, at) =>
        beginsWithCompanyData(part, dated) ||
        ((at > 0 || isBehindBorder) && isMenuEntry(part)) ||
        (at > 0 && (NUMBERED.test(part) || (ROLE.test(part) && !LABELLED.test(part)))),
    )
    const parts = joined
      .filter((part) => !others.includes(part))
      .map(stripPart)
      .filter(isHolder)
    pieces.push(...parts.slice(0, PIECES_MAX).map((part) => ({ text: part, marks })))
    const whole = stripPart(segment.replace(ROLES, ''))
    if (
      parts.length === 2 &&
      others.length === 0 &&
      whole.length <= JOINED_LENGTH_MAX &&
      isHolder(whole)
    )
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
  if (!/\p{L}[\p{M}\p{P}]*\p{L}/u.test(text)) return false
  if ([LICENCE, TRADEMARK, THEME, CONTRIBUTORS].some((other) => other.test(text))) return false
  if (hasForm(text) || QUOTED_COMPANY.test(text)) return true
  if (`${text} x`.replace(LEADING, '') === 'x') return false
  if (SITE_NOUN.test(text)) return false
  if (EXTENSION_BY.test(text) || STREET_FIRST.test(text) || isTownAndCode(text) || isAboutAll(text))
    return false
  if (LEADS_ON.test(text)) return false
  return !NOTICE_WORDS.test(text) && !isUnspacedSentence(text)
}

/** Behind a border, an entry of a menu stands alone: "Kork | Gestione Cookies". */
const isMenuEntry = (text: string): boolean => MENU_WORDS.test(text) && !hasForm(text)

/** Sentence that leads to another page: "Læs om reglerne her". */
const LEADS_ON =
  /^\p{L}+\s\p{Ll}.{0,60}\s(?:here|hier|ici|aquí|qui|här|her|tutaj|zde|aqui|здесь|тут)[.!]?$/u

const isUnspacedSentence = (text: string): boolean =>
  text.length > UNSPACED_LENGTH_MAX &&
  !text.includes(' ') &&
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{P}]+$/u.test(text)

function stripPart(text: string): string {
  const own = withoutMarkNote(text.replace(EXCEPTING, '').replace(OTHERS_TOO, '')).trim()
  // A menu word may belong to a firm: "Kork Privacy Ltd".
  const rest = withoutEdges(
    (hasForm(own) ? own : own.replace(MENU_WORDS, '')).replace(TRAILING, ''),
  )
  const notice = NOTICE_WORDS.exec(rest)
  // A number of a register behind the name ends it: "Kork IČO 1234".
  const before = notice === null || notice.index < 2 ? '' : rest.slice(0, notice.index)
  const isLabel =
    /\s$/u.test(before) && /^\s?[:：]/u.test(rest.slice(before.length + (notice?.[0].length ?? 0)))
  const isEnd =
    before !== '' && (isLabel || /\d$/u.test(notice?.[0] ?? '') || namesWithForm(before).length > 0)
  const named = isEnd ? before : rest
  return withoutEdges(
    withoutEdges(named).replace(LEADING, '').replace(BY, '').replace(WWW, ''),
  ).trim()
}

const withoutEdges = (text: string): string => text.replace(START, '').replace(END, '')
