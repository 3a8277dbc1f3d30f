import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { api, read } from '../../api/api-client.ts'
import { AnalysisRows } from '../../parts/analysis-rows.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { checkListedDomain } from '../../parts/domain-check.ts'
import { TextField } from '../../parts/field.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { newestOfEachDomain } from '../../parts/recent-domains.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'

const JOBS_READ = 100

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
            >
              Domains that you analyze appear here.
            </EmptyState>
          ) : (
            <AnalysisRows
              label="Domains"
              analyses={recent}
              pageOf={({ domain }) => `/domains/${encodeURIComponent(domain)}`}
            />
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
        const { domain, problem: found } = checkListedDomain(text)
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
