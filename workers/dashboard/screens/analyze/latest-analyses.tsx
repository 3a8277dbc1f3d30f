import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { AnswerRow } from '../../parts/answer-row.tsx'
import { isUnfinished } from '../../parts/answer-words.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

const ROWS_SHOWN = 6
/** A list can have many analyses, which take one row together. */
const JOBS_READ = 50
const POLL_MS = 4_000

type Job = Schemas['JobListItem']
type Row = { list: null; job: Job } | { list: string; job: Job; analyses: number }

export function LatestAnalyses() {
  const query = { limit: JOBS_READ }
  const jobs = useQuery({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => read(api.GET('/jobs', { params: { query }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && rowsOf(data.jobs).some(({ job }) => isUnfinished(job))
        ? POLL_MS
        : false,
  })
  if (jobs.isPending) return <Skeleton lines={ROWS_SHOWN} label="Loading the latest analyses" />
  if (jobs.isError) return <FailureNote error={jobs.error} retry={() => void jobs.refetch()} />
  if (jobs.data.jobs.length === 0)
    return (
      <EmptyState title="No analysis yet">
        Your answers will stand here, each with its own page.
      </EmptyState>
    )
  return (
    <ul>
      {rowsOf(jobs.data.jobs).map((row) =>
        row.list === null ? (
          <AnswerRow
            key={row.job.job_id}
            answer={row.job}
            href={`/jobs/${row.job.job_id}`}
            at={row.job.created_at}
          />
        ) : (
          <li
            key={row.list}
            class="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-0"
          >
            <Link class="link font-medium" href={`/bulk/${row.list}`}>
              List of {row.analyses === JOBS_READ ? 'many' : count(row.analyses)}{' '}
              {row.analyses === 1 ? 'domain' : 'domains'}
            </Link>
            <span class="text-muted">
              <Time at={row.job.created_at} />
            </span>
          </li>
        ),
      )}
    </ul>
  )
}

/** The newest rows. All analyses of one list are one row. */
function rowsOf(jobs: readonly Job[]): Row[] {
  const lists = new Map<string, Extract<Row, { list: string }>>()
  const rows: Row[] = []
  for (const job of jobs) {
    const list = job.bulk_job_id
    const known = list === null ? undefined : lists.get(list)
    if (known !== undefined) known.analyses += 1
    else if (list === null) rows.push({ list, job })
    else {
      const row = { list, job, analyses: 1 }
      lists.set(list, row)
      rows.push(row)
    }
  }
  return rows.slice(0, ROWS_SHOWN)
}
