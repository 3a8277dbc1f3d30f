import { saveFile } from './save-file.ts'

export type CsvRow = readonly (string | number)[]

// Start of a cell that a spreadsheet program could execute as a formula (OWASP, "CSV Injection").
// Some programs skip invisible characters before the sign or convert a full-width sign to ASCII.
const FORMULA_START =
  /^(?:[\t\r\n\u0000]|[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/u
// A cell with any of these characters gets quotes, because programs of different countries separate
// cells at different characters, for example `;`.
const NOT_PLAIN = /[^A-Za-z0-9_.-]/
// Without it, Excel does not read the file as UTF-8.
const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180. A text that a program could execute gets an apostrophe in front. */
export const csvOf = (rows: readonly CsvRow[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: string | number): string {
  const text = typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : String(value)
  return NOT_PLAIN.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const saveCsv = (name: string, rows: readonly CsvRow[]): void =>
  saveFile(name, new Blob([csvOf(rows)], { type: 'text/csv' }))
