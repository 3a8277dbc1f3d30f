import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { checkDomain } from '../../parts/domain-check.ts'
import { TextField } from '../../parts/field.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { newestOfEachDomain } from './recent-domains.ts'

const JOBS_READ = 100

type ListedJob = Schemas['JobListItem']

const COLUMNS: readonly Column<ListedJob>[] = [
  {
    title: 'Domain',
    cell: ({ domain }) => (
      <Link class="link" href={`/domains/${encodeURIComponent(domain)}`}>
        <OutsideName text={domain} />
      </Link>
    ),
  },
  {
    title: 'Operator',
    cell: ({ entity, status }) =>
      entity !== null ? <OutsideText text={entity} max={120} /> : <NoOperator status={status} />,
  },
  {
    title: 'Confidence',
    cell: ({ confidence, entity }) =>
      confidence === null || entity === null ? '–' : <Confidence value={confidence} isSmall />,
  },
  { title: 'Latest analysis', cell: ({ created_at: at }) => <Time at={at} /> },
]

const NoOperator = ({ status }: Pick<ListedJob, 'status'>) =>
  status === 'completed' ? (
    <span class="text-muted">No clear operator</span>
  ) : (
    <StatusBadge status={status} />
  )

export default function Domains() {
  const jobs = useQuery({
    queryKey: ['jobs', { limit: JOBS_READ }],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs', { params: { query: { limit: JOBS_READ } }, signal })),
  })
  const recent = newestOfEachDomain(jobs.data?.jobs ?? [])
  return (
    <Page title="Domains" lead="Operator, history, subdomains and related domains of one domain.">
      <Section title="Open a domain">
        <DomainOpener />
      </Section>
      <Section title="Recent domains" lead={`From your latest ${count(JOBS_READ)} analyses.`}>
        {jobs.isPending && <Skeleton lines={5} />}
        {jobs.isError && <FailureNote error={jobs.error} retry={() => void jobs.refetch()} />}
        {jobs.isSuccess &&
          (recent.length === 0 ? (
            <EmptyState
              title="No domains yet"
              action={<LinkButton href="/">Analyze a domain</LinkButton>}
              curl={curlOf(location.origin, { path: '/jobs?limit=100' })}
            >
              Domains that you analyse appear here.
            </EmptyState>
          ) : (
            <Table label="Domains" columns={COLUMNS} rows={recent} keyOf={({ job_id: id }) => id} />
          ))}
      </Section>
    </Page>
  )
}

function DomainOpener() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [, navigate] = useLocation()
  return (
    <form
      class="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const { domain, problem: found } = checkDomain(text)
        if (domain === null) setProblem(found)
        else navigate(`/domains/${encodeURIComponent(domain)}`)
      }}
    >
      <div class="min-w-0 flex-1 basis-60">
        <TextField
          label="Domain"
          value={text}
          placeholder="example.com"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          inputMode="url"
          problem={problem}
          onText={(next) => {
            setText(next)
            setProblem(undefined)
          }}
        />
      </div>
      <Button type="submit" look="primary" class="sm:mt-6">
        Open
      </Button>
    </form>
  )
}
