import { Link } from 'wouter-preact'
import { Confidence } from '../../parts/confidence.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { HistoryChanges, HistoryOperator } from './history-changes.tsx'
import { HistoryTime, historyTime } from './history-time.tsx'
import type { HistoryEntry } from './use-history.ts'

const NAME_CHARACTERS_SHOWN = 120

export interface ShownHistory {
  entries: readonly HistoryEntry[]
  /** True if all pages are loaded, so that the last entry is the oldest of the whole history. */
  isWhole: boolean
}

const columnsOf = (oldest: HistoryEntry | undefined): readonly Column<HistoryEntry>[] => [
  {
    title: 'Time',
    cell: (entry) => (
      <span class="flex flex-col gap-1 whitespace-nowrap">
        <HistoryTime entry={entry} />
        {entry.job_id !== null && (
          <Link class="link text-xs" href={`/jobs/${encodeURIComponent(entry.job_id)}`}>
            Open the analysis<span class="sr-only"> of {historyTime(entry)}</span>
          </Link>
        )}
      </span>
    ),
  },
  {
    title: 'Operator',
    cell: (entry) => (
      <span class="block min-w-36">
        <HistoryOperator entry={entry} />
      </span>
    ),
  },
  {
    title: 'Changes',
    cell: (entry) => (
      <div class="min-w-60">
        <HistoryChanges entry={entry} isFirst={entry === oldest} />
      </div>
    ),
  },
  {
    title: 'Confidence',
    cell: ({ confidence }) =>
      confidence === null ? '–' : <Confidence value={confidence} isSmall />,
  },
  {
    title: 'Registrar',
    cell: ({ registrar }) => (
      <span class="block min-w-36">
        {registrar === null ? '–' : <OutsideText text={registrar} max={NAME_CHARACTERS_SHOWN} />}
      </span>
    ),
  },
]

export function HistoryTable({ entries, isWhole }: ShownHistory) {
  return (
    <Table
      label="History of the domain"
      columns={columnsOf(isWhole ? entries.at(-1) : undefined)}
      rows={entries}
      keyOf={({ analyzed_at: at }) => at}
    />
  )
}
