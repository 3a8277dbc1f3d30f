import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { api, read } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { ReliabilityMark } from '../../parts/reliability.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { jobsOfEntity } from './entity-name.ts'

// Largest number of jobs that the API lists on one page. The API cannot filter jobs by entity, so
// only the newest ones are searched.
const JOBS_READ = 100
const ENTITY_CHARACTERS_SHOWN = 80

export function OwnAnalyses({ name, domains }: { name: string; domains: readonly string[] }) {
  const newest = useQuery({
    queryKey: ['jobs', { limit: JOBS_READ }],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs', { params: { query: { limit: JOBS_READ } }, signal })),
  })
  const jobs = useMemo(
    () => jobsOfEntity(newest.data?.jobs ?? [], name, domains),
    [newest.data, name, domains],
  )
  return (
    <Section
      title="Your analyses"
      lead="Those of your newest 100 jobs that found this operator or analyzed one of its domains."
    >
      {newest.isPending && <Skeleton />}
      {newest.isError && <FailureNote error={newest.error} retry={() => void newest.refetch()} />}
      {newest.data !== undefined && jobs.length === 0 && (
        <p class="text-sm text-muted">
          There are none. Open a domain to see its history, or analyze it.
        </p>
      )}
      {jobs.length > 0 && (
        <Table
          label="Your analyses"
          rows={jobs}
          keyOf={({ job_id: id }) => id}
          columns={[
            {
              title: 'Domain',
              cell: ({ job_id: id, domain }) => (
                <Link href={`/jobs/${encodeURIComponent(id)}`} class="link">
                  <bdi class="outside">{withVisibleControls(domain)}</bdi>
                </Link>
              ),
            },
            { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
            {
              title: 'Operator',
              cell: ({ entity, ...answer }) => (
                <>
                  {entity === null ? (
                    <span class="text-muted">none</span>
                  ) : (
                    <OutsideText text={entity} max={ENTITY_CHARACTERS_SHOWN} />
                  )}
                  <ReliabilityMark answer={answer} />
                </>
              ),
            },
            {
              title: 'Confidence',
              cell: ({ confidence }) =>
                confidence === null ? '–' : <Confidence value={confidence} isSmall />,
            },
            { title: 'Started', cell: ({ created_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </Section>
  )
}
