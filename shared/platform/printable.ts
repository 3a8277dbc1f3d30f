/**
 * Characters with which a text could change the terminal or the order of the line: control
 * characters, invisible characters, and characters that change the direction of writing (Unicode
 * Standard Annex 9).
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('')

/** Writes each unsafe character, line breaks too, as `\uXXXX`, so that a terminal shows it. */
export const printable = (text: string): string => text.replace(UNSAFE, escaped)

/** The same for a text of several lines. JSON stays JSON with the same value. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')
