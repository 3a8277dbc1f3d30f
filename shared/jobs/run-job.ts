import {
  type Collector,
  type CollectorTools,
  type Finding,
  PASSIVE_DETAIL,
  STAGES,
  type Target,
} from '../attribution/collector.ts'
import type { ToolsFor } from '../attribution/collectors/run-tools.ts'
import type { CollectedEvidence, CollectorName, EvidenceSet } from '../attribution/evidence.ts'
import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { storable } from '../platform/db/storable.ts'
import { describeError, log } from '../platform/log.ts'
import { orAbort } from '../platform/net/fetch-failure.ts'
import { onAbort } from '../platform/on-abort.ts'
import type { QueueName } from '../platform/queue-messages.ts'
import type { Services } from '../platform/services/index.ts'
import { conclude } from './conclude-job.ts'
import { foundInWords } from './found-in-words.ts'
import type { ProgressEvent } from './progress.ts'
import {
  isLost,
  mayBePutBack,
  type OwnFailure,
  ownFailure,
  putBackSeconds,
  queueOf,
} from './put-back.ts'
import * as jobs from './queries.ts'

export interface RunDependencies {
  services: Pick<Services, 'db' | 'env' | 'now'>
  collectors: readonly Collector[]
  /** `signal` aborts all requests. The run ends at `endsAt` (milliseconds since 1970). */
  tools(job: jobs.JobRow, signal: AbortSignal, endsAt: number): ToolsFor
  /** Evidence that an interrupted run of the job has already collected. */
  known: readonly CollectedEvidence[]
  /** Start of the first run (milliseconds since 1970), and how often the job was put back. */
  firstStartedAt: number
  putBacks: number
  /** Evidence that is not free is stored when the call returns, so no later run pays again. */
  keep(evidence: CollectedEvidence, isFree: boolean): Promise<void>
  report(event: ProgressEvent): void
}

/** `result` is set only if this run finished the job and found a result. */
export interface RunEnd extends Omit<jobs.Finished, 'outcome'> {
  outcome: jobs.Finished['outcome'] | 'put back'
  result?: ScoringResult
}

/** The caller sends the job to its queue again. */
export interface PutBack {
  outcome: 'put back'
  queue: QueueName
  afterSeconds: number
  /** The next run does not collect this evidence again. */
  kept: CollectedEvidence[]
}

/** Time before the deadline that is reserved to compute and store the result. */
const CONCLUSION_MS = 600
const DETAIL_CHARACTERS_MAX = 200

/**
 * Runs one job until it is finished, or puts it back to its queue if only our side keeps it from an
 * answer. A collector whose evidence is already known does not run again. If several runs work on
 * one job, only the latest can write the result. Throws if Postgres is unreachable.
 */
export async function runJob(run: RunDependencies, jobId: string): Promise<RunEnd | PutBack> {
  const { services } = run
  const { db, env } = services
  const startedAt = services.now().getTime()
  const runToken = crypto.randomUUID()
  const claim = await jobs.claim(db, jobId, runToken)
  switch (claim.outcome) {
    case 'claimed':
      break
    case 'terminal':
      return { outcome: 'already', hints: claim.hints }
    case 'unknown':
      return { outcome: 'unknown', hints: [] }
    default:
      return claim satisfies never
  }
  const { job, age_ms: ageMs } = claim
  const collected = await collect(run, job, collectingMs(job, env, ageMs))
  if ('failure' in collected) return putBack(run, job, runToken, collected)
  const { evidence } = collected
  run.report({ type: 'scoring', at: services.now().toISOString() })
  const end = conclude(targetOf(job), evidence, services.now())
  const finished = await jobs.finish(db, { ...end, job_id: jobId, run_token: runToken })
  log({
    event: 'job.ended',
    request_id: db.requestId,
    job_id: jobId,
    outcome: finished.outcome,
    status: finished.job?.status ?? null,
    // Time since the first run of the job began, so it includes interrupted runs.
    duration_ms: ageMs + services.now().getTime() - startedAt,
  })
  return finished.outcome === 'ended' && end.result !== undefined
    ? { ...finished, result: end.result }
    : finished
}

