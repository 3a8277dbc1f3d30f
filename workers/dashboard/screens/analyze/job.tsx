import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useCallback } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { api, apiPath, read, type Schemas } from '../../api/api-client.ts'
import { useEventStream } from '../../api/event-stream.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { FileLink, LinkButton } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { FeedbackSection } from '../../parts/feedback/feedback-section.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { curlOf, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { AnalyzeAgain } from './analyze-again.tsx'
import { Answer } from './answer.tsx'
import { chargeText } from './charge-text.ts'
import { durationText } from './collectors.ts'
import { Delivery } from './delivery.tsx'
import { Evidence } from './evidence.tsx'
import { LiveProgress } from './live-progress.tsx'
import { Reasons } from './reasons.tsx'

type Job = Schemas['Job']

const ENDED: ReadonlySet<string> = new Set(['completed', 'partial', 'failed'])
// The page normally learns of changes from the event stream. It also asks at this interval, for a
// browser or network that cannot keep a stream open.
const POLL_MS = 3_000
const EVENTS = ['progress', 'done'] as const

const hasEnded = (job: Job | undefined) => job !== undefined && ENDED.has(job.status)

function useJob(id: string) {
  const queries = useQueryClient()
  const key = ['job', id] as const
  const job = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readJob(id, signal),
    refetchInterval: (query) => (hasEnded(query.state.data) ? false : POLL_MS),
  })
  const follow = useCallback(
    (name: string, data: unknown) => {
      queries.setQueryData<Job>(['job', id], (known) => {
        if (known === undefined || hasEnded(known)) return known
        if (name === 'done') return isJob(data) ? data : known
        return isProgress(data) ? { ...known, status: 'running', progress: data } : known
      })
      if (name === 'done')
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    },
    [id, queries],
  )
  const isRunning = job.data !== undefined && !hasEnded(job.data)
  useEventStream(
    isRunning ? apiPath(`/jobs/${encodeURIComponent(id)}/events`) : null,
    EVENTS,
    follow,
  )
  return job
}

async function readJob(id: string, signal: AbortSignal): Promise<Job> {
  const job = await read(api.GET('/jobs/{job_id}', { params: { path: { job_id: id } }, signal }))
  if (!isJob(job)) throw new TypeError('the answer is not a job')
  return job
}

const isJob = (data: unknown): data is Job =>
  typeof data === 'object' &&
  data !== null &&
  'job_id' in data &&
  'progress' in data &&
  'status' in data

const isProgress = (data: unknown): data is Job['progress'] =>
  typeof data === 'object' && data !== null && 'percent' in data && 'collectors' in data

export default function JobPage({ id }: { id: string }) {
  const job = useJob(id)
  if (job.isPending) {
    return (
      <Page title="Analysis">
        <Skeleton lines={6} label="Loading the analysis" />
      </Page>
    )
  }
  if (job.isError) return <Unreadable id={id} error={job.error} retry={() => void job.refetch()} />
  return <Known job={job.data} />
}

function Unreadable({ id, error, retry }: { id: string; error: unknown; retry: () => void }) {
  const { status } = failureOf(error)
  if (status !== 404 && status !== 422) {
    return (
      <Page title="Analysis">
        <FailureNote error={error} retry={retry} />
      </Page>
    )
  }
  return (
    <Page
      title="There is no such analysis"
      actions={<LinkButton href="/">New analysis</LinkButton>}
    >
      <EmptyState
        title="This account has no analysis with this id"
        curl={curlOf(location.origin, { path: `/jobs/${id}` })}
      >
        The id <OutsideText text={id} max={60} /> may be mistyped, the analysis may belong to
        another account, or it was deleted after its retention time.
      </EmptyState>
    </Page>
  )
}

