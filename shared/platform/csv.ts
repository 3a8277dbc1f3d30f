import { stringify } from 'csv-stringify/sync'

// Start of a cell that a spreadsheet program could execute as a formula (OWASP, "CSV Injection").
// Some programs skip invisible characters before the sign or convert a full-width sign to ASCII.
const FORMULA_START =
  /^(?:[\t\r\n\u0000]|[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/u

// A cell with any of these characters gets quotes, because programs of different countries separate
// cells at different characters, for example `;`.
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
