import { beginsWithCompanyData } from '../../names/company-data.ts'
import { hasForm } from '../../names/forms-in-words.ts'
import { namesWithForm } from '../../names/names-in-text.ts'
import { LABELLED } from '../../names/owner-words.ts'
import { oneOf } from '../../names/pattern-code.ts'
import { isTownAndCode } from '../../names/town-and-state.ts'
import words from './rights-words.json' with { type: 'json' }
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
   * Position of the text: "before" or "behind" the copyright sign, "again" (behind a second sign),
   * "unmarked" (no sign in the line).
   * Other marks: "reserved" (the line says "all rights reserved"), "year" (next to a year),
   * "joined" (made of two texts), "powered" (behind "powered by").
   */
  marks: string[]
  /** Text before the sign, for example the name of a program: "Kork 2.4" in "Kork 2.4 © Loom". */
  before: string
}

const LINE_LENGTH_MAX = 600
const PIECES_MAX = 8
const JOINED_LENGTH_MAX = 60
/** A longer Chinese or Japanese text without spaces is a sentence, not a name. */
const UNSPACED_LENGTH_MAX = 16

// Copyright signs and words for them. Leaves out the "(c)" of "501(c)(3)", a section of US tax law,
// and the letter of a list item.
const MARK = new RegExp(`${oneOf(words.marks)}`, 'iu')
const MARKS = new RegExp(`(?:${MARK.source}[\\s.:,]*)+`, 'giu')
const PARTING = new RegExp(String.raw`(?:(?<!\s)\s+)?${oneOf(words.partings)}\s*`, 'u')
/** Signs that may separate two names or belong to one name, as in "gesund + aktiv". */
const JOINING = /(?:(?<!\s)\s+)?(?:\+|\s[–—―-]+\s|\s\/+\s)\s*/u
const OTHERS_TOO = new RegExp(
  [
    String.raw`\s{0,3},?\s{1,3}(?:and/or|or|and|&|und|oder|`,
    `et) ${oneOf(words.possessives)}?(?:(?:worldwide |`,
    `respective )?${oneOf(words.relatedParties)}).*$|`,
    String.raw`\s{1,3}group of companies\b.*`,
  ].join(''),
  'isu',
)
// Words for "by" before a name. Most must be in small letters, because in capitals they may belong
// to the name: "VON DER SEE".
const BY = /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|di|[Vv]an|av|af|bei|beim)\s+(?:the\s+)?(?=\S)/u
const LEADING = new RegExp(String.raw`^(?:${oneOf(words.leading)}\s+)+(?=\S)`, 'iu')
const TRAILING = new RegExp(words.trailing.join('|'), 'iu')
/** Matches "the rights belong to Kork". */
const BELONGING = new RegExp(words.belonging.join('|'), 'gu')
const BORDER = /[|•·;]|\.\s|\s[–—-]\s/u
const WWW = /^www\d?\.(?=[\p{L}\d-]+\.)/iu
const POWERED =
  /^\s*(?:proudly )?(?:powered|managed|maintained|published|operated) by\s+(?=\p{Lu})/iu
