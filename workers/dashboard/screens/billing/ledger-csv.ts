import { CAUSE_WORDS, causeOf, type Entry } from './ledger-groups.ts'
import { reasonInWords } from './ledger-texts.ts'

const COLUMNS = [
  'time',
  'entry',
  'cause',
  'reason',
  'domain',
  'subject',
  'started by',
  'credits',
  'balance',
] as const
// A spreadsheet runs a cell that begins with one of these characters as a formula.
const FORMULA = /^[=+\-@\t\r]/
const BYTE_ORDER_MARK = '\ufeff'

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** CSV (RFC 4180) with the byte order mark that spreadsheet programs expect. */
export function ledgerCsv(entries: readonly Entry[]): string {
  const lines = entries.map((entry) => [
    entry.created_at,
    entry.entry_id,
    CAUSE_WORDS[causeOf(entry)],
    reasonInWords(entry.reason),
    entry.domain,
    entry.subject_id,
    entry.started_by,
    entry.delta,
    entry.balance_after,
  ])
  return (
    BYTE_ORDER_MARK +
    [[...COLUMNS], ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')
  )
}
