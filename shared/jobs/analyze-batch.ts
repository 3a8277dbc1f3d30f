import pMap, { pMapSkip } from 'p-map'
import type { Caller } from '../platform/caller.ts'
import { type DomainName, parseDomain } from '../platform/domain-name.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import { requireCallback } from '../webhooks/create-delivery.ts'
import { type Depth, isTerminal, type Job, type JobRow, type JobStatus, presentJob } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'
import { sandboxOutcome } from './sandbox-outcome.ts'
import { DISPATCH_FAILURE, newJob, refusalOf, type SubmitDependencies } from './submit-job.ts'

export const BATCH_DOMAINS_MAX = 50
/** What of a domain that is none is shown again. */
const SHOWN_CHARACTERS_MAX = 2_048
/** Sends at the same time, when a batch of messages has to go one by one: a Worker has six connections. */
const SENDS_AT_ONCE = 4

export interface BatchDependencies extends Omit<SubmitDependencies, 'send' | 'newJobId'> {
  quickDomainsMax: number
  /** The id of the n-th job of this batch. */
  jobId(n: number): string
  runner(jobId: string): JobRunner
  /** Keeps a promise alive after the answer, or after the client has hung up. */
  background(work: Promise<unknown>): void
  /** Hands all jobs to the queue in one send. */
  sendAll(jobIds: readonly string[]): Promise<void>
  send(jobId: string): Promise<void>
}

export interface BatchRequest {
  domains: string[]
  depth: Depth
  callback_url?: string | undefined
}

export interface BatchEntry {
  domain: string
  job_id?: string
  status?: JobStatus
  result?: Job
  error?: { code: string; message: string }
}

export interface Batch {
  jobs: BatchEntry[]
  accepted: number
  failed: number
  credits_refunded: number
}

/** The status that tells how a batch went as a whole. */
export function batchStatus({ jobs: entries, accepted, failed }: Batch, depth: Depth): 200 | 202 | 207 | 422 {
  if (accepted === 0) return 422
  const isOpen = ({ error, result }: BatchEntry) => error === undefined && result === undefined
  if (failed > 0 || (depth === 'quick' && entries.some(isOpen))) return 207
  return depth === 'quick' ? 200 : 202
}

/** One domain of the batch: refused as it is, or a name that is analysed once however often it is given. */
type Line = { entry: BatchEntry } | { name: DomainName }

/**
 * Takes in up to 50 domains, each for itself: covered, de-duplicated and inserted in one statement, sent in one batch; quick ones run, each
 * in an object of its own, and are answered with their results. Throws PublicError for what is wrong with the whole request:
 * VALIDATION_ERROR, UNAUTHORIZED.
 */
export async function analyzeBatch(deps: BatchDependencies, caller: Caller, request: BatchRequest): Promise<Batch> {
  if (request.depth === 'quick' && request.domains.length > deps.quickDomainsMax) {
    const message = `A quick batch takes at most ${deps.quickDomainsMax} domains.`
    throw new PublicError('VALIDATION_ERROR', `domains: ${message}`, { details: [{ path: 'domains', message }] })
  }
  const lines = request.domains.map((domain) => lineOf(domain, deps.settings.SANDBOX_DOMAIN))
  const names = new Map(lines.flatMap((line) => ('name' in line ? [[line.name.domain, line.name]] : [])))
  const owed =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, deps.settings, caller.accountId)
  const all = [...names.values()].map((name, n) =>
    newJob(
      { ...deps, newJobId: () => deps.jobId(n) },
      caller,
      { depth: request.depth, force_refresh: false },
      name,
      owed === undefined ? undefined : { ...owed, id: newIdentifier('dlv') },
    ),
  )
  const submissions = all.length === 0 ? [] : await jobs.submitAll(deps.db, all)
  if (submissions.some(({ outcome }) => outcome === 'closed')) throw unauthorized()
  if (submissions.some(jobs.openedRecharge)) deps.rechargeOpened(caller.accountId)
  const settled = await settle(deps, caller, request.depth, submissions)
  await deps.announce(submissions.flatMap((one) => (one.outcome === 'created' ? (one.deliveries ?? []) : [])))
  const settledFor = new Map(all.map(({ domain }, n) => [domain, settled.outcomes[n]]))
  const entries = lines.map((line): BatchEntry => {
    if ('entry' in line) return line.entry
    const { domain } = line.name
    return { domain, ...settledFor.get(domain) }
  })
  const failed = entries.filter(({ error }) => error !== undefined).length
  return { jobs: entries, accepted: entries.length - failed, failed, credits_refunded: settled.refunded }
}

