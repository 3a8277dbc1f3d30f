import { stringify } from 'csv-stringify/sync'

/**
 * A spreadsheet program could execute such a cell as a formula (OWASP, "CSV Injection"). Programs
 * skip some characters before the sign and convert others to ASCII.
 */
const FORMULA_START =
  /^(?:[\t\r\n\u0000]|[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/u

/** Programs of different countries split a line at different characters, for example `;`. */
const NOT_PLAIN = /[^A-Za-z0-9_.-]/

/** RFC 4180. A cell that a program could execute gets an apostrophe in front. */
export function csvRecords(records: readonly (readonly (string | number)[])[]): string {
  return stringify(
    records.map((record) =>
      record.map((cell) => (typeof cell === 'number' ? String(cell) : defused(cell))),
    ),
    { quoted_match: NOT_PLAIN, record_delimiter: '\r\n' },
  )
}

const defused = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text)
