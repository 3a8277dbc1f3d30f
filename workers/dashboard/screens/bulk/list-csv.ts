import { answerWords } from '../../parts/row-words.ts'
import type { ListRow } from './list-view.ts'

const HEADER = [
  'line',
  'domain',
  'domain_unicode',
  'status',
  'operator',
  'confidence',
  'basis',
  'warnings',
  'error',
  'note',
]
// A spreadsheet program runs a cell that begins with one of these characters as a formula, so an
// apostrophe stands before it. Some programs also read the wide and the small forms.
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/u
const BYTE_ORDER_MARK = '\ufeff'

/** CSV (RFC 4180) of the rows, with a byte order mark, without which Excel reads no Unicode. */
export function csvOf(rows: readonly ListRow[]): string {
  const lines = rows.map((row) => [
    String(row.index + 1),
    row.domain,
    row.domain_unicode ?? '',
    row.status,
    answerWords(row).kind === 'operator' ? (row.entity ?? '') : '',
    row.entity === null || row.confidence === null ? '' : String(row.confidence),
    row.basis ?? '',
    row.warnings.map(({ kind }) => kind).join(' '),
    row.error?.message ?? '',
    row.note,
  ])
  return (
    BYTE_ORDER_MARK + [HEADER, ...lines].map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')
  )
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const NAME_CHARACTERS_MAX = 60

/** For example `suppliers_2026-11-26_so-far.csv`. */
export function csvName(name: string | null, at: Date, isOver: boolean): string {
  const plain = (name ?? '')
    .normalize('NFKC')
    .slice(0, NAME_CHARACTERS_MAX)
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .join('-')
  const day = at.toISOString().slice(0, 10)
  return `${plain === '' ? 'list' : plain}_${day}${isOver ? '' : '_so-far'}.csv`
}