function Known({ job }: { job: Job }) {
  const domain = withVisibleControls(job.domain)
  const isOver = hasEnded(job)
  const hasResult = job.scoring_result !== undefined
  return (
    <Page
      title={domain}
      heading={<OutsideText text={job.domain} />}
      lead={<Lead job={job} />}
      actions={
        isOver && (
          <>
            {hasResult && <Downloads id={job.job_id} />}
            <AnalyzeAgain domain={job.domain} depth={job.depth} passive={job.passive} />
          </>
        )
      }
    >
      <div role="status" class="sr-only">
        {isOver ? `The analysis of ${domain} has ended: ${job.status}.` : ''}
      </div>
      {job.scoring_result !== undefined && (
        <Answer
          result={job.scoring_result}
          domain={job.domain}
          isPartial={job.status === 'partial'}
        />
      )}
      {job.status === 'failed' && <Failed job={job} />}
      {hasResult && <Reasons id={job.job_id} />}
      {hasResult && isOver && <FeedbackSection jobId={job.job_id} />}
      <LiveProgress progress={job.progress} startedAt={job.started_at} isOver={isOver} />
      {isOver && job.status !== 'failed' && <Evidence id={job.job_id} />}
      {job.callback_url !== null && <Delivery id={job.job_id} url={job.callback_url} />}
      <Further domain={job.domain} id={job.job_id} />
    </Page>
  )
}

function Lead({ job }: { job: Job }) {
  return (
    <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge status={job.status} />
      <span>{job.depth === 'deep' ? 'Deep analysis' : 'Quick analysis'}</span>
      {job.passive && <span>passive: nothing was sent to the domain</span>}
      <span>
        started <Time at={job.created_at} />
      </span>
      {job.duration_ms !== null && (
        <span class="tabular-nums">took {durationText(job.duration_ms)}</span>
      )}
      <span>{chargeText(job.charge)}</span>
      {job.bulk_job_id !== null && (
        <Link class="link" href={`/bulk/${job.bulk_job_id}`}>
          Part of a list
        </Link>
      )}
    </span>
  )
}

function Downloads({ id }: { id: string }) {
  const file = (format: string) =>
    apiPath(`/jobs/${encodeURIComponent(id)}/certificate?format=${format}`)
  return (
    <>
      <FileLink href={file('pdf')} download={`${id}.pdf`}>
        Certificate (PDF)
      </FileLink>
      <FileLink href={file('json')} download={`${id}.json`}>
        JSON
      </FileLink>
      <FileLink href={file('csv')} download={`${id}.csv`}>
        CSV
      </FileLink>
      <FileLink href={apiPath(`/jobs/${encodeURIComponent(id)}/stix`)} download={`${id}.stix.json`}>
        STIX
      </FileLink>
    </>
  )
}

function Failed({ job }: { job: Job }) {
  return (
    <div role="alert" class="rounded-lg border border-bad bg-bad-soft p-4">
      <p class="font-medium text-bad">The analysis failed. It was not charged.</p>
      {job.error !== null && (
        <p class="mt-1 text-sm">
          <OutsideText text={job.error.message} />{' '}
          <span class="font-mono">{withVisibleControls(job.error.code)}</span>
        </p>
      )}
    </div>
  )
}

function Further({ domain, id }: { domain: string; id: string }) {
  const named = encodeURIComponent(domain)
  return (
    <nav
      aria-label="More about this domain"
      class="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm"
    >
      <Link class="link" href={`/domains/${named}`}>
        History, subdomains and portfolio
      </Link>
      <Link class="link" href={`/jobs?domain=${named}`}>
        All analyses of this domain
      </Link>
      <Link class="link" href={`/monitors?watch=${named}`}>
        Watch this domain
      </Link>
      <Link class="link" href={`/correlate?domains=${named}`}>
        Compare with other domains
      </Link>
      <CopyButton text={curlOf(location.origin, { path: `/jobs/${id}` })} label="Copy as curl" />
      <CopyButton text={location.href} label="Copy address of this page" />
    </nav>
  )
}