/**
 * Time in which a run may collect evidence, in milliseconds. `ageMs` is the time since the first
 * run of the job began. A run after a crash gets the rest of the time. It gets the whole time if no
 * time is left, because nothing about the domain failed, and if the job is a quick one of a list,
 * because nobody waits for it.
 */
export function collectingMs(
  { depth, bulkJobId }: Pick<jobs.JobRow, 'depth' | 'bulkJobId'>,
  env: Pick<Services['env'], 'QUICK_DEADLINE_MS' | 'JOB_DEADLINE_MS'>,
  ageMs: number,
): number {
  const limitMs = depth === 'quick' ? env.QUICK_DEADLINE_MS : env.JOB_DEADLINE_MS
  const wholeMs = limitMs - CONCLUSION_MS
  const isQuickOfList = depth === 'quick' && bulkJobId !== null
  return isQuickOfList || ageMs >= wholeMs ? wholeMs : wholeMs - ageMs
}

async function putBack(
  { services: { db } }: RunDependencies,
  job: jobs.JobRow,
  runToken: string,
  { failure, afterSeconds, kept }: Interrupted,
): Promise<RunEnd | PutBack> {
  const isQueued = await jobs.putBack(db, job.id, runToken)
  log({
    event: 'job.put_back',
    request_id: db.requestId,
    job_id: job.id,
    because: failure.of,
    after_seconds: afterSeconds,
    is_queued: isQueued,
  })
  return isQueued
    ? { outcome: 'put back', queue: queueOf(job), afterSeconds, kept }
    : { outcome: 'lost', hints: [] }
}

const targetOf = ({ domain, registrableDomain }: jobs.JobRow): Target => ({
  domain,
  registrableDomain,
})

interface Complete {
  evidence: CollectedEvidence[]
}

interface Interrupted {
  failure: OwnFailure
  afterSeconds: number
  kept: CollectedEvidence[]
}

async function collect(
  run: RunDependencies,
  job: jobs.JobRow,
  remainingMs: number,
): Promise<Complete | Interrupted> {
  const chosen = run.collectors.filter(
    (collector) => job.depth === 'deep' || collector.runs === 'quick and deep',
  )
  run.report({
    type: 'started',
    collectors: chosen.map(({ name }) => name),
    at: run.services.now().toISOString(),
  })
  const done = new Map<CollectorName, CollectedEvidence>()
  for (const evidence of run.known) {
    done.set(evidence.collector, evidence)
    reportEnd(run, evidence)
  }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), remainingMs)
  try {
    const toolsFor = run.tools(job, deadline.signal, run.services.now().getTime() + remainingMs)
    const { dns } = toolsFor(deadline.signal, {})
    for (const stage of STAGES) {
      const earlier = Object.fromEntries(done) as EvidenceSet
      const waiting = chosen.filter(
        (collector) => collector.stage === stage && !done.has(collector.name),
      )
      const collected = await Promise.all(
        waiting.map(async (collector) => {
          const evidence = await collectOne(
            run,
            collector,
            targetOf(job),
            (signal) => toolsFor(signal, earlier),
            deadline.signal,
          )
          const isFree =
            stage !== 'reading' ||
            collector.runs === 'quick and deep' ||
            evidence.status === 'skipped'
          // A run after a crash must ask again what only our side left unanswered.
          const isOurs = evidence.again_after_ms !== undefined || dns.isDown
          if (!isOurs || !isFree) await run.keep(evidence, isFree)
          done.set(collector.name, evidence)
          reportEnd(run, evidence)
          return evidence
        }),
      )
      reportCandidate(run, job, done)
      const failure = ownFailure(collected, dns.isDown)
      const afterSeconds = failure === null ? null : putBackAfter(run, job, failure)
      if (failure === null || afterSeconds === null) continue
      for (const one of collected) if (isLost(one, stage, failure)) done.delete(one.collector)
      return { failure, afterSeconds, kept: [...done.values()] }
    }
  } finally {
    clearTimeout(timer)
    deadline.abort()
  }
  return { evidence: chosen.flatMap(({ name }) => done.get(name) ?? []) }
}

