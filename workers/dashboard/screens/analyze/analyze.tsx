import { useQuery } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { Link, useLocation, useSearchParams } from 'wouter-preact'
import { creditsQuery, usageQuery } from '../../api/account-queries.ts'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { Curl } from '../../parts/copy.tsx'
import { domainSentence } from '../../parts/domain-check.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { PassiveField } from '../../parts/passive-field.tsx'
import { ReliabilityMark } from '../../parts/reliability.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { domainFrom } from './domain-input.ts'
import { type Depth, submitAnalysis } from './submit.ts'

const DEPTHS: readonly (readonly [Depth, string])[] = [
  ['deep', 'Deep: all sources, up to 3 minutes'],
  ['quick', 'Quick: DNS, registration, web site, network, up to 8 seconds'],
]
const RECENT_SHOWN = 5

export function Analyze() {
  return (
    <Page
      title="Analyze a domain"
      lead="Enter a domain name. The service reads public sources and says who operates the domain, how certain that is, and why."
    >
      <Section title="New analysis">
        <AnalyzeForm />
      </Section>
      <Section
        title="Latest analyses"
        actions={
          <Link class="link text-sm" href="/jobs">
            All jobs
          </Link>
        }
      >
        <Latest />
      </Section>
    </Page>
  )
}

function AnalyzeForm() {
  const [parameters] = useSearchParams()
  const [text, setText] = useState(parameters.get('domain') ?? '')
  const [depth, setDepth] = useState<Depth>(parameters.get('depth') === 'quick' ? 'quick' : 'deep')
  const [passive, setPassive] = useState(parameters.get('passive') === 'true')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const action = useRef({ wanted: '', idempotencyKey: '' })
  const [, navigate] = useLocation()
  const { domain, isFromAddress } = domainFrom(text)
  const problem = failure === null ? undefined : fieldProblemOf(failure)
  const submit = async () => {
    setBusy(true)
    setFailure(null)
    // The same text means the same action. If an answer is lost and the user presses the button
    // again, the action gets the same key and is not charged again.
    const wanted = `${depth} ${passive} ${domain}`
    if (action.current.wanted !== wanted)
      action.current = { wanted, idempotencyKey: crypto.randomUUID() }
    try {
      const jobId = await submitAnalysis({
        domain,
        depth,
        passive,
        idempotencyKey: action.current.idempotencyKey,
      })
      action.current = { wanted: '', idempotencyKey: '' }
      navigate(`/jobs/${encodeURIComponent(jobId)}`)
    } catch (error) {
      setFailure(error)
      if (failureOf(error).status !== 0) action.current = { wanted: '', idempotencyKey: '' }
      setBusy(false)
    }
  }
  return (
    <form
      class="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && domain !== '') void submit()
      }}
    >
      <div class="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_auto] md:items-start">
        <TextField
          label="Domain"
          value={text}
          onText={setText}
          problem={problem}
          hint={
            isFromAddress
              ? `The domain of this address is ${domain}.`
              : 'For example thorncastle-group.com'
          }
          autofocus
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          inputMode="url"
          enterkeyhint="go"
        />
        <SelectField
          label="Depth"
          value={depth}
          choices={DEPTHS}
          onChoice={setDepth}
          hint="Both cost one analysis."
        />
        <div class="md:pt-6">
          <Button type="submit" look="primary" isBusy={isBusy} class="w-full">
            Analyze
          </Button>
        </div>
      </div>
      <PassiveField isChecked={passive} onCheck={setPassive} />
      <Allowance />
      {failure !== null && problem === undefined && <FailureNote error={failure} />}
    </form>
  )
}

function fieldProblemOf(failure: unknown): string | undefined {
  const problem = failureOf(failure).details.find(({ path }) => path === 'domain')?.message
  return problem === undefined ? undefined : domainSentence(problem)
}

function Allowance() {
  const usage = useQuery(usageQuery)
  const credits = useQuery(creditsQuery)
  if (usage.data === undefined || credits.data === undefined) return null
  const { remaining, quota } = usage.data
  return (
    <p class="text-sm text-muted tabular-nums">
      {quota === null || remaining === null
        ? 'Your plan has no monthly quota.'
        : `${count(remaining)} of ${count(quota)} analyses of this month are left.`}{' '}
      {count(credits.data.balance)} {credits.data.balance === 1 ? 'credit' : 'credits'}.
    </p>
  )
}

function Latest() {
  const query = { limit: RECENT_SHOWN }
  const jobs = useQuery({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => read(api.GET('/jobs', { params: { query }, signal })),
  })
  if (jobs.isPending) return <Skeleton lines={RECENT_SHOWN} label="Loading the latest analyses" />
  if (jobs.isError) return <FailureNote error={jobs.error} retry={() => void jobs.refetch()} />
  const curl = curlOf(location.origin, {
    method: 'POST',
    path: '/analyze',
    body: { domain: 'example.com', depth: 'deep' },
  })
  if (jobs.data.jobs.length === 0) {
    return (
      <EmptyState title="No analysis yet" curl={curl}>
        Enter a domain above. The answer has its own address, which you can bookmark and share
        inside your team.
      </EmptyState>
    )
  }
  return (
    <div class="flex flex-col gap-4">
      <ul class="flex flex-col">
        {jobs.data.jobs.map((job) => (
          <li
            key={job.job_id}
            class="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-sm last:border-0"
          >
            <Link class="link min-w-40 font-medium" href={`/jobs/${job.job_id}`}>
              <OutsideText text={job.domain} max={80} />
            </Link>
            <span class="min-w-0 flex-1">
              {job.entity === null ? (
                <span class="text-muted">No clear operator</span>
              ) : (
                <OutsideText text={job.entity} max={80} />
              )}
              <ReliabilityMark answer={job} />
            </span>
            {job.confidence !== null && <Confidence value={job.confidence} isSmall />}
            <StatusBadge status={job.status} />
            <span class="text-muted">
              <Time at={job.created_at} />
            </span>
          </li>
        ))}
      </ul>
      <Curl command={curl} />
    </div>
  )
}
