import type { Collector, Finding, Target } from '../attribution/collector.ts'
import type { RunTools } from '../attribution/collectors/run-tools.ts'
import type { CollectedEvidence, CollectorName, EvidenceSet } from '../attribution/evidence.ts'
import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { storable } from '../platform/db/storable.ts'
import { describeError, log } from '../platform/log.ts'
import { orAbort } from '../platform/net/fetch-failure.ts'
import { onAbort } from '../platform/net/on-abort.ts'
import type { Services } from '../platform/services/index.ts'
import { conclude } from './conclude-job.ts'
import type { ProgressEvent } from './progress.ts'
import * as jobs from './queries.ts'

/**
 * Stores the evidence that the collectors of an unfinished job have already found, so that a crash
 * does not lose it.
 */
export interface Checkpoints {
  load(): Promise<CollectedEvidence[]>
  /**
   * Keeps the evidence of one collector. If it is not free, it is stored when the call returns, so
   * that no later run pays for it again.
   */
  save(evidence: CollectedEvidence, isFree: boolean): Promise<void>
}

export interface RunDependencies {
  services: Pick<Services, 'db' | 'env' | 'now'>
  collectors: readonly Collector[]
  /**
   * Returns the external services for one run of a job. `signal` aborts all their outgoing
   * requests, and the run ends at `endsAt` (milliseconds since 1970).
   */
  tools(job: jobs.JobRow, signal: AbortSignal, endsAt: number): RunTools
  checkpoints: Checkpoints
  report(event: ProgressEvent): void
}

/**
 * Outcome of one attempt to run a job. `result` is set only if this attempt finished the job and
 * scored it.
 */
export interface RunEnd extends jobs.Finished {
  result?: ScoringResult
}

/** Time before the deadline of a job that is reserved for scoring and for storing the result. */
const CONCLUSION_MS = 600
const DETAIL_CHARACTERS_MAX = 200

/**
 * Runs one analysis until it is finished. A repeated call continues an interrupted job without the
 * collectors that already have stored evidence. Of several calls only the latest call can write. A
 * finished job does not change. Throws an error if Postgres is unreachable. `started` is a job that
 * its submission has already started.
 */
export async function runJob(
  run: RunDependencies,
  jobId: string,
  started?: jobs.StartedJob,
): Promise<RunEnd> {
  const { services } = run
  const { db, env } = services
  const startedAt = services.now().getTime()
  const claim = started ?? (await claimJob(db, jobId))
  if ('outcome' in claim) return claim
  const { job, runToken, ageMs } = claim
  const limitMs = job.depth === 'quick' ? env.QUICK_DEADLINE_MS : env.JOB_DEADLINE_MS
  const known = await run.checkpoints.load()
  const remainingMs = collectingMs(limitMs, ageMs, known.length > 0)
  const evidence = await collect(run, job, known, remainingMs)
  run.report({ type: 'scoring', at: services.now().toISOString() })
  const end = conclude(targetOf(job), job.depth, evidence, services.now())
  const finished = await jobs.finish(db, { ...end, job_id: jobId, run_token: runToken })
  log({
    event: 'job.ended',
    request_id: db.requestId,
    job_id: jobId,
    outcome: finished.outcome,
    status: finished.job?.status ?? null,
    // The duration of a job begins with the first attempt to run it, so that it includes
    // interrupted attempts.
    duration_ms: ageMs + services.now().getTime() - startedAt,
  })
  return finished.outcome === 'ended' && end.result !== undefined
    ? { ...finished, result: end.result }
    : finished
}

async function claimJob(db: Services['db'], jobId: string): Promise<jobs.StartedJob | RunEnd> {
  const runToken = crypto.randomUUID()
  const claim = await jobs.claim(db, jobId, runToken)
  switch (claim.outcome) {
    case 'claimed':
      return { job: claim.job, runToken, ageMs: claim.age_ms }
    case 'terminal':
      return { outcome: 'already', job: claim.job, hints: claim.hints }
    case 'unknown':
      return { outcome: 'unknown', hints: [] }
    default:
      return claim satisfies never
  }
}

/**
 * Returns the milliseconds in which a run may collect evidence. `ageMs` is the time since the job
 * was first started. A run that begins after the deadline without any evidence follows a crash, so
 * it gets the time of a first run. Otherwise the analysis would fail although nothing about the
 * domain failed.
 */
export function collectingMs(limitMs: number, ageMs: number, hasEvidence: boolean): number {
  const wholeMs = limitMs - CONCLUSION_MS
  const leftMs = Math.max(0, wholeMs - ageMs)
  return leftMs === 0 && !hasEvidence ? wholeMs : leftMs
}

