import pMap, { pMapSkip } from 'p-map'
import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { Caller } from '../platform/caller.ts'
import {
  type DomainName,
  domainProblem,
  parseDomain,
  parseSubmittedDomain,
} from '../platform/domain-name.ts'
import { unauthorized } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import { newIdentifier, siblingIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import { requireCallback } from '../webhooks/create-delivery.ts'
import {
  type Charge,
  type Depth,
  FREE,
  isTerminal,
  type Job,
  type JobStatus,
  presentStatus,
} from './job.ts'
import { presentJob, reliabilityOf } from './present-job.ts'
import * as jobs from './queries.ts'
import { type QuickServices, readStoredJob, runQuick } from './run-quick.ts'
import { sandboxOutcome } from './sandbox-outcome.ts'
import {
  DISPATCH_FAILURE,
  newJob,
  overCreditLimit,
  refusalOf,
  type SubmitServices,
} from './submit-job.ts'
import type { ChargedJob } from './tables.ts'

export const BATCH_DOMAINS_MAX = 50
const SHOWN_CHARACTERS_MAX = 2_048
/** Queue sends at the same time. A Worker may have only six open connections. */
const SENDS_AT_ONCE = 4

export interface BatchRequest {
  domains: string[]
  depth: Depth
  passive: boolean
  callback_url?: string | undefined
}

export interface BatchEntry {
  domain: string
  job_id?: string
  status?: JobStatus
  charge?: Charge
  result?: Job
  basis?: ScoringResult['basis']
  warnings?: ScoringResult['warnings']
  error?: { code: string; message: string }
}

export interface Batch {
  jobs: BatchEntry[]
  accepted: number
  failed: number
  credits_refunded: number
}

type BatchServices = SubmitServices & QuickServices

/** HTTP status of the response: 207 if some domains failed or a quick analysis is unfinished. */
export function batchStatus(
  { jobs: entries, accepted, failed }: Batch,
  depth: Depth,
): 200 | 202 | 207 | 422 {
  if (accepted === 0) return 422
  const isOpen = ({ error, result }: BatchEntry) => error === undefined && result === undefined
  if (failed > 0 || (depth === 'quick' && entries.some(isOpen))) return 207
  return depth === 'quick' ? 200 : 202
}

type Line = { entry: BatchEntry } | { name: DomainName }

/**
 * Submits several domains. A domain that is refused does not affect the other domains, and a
 * repeated domain is analysed once. If the whole request is refused, throws PublicError
 * VALIDATION_ERROR or UNAUTHORIZED.
 */
export async function analyzeBatch(
  services: BatchServices,
  caller: Caller,
  request: BatchRequest,
): Promise<Batch> {
  const { QUICK_BATCH_MAX_DOMAINS, SANDBOX_DOMAIN } = services.env
  if (request.depth === 'quick' && request.domains.length > QUICK_BATCH_MAX_DOMAINS) {
    const message = `must have at most ${QUICK_BATCH_MAX_DOMAINS} entries in a quick batch`
    throw validationError([{ path: ['domains'], message }])
  }
  const lines = request.domains.map((domain) => lineOf(domain, SANDBOX_DOMAIN))
  const names = new Map(
    lines.flatMap((line) => ('name' in line ? [[line.name.domain, line.name]] : [])),
  )
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, services.env, caller.accountId)
  const firstId = services.newIdentifier('job')
  const all = [...names.values()].map((name, n) =>
    newJob(
      services,
      caller,
      { depth: request.depth, force_refresh: false, passive: request.passive },
      {
        jobId: siblingIdentifier(firstId, n),
        name,
        delivery: delivery === undefined ? undefined : { ...delivery, id: newIdentifier('dlv') },
      },
    ),
  )
  const { submissions, hints, cost } =
    all.length === 0 ? NOTHING_SUBMITTED : await jobs.submitAll(services.db, all, caller.creditsMax)
  if (cost !== undefined) throw overCreditLimit(cost)
  if (submissions.some(({ outcome }) => outcome === 'closed')) throw unauthorized()
  await services.sendHints(hints)
  const { outcomes, refunded } = await finishAll(services, caller, request.depth, submissions)
  const outcomeOf = new Map(all.map(({ domain }, n) => [domain, outcomes[n]]))
  const listed = new Set<string>()
  const entries = lines.map((line): BatchEntry => {
    if ('entry' in line) return line.entry
    const { domain } = line.name
    const entry = { domain, ...outcomeOf.get(domain) }
    const isRepeated = listed.has(domain)
    listed.add(domain)
    return isRepeated && entry.charge !== undefined ? { ...entry, charge: FREE } : entry
  })
  const failed = entries.filter(({ error }) => error !== undefined).length
  return { jobs: entries, accepted: entries.length - failed, failed, credits_refunded: refunded }
}

