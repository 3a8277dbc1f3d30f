import { stringify } from 'csv-stringify/sync'

/**
 * Start of a cell that a spreadsheet program could execute as a formula (OWASP, "CSV Injection"): a
 * formula character, also in the forms that programs convert to ASCII, after characters that
 * programs skip. A cell that starts with a line break, a tab or U+0000 also counts.
 */
const FORMULA_START =
  /^(?:[\t\r\n\u0000]|[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/u

/**
 * A cell with any other character than these is in quotation marks, because spreadsheet programs of
 * different countries split a line at different characters, for example `;`.
 */
const NOT_PLAIN = /[^A-Za-z0-9_.-]/

/**
 * Returns records as CSV (RFC 4180). Text that a spreadsheet program could execute gets an
 * apostrophe in front; a number stays unchanged.
 */
export function csvRecords(records: readonly (readonly (string | number)[])[]): string {
  return stringify(
    records.map((record) =>
      record.map((cell) => (typeof cell === 'number' ? String(cell) : defused(cell))),
    ),
    { quoted_match: NOT_PLAIN, record_delimiter: '\r\n' },
  )
}

const defused = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text)