const targetOf = ({ domain, registrableDomain }: jobs.JobRow): Target => ({
  domain,
  registrableDomain,
})

/**
 * Runs the collectors in two stages: first the collectors that gather evidence, then the collectors
 * that read the gathered evidence. Within a stage all collectors run in parallel. Both stages end
 * at the deadline of the job.
 */
async function collect(
  run: RunDependencies,
  job: jobs.JobRow,
  known: readonly CollectedEvidence[],
  remainingMs: number,
): Promise<CollectedEvidence[]> {
  const chosen = run.collectors.filter(
    (collector) => job.depth === 'deep' || collector.runs === 'quick and deep',
  )
  run.report({
    type: 'started',
    collectors: chosen.map(({ name }) => name),
    at: run.services.now().toISOString(),
  })
  const done = new Map<CollectorName, CollectedEvidence>()
  for (const evidence of known) {
    done.set(evidence.collector, evidence)
    reportEnd(run, evidence)
  }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), remainingMs)
  try {
    const tools = run.tools(job, deadline.signal, run.services.now().getTime() + remainingMs)
    for (const stage of ['gathering', 'reading'] as const) {
      const earlier = Object.fromEntries(done) as EvidenceSet
      const waiting = chosen.filter(
        (collector) => collector.stage === stage && !done.has(collector.name),
      )
      await Promise.all(
        waiting.map(async (collector) => {
          const evidence = await collectOne(
            run,
            collector,
            targetOf(job),
            tools,
            earlier,
            deadline.signal,
          )
          // Only collectors of deep analyses in the stage "reading" ask paid services.
          const isFree =
            stage === 'gathering' ||
            collector.runs === 'quick and deep' ||
            evidence.status === 'skipped'
          await run.checkpoints.save(evidence, isFree)
          done.set(collector.name, evidence)
          reportEnd(run, evidence)
        }),
      )
    }
  } finally {
    clearTimeout(timer)
    deadline.abort()
  }
  return chosen.flatMap(({ name }) => done.get(name) ?? [])
}

function reportEnd(run: RunDependencies, evidence: CollectedEvidence): void {
  run.report({
    type: 'collector ended',
    collector: evidence.collector,
    status: evidence.status,
    durationMs: evidence.duration_ms,
    detail: evidence.detail,
    at: run.services.now().toISOString(),
  })
}

async function collectOne(
  run: RunDependencies,
  collector: Collector,
  target: Target,
  tools: RunTools,
  earlier: EvidenceSet,
  deadline: AbortSignal,
): Promise<CollectedEvidence> {
  const started = run.services.now()
  run.report({ type: 'collector started', collector: collector.name, at: started.toISOString() })
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(), collector.budgetMs)
  const removeAbort = onAbort(deadline, () => own.abort(deadline.reason))
  const { signal } = own
  const findings = attempt(collector, target, tools, signal, earlier)
  const finding = await orAbort(findings, signal).catch(() => 'cut off' as const)
  clearTimeout(timer)
  removeAbort()
  own.abort()
  const common = {
    collector: collector.name,
    collected_at: started.toISOString(),
    duration_ms: run.services.now().getTime() - started.getTime(),
  }
  if (finding === 'cut off') {
    return {
      ...common,
      status: 'timeout',
      detail: 'It did not answer in time.',
      source: '',
      data: null,
    }
  }
  const data = 'evidence' in finding && finding.evidence !== undefined ? finding.evidence : null
  const collectedAt = 'collectedAt' in finding ? finding.collectedAt : undefined
  return storable({
    ...common,
    collected_at: collectedAt ?? common.collected_at,
    status: finding.status,
    detail: finding.status === 'ok' ? null : finding.detail.slice(0, DETAIL_CHARACTERS_MAX),
    source: finding.status === 'skipped' ? '' : finding.source,
    data,
  })
}

async function attempt(
  collector: Collector,
  target: Target,
  tools: RunTools,
  signal: AbortSignal,
  earlier: EvidenceSet,
): Promise<Finding<CollectedEvidence['data'] & object>> {
  try {
    return await collector.collect(target, tools.forCollector(signal, earlier))
  } catch (error) {
    // An error of a collector is a bug, but the analysis continues without the evidence of this
    // collector.
    if (!signal.aborted)
      log({
        event: 'collector.failed',
        collector: collector.name,
        domain: target.domain,
        error: describeError(error),
      })
    return { status: 'failed', detail: 'It could not be completed.', source: '' }
  }
}
