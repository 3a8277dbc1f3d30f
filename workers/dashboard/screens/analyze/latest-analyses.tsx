import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { AnswerRow } from '../../parts/answer-row.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { isUnfinished } from '../../parts/row-words.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

const ROWS_SHOWN = 6
/** A list can have many analyses, which take one row together. */
const JOBS_READ = 50
const LISTS_READ = 20
const POLL_MS = 4_000

type Job = Schemas['JobListItem']
/** `job` is the newest one of a list. */
interface Row {
  list: string | null
  job: Job
}

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
          <ListRow key={row.list} id={row.list} at={row.job.created_at} />
        ),
      )}
    </ul>
  )
}

/** The newest rows. All analyses of one list are one row. */
function rowsOf(jobs: readonly Job[]): Row[] {
  const lists = new Set<string>()
  const rows: Row[] = []
  for (const job of jobs) {
    const list = job.bulk_job_id
    if (list === null || !lists.has(list)) rows.push({ list, job })
    if (list !== null) lists.add(list)
  }
  return rows.slice(0, ROWS_SHOWN)
}

function ListRow({ id, at }: { id: string; at: string }) {
  const query = { limit: LISTS_READ }
  const lists = useQuery({
    queryKey: ['bulk', 'lists', query],
    queryFn: ({ signal }) => read(api.GET('/analyze/bulk', { params: { query }, signal })),
  })
  const list = lists.data?.lists.find((one) => one.bulk_job_id === id)
  return (
    <li class="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-0">
      <Link class="link min-w-0 font-medium" href={`/bulk/${encodeURIComponent(id)}`}>
        {list === undefined || list.name === null ? (
          `List of ${list === undefined ? '' : `${count(list.total)} `}domains`
        ) : (
          <>
            List <OutsideName text={list.name} />
          </>
        )}
      </Link>
      <span class="text-muted">
        <Time at={at} />
      </span>
    </li>
  )
}
