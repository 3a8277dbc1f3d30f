const CODE_UNITS = 0x1_0000

/** Ranges of code units with letters that have capitals (Unicode 15). All other code units are their own folded form. */
const CASED: readonly (readonly [from: number, to: number])[] = [
  [0x41, 0x590],
  [0x10a0, 0x1400],
  [0x1c80, 0x2190],
  [0x24b0, 0x24f0],
  [0x2c00, 0x2e00],
  [0xa640, 0xa800],
  [0xab30, 0xabc0],
  [0xff20, 0xff60],
]
/** Two ligatures of "st" that Unicode treats as equal. */
const LONG_S_T = 0xfb05
const S_T = 0xfb06
const CAPITAL_I_WITH_DOT = 0x130
const SMALL_I = 0x69

/**
 * Small letter of each UTF-16 code unit. Letters that a regular expression with the flag `i` treats as equal have the same small letter.
 * So have the two letters i of Turkish, whose capitals are the other way round.
 */
export const SMALL_LETTERS: Readonly<Uint16Array> = smallLetters()

function smallLetters(): Uint16Array {
  const units = new Uint16Array(CODE_UNITS)
  for (let unit = 0; unit < CODE_UNITS; unit += 1) units[unit] = unit
  for (const [from, to] of CASED) for (let unit = from; unit < to; unit += 1) units[unit] = smallLetter(unit)
  units[CAPITAL_I_WITH_DOT] = SMALL_I
  units[LONG_S_T] = S_T
  return units
}

function smallLetter(unit: number): number {
  const given = String.fromCharCode(unit)
  const composed = given.normalize('NFC')
  const letter = composed.length === 1 ? composed : given
  const upper = letter.toUpperCase()
  const lower = (upper.length === 1 ? upper : letter).toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : unit
}

/** Letters without capitals of their own, such as "ς", that also stand for another small letter. */
const OTHER_SMALL = new RegExp(
  `[${[...SMALL_LETTERS.entries()]
    .filter(([unit, small]) => unit !== small && String.fromCharCode(unit).toLowerCase() === String.fromCharCode(unit))
    .map(([unit]) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')}]`,
)

/** Returns a text in small letters. Each position keeps its meaning, because the text keeps its length. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length && !OTHER_SMALL.test(lower)) return lower
  let folded = ''
  for (let index = 0; index < text.length; index += 1)
    folded += String.fromCharCode(SMALL_LETTERS[text.charCodeAt(index)] ?? 0)
  return folded
}

/**
 * Returns a pattern that matches a text in small letters where the given source, with the flag `i`, matches the text itself. The search is
 * several times faster, because V8 compares capitals and small letters of a pattern one by one.
 */
export const foldedPattern = (source: string, flags = 'u'): RegExp =>
  new RegExp(
    source.replace(/\\p\{[^}]{0,40}\}|\\.|[^\\]+/gsu, (part) => (part.startsWith('\\') ? part : foldCase(part))),
    flags,
  )