const THEME = new RegExp(
  [
    String.raw`^(?:free )?${oneOf(words.themes)}(?!\p{L})|[,–—-]\s(?:a |free |un )?`,
    String.raw`(?:free |responsive )?(?:theme|template|thème|tema|plantilla)\b`,
  ].join(''),
  'iu',
)
const QUOTED_COMPANY = /^\p{Lu}{2,6} [«„“"]/u
const IN_BRACKETS = /\(\s?(?:©|copyright)\s(?<notice>[^()]{0,100})\)/giu
/** The owner of a trademark is often not the operator: it may license the trademark to the site. */
const TRADEMARK = /\btrade ?marks?\b/iu
const CONTRIBUTORS = new RegExp(
  String.raw`^(?:les |los |die )?${oneOf(words.contributors)}\s|\s(?:contributors|mitwirkende)$`,
  'iu',
)
const LICENCE = new RegExp(`^${oneOf(words.licences)}$`, 'iu')
// Matches a long sentence about all content: "Alt materiale på denne side er omfattet af loven".
const ABOUT_ALL = new RegExp(String.raw`^${oneOf(words.allWords)}\s.{41}`, 'iu')
const isAboutAll = (text: string): boolean => /^\p{L}+\s\p{Ll}/u.test(text) && ABOUT_ALL.test(text)
const STREET_FIRST = new RegExp(String.raw`^\d.*\b${oneOf(words.streets)}\b`, 'iu')
/** Matches the roles before a name: "Création / Animation :" in "Création / Animation : Kork". */
const ROLES = /^[\s|]*\p{L}{4,20}(?:\s?[/,&]\s?\p{L}{4,20})+\s?:\s+(?=\p{Lu})/u
const LABEL = /\p{L}{3}\s?[:：]\s*$/u
const ROLE = /^[\s|–—-]*\p{L}[\p{Ll}\p{Lo} ]{2,30}:\s+\p{Lu}/u
/** Matches a label with a number, which is no name: "Reservas: 977 12 34 56". */
const NUMBERED = /^[\s|–—-]*\p{L}[\p{L} ]{2,30}:\s{0,2}[+(]?\d/u
const START = /^[\s,.:;|–—?*·•®™()[\]&+-]+(?<!\()/u
const END = /(?<![\s,:;|–—*·•®™+(-])[\s,:;|–—*·•®™+(-]+$/u

export const isRightsLine = (text: string): boolean => {
  if (text.length > LINE_LENGTH_MAX * 3) return false
  return MARK.test(text) || RESERVING_PHRASE.test(text) || text.search(BELONGING) >= 0
}

export const isCredit = (text: string): boolean => CREDITING_WORDS.test(text)

/**
 * Returns the parts of a copyright line that may be names. Years, credits, notices and menus are
 * removed. A name never continues behind a "|" in the line.
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
  // A notice in brackets, as in the catalogue entry "(© 1988 Kork)", is about a work and not about
  // the site.
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
  // Texts before the sign come last, because they are mostly links.
  return pieces.toSorted(
    (a, b) => Number(a.marks[0] === 'before') - Number(b.marks[0] === 'before'),
  )
}

const SIDES = ['unmarked', 'before', 'behind']

// True for a line such as "Kork © 2026 | Linz": the name stands before the sign, and only a border
// and another text follow the year.
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
    // A text such as "Editor: | Ada Lind" names a person with a role, not the holder of the rights,
    // so it is skipped.
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

// Returns the company in "© 2017 Powered by Kork Ltd" if the line names no other holder. Behind
// "powered by", only a company has a legal form. The name of a program has none.
function poweredOperator(chunk: string, marks: readonly string[]): string | null {
  if (!marks.includes('year') || marks[0] === 'before') return null
  const [first, ...others] = chunk.split('|').filter((part) => /\p{L}/u.test(part))
  if (first === undefined || others.length > 0 || !POWERED.test(first)) return null
  const name = stripPart(first.replace(POWERED, ''))
  return hasForm(name) ? name : null
}

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

const isMenuEntry = (text: string): boolean => MENU_WORDS.test(text) && !hasForm(text)

/** Matches a sentence that leads to another page: "Læs om reglerne her". */
const LEADS_ON =
  /^\p{L}+\s\p{Ll}.{0,60}\s(?:here|hier|ici|aquí|qui|här|her|tutaj|zde|aqui|здесь|тут)[.!]?$/u

const isUnspacedSentence = (text: string): boolean =>
  text.length > UNSPACED_LENGTH_MAX &&
  !text.includes(' ') &&
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{P}]+$/u.test(text)

function stripPart(text: string): string {
  const own = withoutMarkNote(text.replace(EXCEPTING, '').replace(OTHERS_TOO, '')).trim()
  // A word of a menu stays if it may belong to the name of a company: "Kork Privacy Ltd".
  const rest = withoutEdges(
    (hasForm(own) ? own : own.replace(MENU_WORDS, '')).replace(TRAILING, ''),
  )
  const notice = NOTICE_WORDS.exec(rest)
  // The name ends before the word for a register number: "Kork" in "Kork IČO 1234".
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
