import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { FeedbackSection } from '../../parts/feedback/feedback-section.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { FactsStrip } from '../../parts/verdict/facts-strip.tsx'
import { VerdictCard } from '../../parts/verdict/verdict-card.tsx'
import { WatchDialog } from '../../parts/watch-dialog.tsx'
import { AnswerActions, REPORT_ID } from './answer-actions.tsx'
import { chargeText } from './charge-text.ts'
import { durationText } from './collectors.ts'
import { Delivery } from './delivery.tsx'
import { Evidence } from './evidence.tsx'
import { LiveProgress, Sources } from './live-progress.tsx'
import { Reasons } from './reasons.tsx'
import { RelatedDomains } from './related-domains.tsx'
import { tabTitle } from './tab-title.ts'
import { hasEnded, useJob } from './use-job.ts'

type Job = Schemas['Job']

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
      <EmptyState title="This account has no analysis with this id">
        The id <OutsideText text={id} max={60} /> may be mistyped, the analysis may belong to
        another account, or it was deleted after its retention time.
      </EmptyState>
    </Page>
  )
}

function Known({ job }: { job: Job }) {
  const isOver = hasEnded(job)
  const result = job.scoring_result
  const hasCandidates = (result?.candidates.length ?? 0) > 0
  const operator = result?.outcome === 'attributed' ? result.entity : null
  return (
    <Page
      title={tabTitle(job)}
      heading={<DomainHeading job={job} />}
      lead={<Lead job={job} />}
      actions={isOver && <AnswerActions job={job} />}
    >
      <div role="status" class="sr-only">
        {isOver
          ? `The analysis of ${withVisibleControls(job.domain)} has ended: ${job.status}.`
          : ''}
      </div>
      <div
        class={`grid grid-cols-[minmax(0,1fr)] items-start gap-6 ${operator === null ? '' : 'min-[1100px]:grid-cols-[minmax(0,1fr)_18rem]'}`}
      >
        {result !== undefined && <Answer job={job} />}
        {operator !== null && (
          <aside
            aria-label="The operator"
            class="min-w-0 min-[1100px]:col-start-2 min-[1100px]:row-span-2 min-[1100px]:row-start-1"
          >
            <RelatedDomains entity={operator} domain={job.domain} />
          </aside>
        )}
        <div class="flex min-w-0 flex-col gap-6">
          {job.status === 'failed' && <Failed job={job} />}
          {!isOver && <LiveProgress progress={job.progress} startedAt={job.started_at} />}
          {hasCandidates && <Reasons id={job.job_id} />}
          {isOver && <Sources collectors={job.progress.collectors} />}
          {isOver && job.status !== 'failed' && <Evidence id={job.job_id} />}
          {job.callback_url !== null && <Delivery id={job.job_id} url={job.callback_url} />}
          {result !== undefined && isOver && (
            <div id={REPORT_ID}>
              <FeedbackSection jobId={job.job_id} />
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}

/** Unicode first, because people know the name in this form. */
function DomainHeading({ job: { domain, domain_unicode: unicode } }: { job: Job }) {
  if (unicode === null || unicode === domain) return <OutsideText text={domain} />
  return (
    <>
      <OutsideText text={unicode} />{' '}
      <span class="text-base font-normal text-muted">
        <OutsideText text={domain} />
      </span>
    </>
  )
}

function Lead({ job }: { job: Job }) {
  return (
    <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
      {job.status !== 'completed' && <StatusBadge status={job.status} />}
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

function Answer({ job }: { job: Job }) {
  const verdict = useQuery({
    queryKey: ['verdict', job.job_id],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs/{job_id}/verdict', { params: { path: { job_id: job.job_id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (verdict.isPending) return <Skeleton lines={6} label="Loading the answer" />
  if (verdict.isError)
    return <FailureNote error={verdict.error} retry={() => void verdict.refetch()} />
  return (
    <VerdictCard
      verdict={verdict.data}
      isPartial={job.status === 'partial'}
      whenFree={<WatchFree job={job} />}
    >
      <FactsStrip verdict={verdict.data} jobId={job.job_id} />
    </VerdictCard>
  )
}

function WatchFree({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button look="primary" onClick={() => setOpen(true)}>
        Watch until it is registered
      </Button>
      <WatchDialog
        domains={[job.domain]}
        analyzed={1}
        isPassive={job.passive}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
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
