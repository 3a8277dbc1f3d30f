import type { CsvRow } from '../../parts/csv-file.ts'
import { answerWords } from '../../parts/row-words.ts'
import type { ListRow } from './list-view.ts'

const TITLES = [
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

export const listCsv = (rows: readonly ListRow[]): CsvRow[] => [
  TITLES,
  ...rows.map((row) => [
    row.index + 1,
    row.domain,
    row.domain_unicode ?? '',
    row.status,
    answerWords(row).kind === 'operator' ? (row.entity ?? '') : '',
    row.entity === null ? '' : (row.confidence ?? ''),
    row.basis ?? '',
    row.warnings.map(({ kind }) => kind).join(' '),
    row.error?.message ?? '',
    row.note,
  ]),
]

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