function lineOf(domain: string, sandboxDomain: string): Line {
  const parsed = parseSubmittedDomain(domain, sandboxDomain)
  if (parsed.ok) return { name: parsed.name }
  const error = { code: 'INVALID_DOMAIN', message: domainProblem(parsed.message) }
  return { entry: { domain: domain.slice(0, SHOWN_CHARACTERS_MAX), error } }
}

const NOTHING_SUBMITTED: jobs.Submissions = { submissions: [], hints: [] }

type Outcome = Omit<BatchEntry, 'domain'>

async function finishAll(
  services: BatchServices,
  caller: Caller,
  depth: Depth,
  submissions: jobs.Submission[],
): Promise<{ outcomes: Outcome[]; refunded: number }> {
  const unsent = depth === 'deep' ? await dispatchAll(services, caller, submissions) : NONE_FAILED
  let { refunded } = unsent
  const outcomes = await Promise.all(
    submissions.map(async (submission): Promise<Outcome> => {
      if (submission.outcome !== 'created' && submission.outcome !== 'duplicate') {
        const { code, message } = refusalOf(submission, caller.tier)
        return { error: { code, message } }
      }
      const { job } = submission
      const charge = submission.outcome === 'duplicate' ? FREE : job.charge
      const accepted = { job_id: job.id, status: presentStatus(job.status), charge }
      if (unsent.failed.includes(job.id))
        return {
          ...accepted,
          status: 'failed',
          charge: { ...charge, refunded: true },
          error: DISPATCH_FAILURE,
        }
      if (depth === 'deep') return accepted
      const result = await finishQuick(services, caller, job).catch((error: unknown) => {
        log({
          event: 'batch.interrupted',
          request_id: services.requestId,
          job_id: job.id,
          error: describeError(error),
        })
        return null
      })
      // The analysis is not finished yet. It is not refunded, because its Durable Object or the
      // sweep resumes it.
      if (result === null) return { ...accepted, status: 'running' }
      const ended = {
        ...accepted,
        status: result.status,
        charge: submission.outcome === 'duplicate' ? FREE : result.charge,
        result,
        ...reliabilityOf(result.scoring_result ?? null),
      }
      if (result.status !== 'failed') return ended
      if (submission.outcome === 'created') refunded += 1
      const message = result.error?.message ?? 'No collector could answer.'
      return { ...ended, error: { code: 'ANALYSIS_FAILED', message } }
    }),
  )
  return { outcomes, refunded }
}

async function finishQuick(services: BatchServices, caller: Caller, job: ChargedJob): Promise<Job> {
  if (!isTerminal(job.status)) return runQuick(services, caller, job.id)
  const name = parseDomain(job.domain, services.env.SANDBOX_DOMAIN)
  if (job.sandbox && name.ok && name.name.sandbox !== null) {
    const { result } = sandboxOutcome(name.name.sandbox, job.domain, job.id)
    return presentJob(job, result, null, caller.tier)
  }
  const found = await readStoredJob(services.db, caller, job.id)
  return presentJob(found.job, found.result, null, caller.tier)
}

const NONE_FAILED = { failed: [] as string[], refunded: 0 }

// Sends new jobs to the queue in one call. If that fails, sends them one by one. A job that cannot
// be sent fails and is refunded. Its message may still arrive, but then changes nothing.
async function dispatchAll(
  services: BatchServices,
  caller: Caller,
  submissions: jobs.Submission[],
): Promise<typeof NONE_FAILED> {
  const queued = submissions.flatMap((one) =>
    one.outcome === 'created' && one.job.status === 'queued' ? [one.job.id] : [],
  )
  if (queued.length === 0) return NONE_FAILED
  try {
    await services.enqueue('analysis', queued)
    return NONE_FAILED
  } catch (error) {
    log({
      event: 'batch.send_failed',
      request_id: services.requestId,
      jobs: queued.length,
      error: describeError(error),
    })
  }
  const unsent = await sendSingly(services, queued)
  if (unsent.length === 0) return NONE_FAILED
  log({ event: 'batch.dispatch_failed', request_id: services.requestId, jobs: unsent.length })
  const failed = await jobs.failAll(services.db, caller.accountId, unsent, DISPATCH_FAILURE)
  await services.sendHints(failed.hints)
  return failed
}

function sendSingly(services: BatchServices, jobIds: readonly string[]): Promise<string[]> {
  const send = async (id: string) => {
    try {
      await services.enqueue('analysis', [id])
      return pMapSkip
    } catch {
      return id
    }
  }
  return pMap(jobIds, send, { concurrency: SENDS_AT_ONCE })
}
