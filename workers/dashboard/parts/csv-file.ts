// A spreadsheet runs a cell that begins with one of these characters as a formula.
const FORMULA = /^[=+\-@\t\r]/
const BYTE_ORDER_MARK = '\ufeff'

const cellOf = (value: string): string => {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180, with a byte order mark, so that a spreadsheet reads it as UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}