function putBackAfter(run: RunDependencies, job: jobs.JobRow, failure: OwnFailure): number | null {
  const ageMs = run.services.now().getTime() - run.firstStartedAt
  const { JOB_DEADLINE_MS: deadlineMs } = run.services.env
  return mayBePutBack(job)
    ? putBackSeconds(
        failure,
        { putBacks: run.putBacks, ageMs, isListed: job.bulkJobId !== null },
        deadlineMs,
      )
    : null
}

function reportEnd(run: RunDependencies, evidence: CollectedEvidence): void {
  run.report({
    type: 'collector ended',
    collector: evidence.collector,
    status: evidence.status,
    durationMs: evidence.duration_ms,
    detail: evidence.detail,
    found: foundInWords(evidence),
    at: run.services.now().toISOString(),
  })
}

/**
 * Nobody waits in front of an analysis of a list, so its early candidates are not computed. Later
 * sources may show that a site imitates the company it names, so a name that only the site states
 * is not shown early.
 */
function reportCandidate(
  run: RunDependencies,
  job: jobs.JobRow,
  done: ReadonlyMap<CollectorName, CollectedEvidence>,
): void {
  if (job.depth === 'quick' || job.bulkJobId !== null) return
  const now = run.services.now()
  try {
    const { result } = conclude(targetOf(job), [...done.values()], now)
    if (result?.entity == null || result.basis === null || result.basis === 'stated') return
    if (result.warnings.some(({ severity }) => severity === 'high')) return
    run.report({ type: 'candidate found', candidate: result.entity, at: now.toISOString() })
  } catch (error) {
    // An early name is only a help for the reader. It must not fail the analysis.
    log({ event: 'job.no_early_candidate', job_id: job.id, error: describeError(error) })
  }
}

async function collectOne(
  run: RunDependencies,
  collector: Collector,
  target: Target,
  toolsFor: (signal: AbortSignal) => CollectorTools,
  deadline: AbortSignal,
): Promise<CollectedEvidence> {
  const started = run.services.now()
  run.report({ type: 'collector started', collector: collector.name, at: started.toISOString() })
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(), collector.budgetMs)
  const removeAbort = onAbort(deadline, () => own.abort(deadline.reason))
  const { signal } = own
  const found = attempt(collector, target, toolsFor(signal))
  const finding = await orAbort(found, signal).catch(() => 'cut off' as const)
  clearTimeout(timer)
  removeAbort()
  own.abort()
  const common = {
    collector: collector.name,
    collected_at: started.toISOString(),
    duration_ms: run.services.now().getTime() - started.getTime(),
  }
  if (finding === 'cut off') {
    const detail = 'It did not answer in time.'
    return { ...common, status: 'timeout', detail, source: '', data: null }
  }
  const data = 'evidence' in finding && finding.evidence !== undefined ? finding.evidence : null
  const collectedAt = 'collectedAt' in finding ? finding.collectedAt : undefined
  const againAfterMs = 'againAfterMs' in finding ? finding.againAfterMs : undefined
  return storable({
    ...common,
    collected_at: collectedAt ?? common.collected_at,
    status: finding.status,
    detail: finding.status === 'ok' ? null : finding.detail.slice(0, DETAIL_CHARACTERS_MAX),
    source: finding.status === 'skipped' ? '' : finding.source,
    data,
    ...(againAfterMs === undefined ? {} : { again_after_ms: againAfterMs }),
  })
}

async function attempt(
  collector: Collector,
  target: Target,
  tools: CollectorTools,
): Promise<Finding<CollectedEvidence['data'] & object>> {
  if (tools.passive === true && collector.isActive === true)
    return { status: 'skipped', detail: PASSIVE_DETAIL }
  try {
    return await collector.collect(target, tools)
  } catch (error) {
    // An error thrown by a collector is a bug in its code. The analysis continues without its
    // evidence.
    if (!tools.signal.aborted)
      log({
        event: 'collector.failed',
        collector: collector.name,
        domain: target.domain,
        error: describeError(error),
      })
    return { status: 'failed', detail: 'It could not be completed.', source: '' }
  }
}
