import type { Collector, Finding, Target } from '../attribution/collector.ts'
import type { RunTools } from '../attribution/collectors/run-tools.ts'
import type { CollectedEvidence, CollectorName, EvidenceSet } from '../attribution/evidence.ts'
import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { storable } from '../platform/db/storable.ts'
import { describeError, log } from '../platform/log.ts'
import { orAbort } from '../platform/net/fetch-failure.ts'
import type { Services } from '../platform/services/index.ts'
import { conclude } from './conclude-job.ts'
import type { JobRow } from './job.ts'
import type { ProgressEvent } from './progress.ts'
import * as jobs from './queries.ts'

/** The evidence of a run so far, kept where a crash does not reach it. */
export interface Checkpoints {
  load(): Promise<CollectedEvidence[]>
  save(evidence: CollectedEvidence): Promise<void>
}

export interface RunDependencies {
  services: Pick<Services, 'db' | 'env' | 'now'>
  collectors: readonly Collector[]
  /** The tools of one run, whose signal ends all its outgoing requests. */
  tools(job: JobRow, signal: AbortSignal): RunTools
  checkpoints: Checkpoints
  report(event: ProgressEvent): void
}

/** The end of a run, with the answer when this run is the one that gave it. */
export interface RunEnd extends jobs.Finished {
  result?: ScoringResult
}

/** The part of the deadline that scoring and the last statement may take, so that the answer is out before it. */
const CONCLUSION_MS = 600
const DETAIL_CHARACTERS_MAX = 200

/**
 * Runs one analysis to its end and returns how it ended. Safe to call again at any moment: a finished job is left alone, finished
 * collectors are not asked again, and a run that lost its claim writes nothing. Throws when Postgres stays out of reach; calling again resumes.
 */
export async function runJob(run: RunDependencies, jobId: string): Promise<RunEnd> {
  const { services } = run
  const { db, env } = services
  const runToken = crypto.randomUUID()
  const begunAt = services.now().getTime()
  const claim = await jobs.claim(db, jobId, runToken)
  if (claim.outcome === 'unknown') return { outcome: 'unknown', hints: [] }
  if (claim.outcome === 'terminal') return { outcome: 'already', job: claim.job, hints: claim.hints }
  const limitMs = claim.job.depth === 'quick' ? env.QUICK_DEADLINE_MS : env.JOB_DEADLINE_MS
  const remainingMs = Math.max(0, limitMs - CONCLUSION_MS - claim.age_ms)
  const evidence = await collect(run, claim.job, remainingMs)
  run.report({ type: 'scoring', at: services.now().toISOString() })
  const end = conclude(targetOf(claim.job), claim.job.depth, evidence, services.now())
  const finished = await jobs.finish(db, { ...end, job_id: jobId, run_token: runToken })
  log({
    event: 'job.ended',
    request_id: db.requestId,
    job_id: jobId,
    outcome: finished.outcome,
    status: finished.job?.status ?? null,
    // Since the job came in: what its owner waited for.
    duration_ms: claim.age_ms + services.now().getTime() - begunAt,
  })
  return finished.outcome === 'ended' && end.result !== undefined ? { ...finished, result: end.result } : finished
}

const targetOf = (job: JobRow): Target => ({ domain: job.domain, registrableDomain: job.registrable_domain })

/** All collectors of this depth: gathering ones together, then reading ones together, none past the deadline. */
async function collect(run: RunDependencies, job: JobRow, remainingMs: number): Promise<CollectedEvidence[]> {
  const chosen = run.collectors.filter((collector) => job.depth === 'deep' || collector.runs === 'quick and deep')
  run.report({ type: 'started', collectors: chosen.map(({ name }) => name), at: run.services.now().toISOString() })
  const done = new Map<CollectorName, CollectedEvidence>()
  for (const evidence of await run.checkpoints.load()) {
    done.set(evidence.collector, evidence)
    reportEnd(run, evidence)
  }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), remainingMs)
  try {
    const tools = run.tools(job, deadline.signal)
    for (const stage of ['gathering', 'reading'] as const) {
      const earlier = Object.fromEntries(done) as EvidenceSet
      const waiting = chosen.filter((collector) => collector.stage === stage && !done.has(collector.name))
      await Promise.all(
        waiting.map(async (collector) => {
          const evidence = await collectOne(run, collector, targetOf(job), tools, earlier, deadline.signal)
          await run.checkpoints.save(evidence)
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

/** One collector under its own limit and the run's. Whatever it does, this returns what became of it. */
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
  const signal = AbortSignal.any([own.signal, deadline])
  const findings = attempt(collector, target, tools, signal, earlier)
  const finding = await orAbort(findings, signal).catch(() => 'cut off' as const)
  clearTimeout(timer)
  own.abort()
  const common = {
    collector: collector.name,
    collected_at: started.toISOString(),
    duration_ms: run.services.now().getTime() - started.getTime(),
  }
  if (finding === 'cut off') {
    return { ...common, status: 'timeout', detail: 'It did not answer in time.', source: '', data: null }
  }
  const data = 'evidence' in finding && finding.evidence !== undefined ? finding.evidence : null
  return storable({
    ...common,
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
    // A collector that throws has a bug; the analysis goes on without it and the log keeps what happened.
    if (!signal.aborted)
      log({ event: 'collector.broke', collector: collector.name, domain: target.domain, error: describeError(error) })
    return { status: 'failed', detail: 'It could not be completed.', source: '' }
  }
}
