import { useQuery } from '@tanstack/preact-query'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { LinkButton } from '../../parts/button.tsx'
import { DomainName } from '../../parts/domain-name.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { unicodeOf } from '../../parts/punycode.ts'
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
  const stored = history.entries.find(
    ({ source, status }) => source === 'local' && status !== 'failed',
  )
  const isInvalid = jobs.isError && failureOf(jobs.error).status === INVALID
  const isUnknown = history.query.isError && failureOf(history.query.error).status === NOT_FOUND
  const isLoading = jobs.isPending || history.query.isPending
  const isNever = isUnknown && jobs.isSuccess && jobs.data.jobs.length === 0
  return (
    <Page
      title={shortened(withVisibleControls(unicodeOf(domain)), TITLE_CHARACTERS)}
      heading={<DomainName domain={domain} max={TITLE_CHARACTERS} />}
      curl={curlOf(location.origin, { path: `/domains/${encodeURIComponent(domain)}/history` })}
      actions={
        !isInvalid && (
          <>
            <LinkButton href={`/monitors?watch=${encodeURIComponent(domain)}`}>
              Watch this domain
            </LinkButton>
            <LinkButton href={analyzeAddress(domain)} look="primary">
              {latest.result === null ? 'Analyze' : 'Analyze again'}
            </LinkButton>
          </>
        )
      }
    >
      {isInvalid ? (
        <EmptyState
          title="Not a domain name"
          action={<LinkButton href="/domains">Open another domain</LinkButton>}
        >
          <span class="outside">{withVisibleControls(failureOf(jobs.error).message)}</span>
        </EmptyState>
      ) : isNever ? (
        <EmptyState
          title="Never analyzed"
          action={<LinkButton href={analyzeAddress(domain)}>Analyze this domain</LinkButton>}
        >
          Nobody has analyzed this domain with this service, so it has no operator and no history
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
            <DomainOperator
              latest={latest}
              stored={stored}
              analyzeAddress={analyzeAddress(domain)}
            />
          )}
          {!isLoading && (
            <DomainRelated
              domain={domain}
              operator={latest.result?.entity ?? stored?.entity ?? null}
            />
          )}
          <DomainHistory history={history} isUnknown={isUnknown} />
          {!isLoading && (
            <DomainSubdomains key={latest.result?.job_id} jobId={latest.result?.job_id ?? null} />
          )}
        </>
      )}
    </Page>
  )
}
