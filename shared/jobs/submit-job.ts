import { notCovered } from '../billing/not-covered.ts'
import type { HeldKey } from '../models/llm-keys.ts'
import type { Caller } from '../platform/caller.ts'
import {
  type DomainName,
  type ParsedDomain,
  parseDomain,
  parseSubmittedDomain,
} from '../platform/domain-name.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf, quotaOf, type Tier } from '../platform/tier.ts'
import { requireCallback } from '../webhooks/create-delivery.ts'
import { CALLBACKS_PER_JOB_MAX } from '../webhooks/delivery-limits.ts'
import { type Depth, isTerminal } from './job.ts'
import { jobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'
import { sandboxOutcome } from './sandbox-outcome.ts'
import type { ChargedJob } from './tables.ts'

export interface SubmitRequest {
  domain: string
  depth: Depth
  force_refresh: boolean
  /** True if nothing may be sent to the domain's own hosts. */
  passive: boolean
  callback_url?: string | undefined
}

export interface Submitted {
  job: ChargedJob
  deduplicated: boolean
  /** True if the caller's key in this request is used. An unfinished job keeps its earlier key. */
  usesOwnKey: boolean
}

/** Throws PublicError INVALID_DOMAIN. `path` is the request field that the error names. */
export function requireDomain(input: string, sandboxDomain: string, path = 'domain'): DomainName {
  return nameOf(parseDomain(input, sandboxDomain), path)
}

/** As `requireDomain`, for a domain that a person submits: `hxxp` and `[.]` are undone first. */
export function requireSubmittedDomain(
  input: string,
  sandboxDomain: string,
  path = 'domain',
): DomainName {
  return nameOf(parseSubmittedDomain(input, sandboxDomain), path)
}

function nameOf(parsed: ParsedDomain, path: string): DomainName {
  if (parsed.ok) return parsed.name
  const { message, suggestion } = parsed
  throw new PublicError('INVALID_DOMAIN', `${path}: ${message}`, {
    details: [{ path, message, ...(suggestion === undefined ? {} : { suggestion }) }],
  })
}

export type SubmitServices = Pick<
  Services,
  'requestId' | 'env' | 'db' | 'newIdentifier' | 'enqueue' | 'sendHints' | 'object'
>

/**
 * Submits one analysis, and sends a deep one to the queue. Throws PublicError INVALID_DOMAIN,
 * VALIDATION_ERROR, QUOTA_EXCEEDED, RATE_LIMITED, UNAUTHORIZED or DISPATCH_FAILED (after a refund).
 */
export async function submitJob(
  services: SubmitServices,
  caller: Caller,
  request: SubmitRequest,
  ownKey: HeldKey | null = null,
): Promise<Submitted> {
  const name = requireSubmittedDomain(request.domain, services.env.SANDBOX_DOMAIN)
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, services.env, caller.accountId)
  const job = newJob(services, caller, request, {
    jobId: services.newIdentifier('job'),
    name,
    delivery,
  })
  const submission = await jobs.submit(services.db, job)
  await services.sendHints(submission.hints)
  switch (submission.outcome) {
    case 'created': {
      const runsLater = !isTerminal(submission.job.status) && submission.job.depth === 'deep'
      if (runsLater) await dispatch(services, submission.job, ownKey)
      return {
        job: submission.job,
        deduplicated: false,
        usesOwnKey: runsLater && ownKey !== null,
      }
    }
    case 'duplicate':
      return { job: submission.job, deduplicated: true, usesOwnKey: false }
    default:
      throw refusalOf(submission, caller.tier)
  }
}