function lineOf(domain: string, sandboxDomain: string): Line {
  const parsed = parseDomain(domain, sandboxDomain)
  if (parsed.ok) return { name: parsed.name }
  const error = { code: 'INVALID_DOMAIN', message: `The domain ${parsed.message}.` }
  return { entry: { domain: domain.slice(0, SHOWN_CHARACTERS_MAX), error } }
}

type Outcome = Omit<BatchEntry, 'domain'>

/** What became of each submission, in order, once deep ones are sent and quick ones have run. */
async function settle(
  deps: BatchDependencies,
  caller: Caller,
  depth: Depth,
  submissions: jobs.Submission[],
): Promise<{ outcomes: Outcome[]; refunded: number }> {
  const undispatched = depth === 'deep' ? await dispatchAll(deps, caller, submissions) : NONE_FAILED
  let { refunded } = undispatched
  const outcomes = await Promise.all(
    submissions.map(async (submission): Promise<Outcome> => {
      if (submission.outcome !== 'created' && submission.outcome !== 'duplicate') {
        const { code, message } = refusalOf(submission, caller.tier)
        return { error: { code, message } }
      }
      const { job } = submission
      if (undispatched.failed.includes(job.id)) return { job_id: job.id, status: 'failed', error: DISPATCH_FAILURE }
      if (depth === 'deep') return { job_id: job.id, status: job.status }
      const result = await runQuick(deps, caller, job).catch((error: unknown) => {
        log({ event: 'batch.interrupted', request_id: deps.requestId, job_id: job.id, error: describeError(error) })
        return null
      })
      // Interrupted: its charge stands, and its object or the sweep takes it up.
      if (result === null) return { job_id: job.id, status: 'running' }
      if (result.status !== 'failed') return { job_id: job.id, status: result.status, result }
      if (submission.outcome === 'created') refunded += 1
      const message = result.error?.message ?? 'No collector could answer.'
      return { job_id: job.id, status: 'failed', result, error: { code: 'ANALYSIS_FAILED', message } }
    }),
  )
  return { outcomes, refunded }
}

/** Runs one quick job to its end, or joins the run under way. */
async function runQuick(deps: BatchDependencies, { accountId, tier }: Caller, job: JobRow): Promise<Job> {
  if (isTerminal(job.status)) {
    const label = parseDomain(job.domain, deps.settings.SANDBOX_DOMAIN)
    if (job.sandbox && label.ok && label.name.sandbox !== null)
      return presentJob(job, sandboxOutcome(label.name.sandbox, job.domain).result, null, tier)
  } else {
    const run = deps.runner(job.id).run(job.id, deps.requestId)
    deps.background(run)
    const end = await run
    if (end.job !== undefined && end.result !== undefined) return presentJob(end.job, end.result, null, tier)
  }
  const found = await jobs.find(deps.db, accountId, job.id)
  if (found === null) throw new Error(`job ${job.id} is gone`)
  return presentJob(found.job, found.result, null, tier)
}

const NONE_FAILED = { failed: [] as string[], refunded: 0 }

/**
 * Sends the new jobs on their way. Where one send of all fails, each is tried by itself; those that cannot be sent end as failed with their
 * charges given back. Returns which did. A message that got through all the same finds its job ended.
 */
async function dispatchAll(
  deps: BatchDependencies,
  caller: Caller,
  submissions: jobs.Submission[],
): Promise<typeof NONE_FAILED> {
  const queued = submissions.flatMap((one) =>
    one.outcome === 'created' && one.job.status === 'queued' ? [one.job.id] : [],
  )
  if (queued.length === 0) return NONE_FAILED
  try {
    await deps.sendAll(queued)
    return NONE_FAILED
  } catch (error) {
    log({ event: 'batch.not_sent', request_id: deps.requestId, jobs: queued.length, error: describeError(error) })
  }
  const unsent = await sendSingly(deps, queued)
  if (unsent.length === 0) return NONE_FAILED
  log({ event: 'batch.dispatch_failed', request_id: deps.requestId, jobs: unsent.length })
  return jobs.failAll(deps.db, caller.accountId, unsent, DISPATCH_FAILURE)
}

/** Returns the jobs whose send failed. */
function sendSingly(deps: BatchDependencies, jobIds: readonly string[]): Promise<string[]> {
  const send = async (id: string) => {
    try {
      await deps.send(id)
      return pMapSkip
    } catch {
      return id
    }
  }
  return pMap(jobIds, send, { concurrency: SENDS_AT_ONCE })
}
