import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { api, read } from '../../api/api-client.ts'
import { OutsideName } from '../../parts/outside-name.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { type ListGroup, listGroups } from './list-groups.ts'

const JOBS_READ = 100

const COLUMNS: readonly Column<ListGroup>[] = [
  {
    title: 'List',
    cell: ({ id }) => (
      <Link
        class="link font-mono text-xs whitespace-nowrap"
        href={`/bulk/${encodeURIComponent(id)}`}
      >
        <OutsideName text={id} />
      </Link>
    ),
  },
  { title: 'Latest analysis', cell: ({ at }) => <Time at={at} /> },
  { title: 'Analyses found', isNumber: true, cell: ({ analyses }) => count(analyses) },
  { title: 'Unfinished', isNumber: true, cell: ({ unfinished }) => count(unfinished) },
]

/**
 * The API cannot list bulk jobs, so this component reads the latest analyses and finds their lists.
 */
export function RecentLists() {
  const jobs = useQuery({
    queryKey: ['jobs', { limit: JOBS_READ }],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs', { params: { query: { limit: JOBS_READ } }, signal })),
  })
  const groups = listGroups(jobs.data?.jobs ?? [])
  return (
    <Section
      title="Recent lists"
      lead={
        `Lists among your latest ${count(JOBS_READ)} analyses. For an older list, open the ` +
        `link in its email, or this page's address followed by its id.`
      }
    >
      {jobs.isPending && <Skeleton />}
      {jobs.isError && <FailureNote error={jobs.error} retry={() => void jobs.refetch()} />}
      {jobs.isSuccess &&
        (groups.length === 0 ? (
          <EmptyState
            title="No lists yet"
            curl={curlOf(location.origin, {
              method: 'POST',
              path: '/analyze/bulk',
              body: { domains: ['example.com', 'example.org'], depth: 'deep' },
            })}
          >
            A list that you send appears here as soon as its first analysis starts.
          </EmptyState>
        ) : (
          <Table label="Lists" columns={COLUMNS} rows={groups} keyOf={({ id }) => id} />
        ))}
    </Section>
  )
}