export function refusalOf(
  submission: Exclude<jobs.Submission, { outcome: 'created' | 'duplicate' }>,
  tier: Tier,
): PublicError {
  switch (submission.outcome) {
    case 'refused':
      return notCovered('QUOTA_EXCEEDED', quotaMessage(tier), submission)
    case 'playground_limited':
      return new PublicError('RATE_LIMITED', PLAYGROUND_MESSAGE, {
        headers: { 'retry-after': String(Math.max(1, submission.retry_after_seconds)) },
      })
    case 'too_many_quick':
      return new PublicError('RATE_LIMITED', TOO_MANY_QUICK_MESSAGE, {
        headers: { 'retry-after': String(QUICK_RETRY_SECONDS) },
      })
    case 'too_many_callbacks': {
      const message = `must be a known one: the job has ${CALLBACKS_PER_JOB_MAX} callback addresses`
      return validationError([{ path: ['callback_url'], message }])
    }
    case 'sandbox_limited':
      return new PublicError('RATE_LIMITED', SANDBOX_MESSAGE, {
        headers: { 'retry-after': String(Math.max(1, submission.retry_after_seconds)) },
      })
    case 'closed':
      return unauthorized()
    default:
      return submission satisfies never
  }
}

const QUICK_RETRY_SECONDS = 5
const TOO_MANY_QUICK_MESSAGE =
  'Too many quick analyses of this account are running. Wait for their results.'

export function newJob(
  { env, requestId }: Pick<Services, 'env' | 'requestId'>,
  caller: Caller,
  request: Omit<SubmitRequest, 'domain' | 'callback_url'>,
  { jobId, name, delivery }: { jobId: string; name: DomainName; delivery: jobs.NewJob['delivery'] },
): jobs.NewJob {
  return {
    job_id: jobId,
    account_id: caller.accountId,
    key_id: caller.keyId,
    domain: name.domain,
    registrable_domain: name.registrableDomain,
    depth: request.depth,
    force_refresh: request.force_refresh,
    passive: request.passive,
    quota: quotaOf(caller.tier, env),
    sandbox_limit: env.SANDBOX_JOBS_PER_DAY,
    request_id: requestId,
    address_prefix: caller.addressPrefix,
    in_flight_limit: limitOf(caller.tier, env.ANALYSES_IN_FLIGHT),
    ...(caller.playground ? { playground_limit: env.PLAYGROUND_RATE_LIMIT_PER_HOUR } : {}),
    ...(name.sandbox === null ? {} : { sandbox: sandboxOutcome(name.sandbox, name.domain, jobId) }),
    ...(delivery === undefined ? {} : { delivery }),
  }
}

/** `cost` is the number of credits that the refused request may charge. */
export function overCreditLimit(cost: number): PublicError {
  const because = `because this may charge ${cost} credits; nothing was charged`
  const message = `must be at least ${cost}, ${because}`
  return validationError([{ path: ['max_credits'], message }])
}

export const SANDBOX_MESSAGE = 'The account has reached its daily limit of free sandbox analyses.'

export const PLAYGROUND_MESSAGE = 'The playground takes no more analyses this hour.'

/** Error message for a used-up quota. Without a tier, the message is true for every tier. */
export function quotaMessage(tier: Tier | null): string {
  if (tier === null) return 'The monthly quota is used up and nothing else covers the analysis.'
  return tier === 'free'
    ? 'The monthly quota is used up and there are no credits. Buy a credit pack to go on.'
    : 'The monthly quota is used up, overage cannot be billed and there are no credits.'
}

export const DISPATCH_FAILURE = {
  code: 'DISPATCH_FAILED',
  message: 'The analysis could not be started.',
} as const

// Sends the job to the queue. If this fails, the job fails and is refunded. Its message may still
// arrive, but then changes nothing.
async function dispatch(
  services: SubmitServices,
  job: jobs.JobRow,
  ownKey: HeldKey | null,
): Promise<void> {
  try {
    // The key must reach the object before the queue message, because the message starts the job.
    if (ownKey !== null) await jobRunner(services, job.id).holdKey(ownKey)
    if (job.status === 'queued') await services.enqueue('analysis', [job.id])
  } catch (error) {
    log({
      event: 'job.dispatch_failed',
      request_id: services.requestId,
      job_id: job.id,
      error: describeError(error),
    })
    const { hints } = await jobs.finish(services.db, {
      job_id: job.id,
      status: 'failed',
      error: DISPATCH_FAILURE,
    })
    await services.sendHints(hints)
    throw new PublicError(
      'DISPATCH_FAILED',
      'The analysis could not be started; nothing was charged. Try again shortly.',
      { headers: { 'retry-after': '5' } },
    )
  }
}
