import type { CsvRow } from '../../parts/csv-file.ts'
import { CAUSE_WORDS, causeOf, type Entry } from './ledger-groups.ts'
import { reasonInWords } from './ledger-texts.ts'

const TITLES = [
  'time',
  'entry',
  'cause',
  'reason',
  'domain',
  'subject',
  'started by',
  'credits',
  'balance',
]

export const ledgerCsv = (entries: readonly Entry[]): CsvRow[] => [
  TITLES,
  ...entries.map((entry) => [
    entry.created_at,
    entry.entry_id,
    CAUSE_WORDS[causeOf(entry)],
    reasonInWords(entry.reason),
    entry.domain ?? '',
    entry.subject_id ?? '',
    entry.started_by ?? '',
    entry.delta,
    entry.balance_after,
  ]),
]
