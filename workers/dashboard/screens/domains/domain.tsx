import { useQuery } from '@tanstack/preact-query'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { LinkButton } from '../../parts/button.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { curlOf, shortened, withVisibleControls } from '../../parts/texts.ts'
import { DomainHistory } from './domain-history.tsx'
import { DomainOperator } from './domain-operator.tsx'
import { DomainRelated } from './domain-related.tsx'
import { DomainSubdomains } from './domain-subdomains.tsx'
import { latestOf } from './latest-analysis.ts'
import { useHistory } from './use-history.ts'

const JOBS_READ = 20
const POLL_MS = 3_000
const TITLE_CHARACTERS = 120
const [NOT_FOUND, INVALID] = [404, 422]

const analyzeAddress = (domain: string) => `/?domain=${encodeURIComponent(domain)}`

export default function Domain({ domain }: { domain: string }) {
  const jobs = useQuery({
    queryKey: ['jobs', { domain, limit: JOBS_READ }],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs', { params: { query: { domain, limit: JOBS_READ } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && ['queued', 'running'].includes(data.jobs[0]?.status ?? '')
        ? POLL_MS
        : false,
  })
  const history = useHistory(domain)
  const latest = latestOf(jobs.data?.jobs ?? [])
  const isInvalid = jobs.isError && failureOf(jobs.error).status === INVALID
  const isUnknown = history.query.isError && failureOf(history.query.error).status === NOT_FOUND
  const isNever = isUnknown && jobs.isSuccess && jobs.data.jobs.length === 0
  return (
    <Page
      title={shortened(withVisibleControls(domain), TITLE_CHARACTERS)}
      heading={<OutsideName text={domain} max={TITLE_CHARACTERS} />}
      actions={
        !isInvalid && (
          <>
            <LinkButton href={`/monitors?watch=${encodeURIComponent(domain)}`}>
              Watch this domain
            </LinkButton>
            <LinkButton href={analyzeAddress(domain)} look="primary">
              Analyze again
            </LinkButton>
          </>
        )
      }
    >
      {isInvalid ? (
        <>
          <FailureNote error={jobs.error} />
          <p>
            <LinkButton href="/domains">Open another domain</LinkButton>
          </p>
        </>
      ) : isNever ? (
        <EmptyState
          title="Never analysed"
          action={<LinkButton href={analyzeAddress(domain)}>Analyze this domain</LinkButton>}
          curl={curlOf(location.origin, { method: 'POST', path: '/analyze', body: { domain } })}
        >
          Nobody has analysed this domain with this service, so it has no operator and no history
          here.
        </EmptyState>
      ) : (
        <>
          {jobs.isPending && (
            <Section title="Current operator">
              <Skeleton />
            </Section>
          )}
          {jobs.isError && <FailureNote error={jobs.error} retry={() => void jobs.refetch()} />}
          {jobs.isSuccess && (
            <DomainOperator latest={latest} analyzeAddress={analyzeAddress(domain)} />
          )}
          <DomainHistory domain={domain} history={history} isUnknown={isUnknown} />
          <DomainRelated domain={domain} />
          <DomainSubdomains key={latest.result?.job_id} jobId={latest.result?.job_id ?? null} />
        </>
      )}
    </Page>
  )
}
