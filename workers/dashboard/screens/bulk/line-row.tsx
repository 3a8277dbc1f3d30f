import { AnswerRow } from '../../parts/answer-row.tsx'
import { count } from '../../parts/texts.ts'
import type { ListRow } from './list-view.ts'

function addressOf({ job_id: jobId, status, domain }: ListRow): string | null {
  if (jobId !== null) return `/jobs/${encodeURIComponent(jobId)}`
  return status === 'rejected' ? null : `/domains/${encodeURIComponent(domain)}`
}

export const LineRow = ({ row }: { row: ListRow }) => (
  <AnswerRow
    answer={row}
    href={addressOf(row)}
    number={
      <>
        <span class="sr-only">Line </span>
        {count(row.index + 1)}
      </>
    }
    note={row.note}
  />
)
