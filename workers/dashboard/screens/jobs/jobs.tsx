import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { ReliabilityMark } from '../../parts/reliability.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

type Job = Schemas['JobListItem']
type Status = Job['status']

const PAGE_JOBS = 20
const POLL_MS = 4_000

const STATUSES: readonly (readonly [Status | '', string])[] = [
  ['', 'All'],
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['partial', 'Partial'],
  ['failed', 'Failed'],
]
const statusOf = (text: string): Status | '' =>
  STATUSES.find(([status]) => status === text)?.[0] ?? ''
const isUnfinished = ({ status }: Job) => status === 'queued' || status === 'running'

const COLUMNS: readonly Column<Job>[] = [
  {
    title: 'Domain',
    cell: ({ job_id: id, domain }) => (
      <Link class="link inline-block min-w-40 font-medium" href={`/jobs/${id}`}>
        <OutsideText text={domain} max={80} />
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Operator',
    cell: (job) => {
      if (job.entity !== null)
        return (
          <div class="min-w-40">
            <OutsideText text={job.entity} max={80} />
            <ReliabilityMark answer={job} />
          </div>
        )
      if (isUnfinished(job)) return <span class="text-muted">–</span>
      return (
        <div class="min-w-40">
          <span class="text-muted">
            {job.status === 'failed' ? 'Failed, not charged' : 'No clear operator'}
          </span>
          <ReliabilityMark answer={job} />
        </div>
      )
    },
  },
  {
    title: 'Confidence',
    cell: ({ confidence }) =>
      confidence === null ? (
        <span class="text-muted">–</span>
      ) : (
        <Confidence value={confidence} isSmall />
      ),
  },
  { title: 'Depth', cell: ({ depth }) => (depth === 'deep' ? 'Deep' : 'Quick') },
  { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
]

export default function Jobs() {
  const [statusText, setStatus] = useQueryState('status')
  const [domain, setDomain] = useQueryState('domain')
  const [offset, setOffset] = useOffset()
  const status = statusOf(statusText)
  const filters = {
    ...(status === '' ? {} : { status }),
    ...(domain.trim() === '' ? {} : { domain: domain.trim() }),
  }
  const query = { limit: PAGE_JOBS, offset, ...filters }
  const jobs = useQuery({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => readPage(api.GET('/jobs', { params: { query }, signal })),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data?.data.jobs.some(isUnfinished) === true ? POLL_MS : false,
  })
  const [typed, setTyped] = useState(domain)
  useEffect(() => setTyped(domain), [domain])
  const isRefused = jobs.isError && failureOf(jobs.error).code === 'INVALID_DOMAIN'
  const search = new URLSearchParams(filters)
  const curl = curlOf(location.origin, { path: `/jobs${search.size === 0 ? '' : `?${search}`}` })
  return (
    <Page
      title="Jobs"
      lead="Every analysis of this account, newest first."
      actions={
        <>
          <LinkButton href="/feedback">Feedback</LinkButton>
          <LinkButton href="/" look="primary">
            New analysis
          </LinkButton>
        </>
      }
    >
      <Section title="Analyses">
        <form
          class="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]"
          onSubmit={(event) => {
            event.preventDefault()
            setDomain(typed.trim())
          }}
        >
          <TextField
            label="Domain"
            type="search"
            value={typed}
            onText={setTyped}
            onBlur={() => setDomain(typed.trim())}
            problem={
              isRefused
                ? 'This is not a domain name. Write it in full, for example example.com.'
                : undefined
            }
            placeholder="example.com"
            autocomplete="off"
            spellcheck={false}
            enterkeyhint="search"
          />
          <SelectField label="Status" value={status} choices={STATUSES} onChoice={setStatus} />
        </form>
        {jobs.isPending && <Skeleton lines={8} label="Loading the jobs" />}
        {jobs.isError && !isRefused && (
          <FailureNote error={jobs.error} retry={() => void jobs.refetch()} />
        )}
        {jobs.data !== undefined && !jobs.isError && (
          <>
            {jobs.data.data.jobs.length === 0 ? (
              <EmptyState
                title={search.size === 0 ? 'No analysis yet' : 'No analysis fits these filters'}
                curl={curl}
              >
                {search.size === 0
                  ? 'Analyses that you or your programs start appear here.'
                  : 'The domain must be written in full, as it was analyzed.'}
              </EmptyState>
            ) : (
              <Table
                label="Analyses"
                columns={COLUMNS}
                rows={jobs.data.data.jobs}
                keyOf={({ job_id: id }) => id}
              />
            )}
            <Pager
              offset={offset}
              limit={PAGE_JOBS}
              shown={jobs.data.data.jobs.length}
              hasMore={jobs.data.meta.has_more}
              onOffset={setOffset}
            />
          </>
        )}
      </Section>
    </Page>
  )
}
