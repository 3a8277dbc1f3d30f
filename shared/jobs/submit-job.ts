import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { type DomainName, parseDomain } from '../platform/domain-name.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { describeError, log } from '../platform/log.ts'
import type { Tier } from '../platform/tier.ts'
import { type Quotas, quotaOf } from '../platform/tier.ts'
import { type CallbackSettings, requireCallback } from '../webhooks/create-delivery.ts'
import type { Depth, JobRow } from './job.ts'
import * as jobs from './queries.ts'
import { sandboxOutcome } from './sandbox-outcome.ts'

export interface SubmitSettings extends CallbackSettings, Quotas {
  SANDBOX_DOMAIN: string
  PLAYGROUND_RATE_LIMIT_PER_HOUR: number
}

export interface SubmitDependencies {
  db: Database
  settings: SubmitSettings
  requestId: string
  addressPrefix: string | null
  /** The id for a new job; the same again when the same operation is tried again. */
  newJobId(): string
  /** Hands a queued deep job to the queue. */
  send(jobId: string): Promise<void>
  /** Sends callbacks that are due already; best effort, never throws. */
  announce(deliveryIds: readonly string[]): Promise<void>
  /** A debit opened a recharge of the account. Never waits. */
  rechargeOpened(accountId: string): void
}

export interface SubmitRequest {
  domain: string
  depth: Depth
  force_refresh: boolean
  callback_url?: string | undefined
}

export interface Submitted {
  job: JobRow
  deduplicated: boolean
}

/** The domain of a request. Throws PublicError INVALID_DOMAIN that says why, under the body's `path`. */
export function requireDomain(input: string, sandboxDomain: string, path = 'domain'): DomainName {
  const parsed = parseDomain(input, sandboxDomain)
  if (parsed.ok) return parsed.name
  throw new PublicError('INVALID_DOMAIN', `${path}: the domain ${parsed.message}.`, {
    details: [{ path, message: `The domain ${parsed.message}.` }],
  })
}

/**
 * Takes one analysis in: parse, then one statement that covers, de-duplicates and inserts, then the queue. Throws PublicError
 * INVALID_DOMAIN, VALIDATION_ERROR, QUOTA_EXCEEDED, RATE_LIMITED, UNAUTHORIZED, or DISPATCH_FAILED with everything given back.
 */
export async function submitJob(deps: SubmitDependencies, caller: Caller, request: SubmitRequest): Promise<Submitted> {
  const name = requireDomain(request.domain, deps.settings.SANDBOX_DOMAIN)
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, deps.settings, caller.accountId)
  const submission = await jobs.submit(deps.db, newJob(deps, caller, request, name, delivery))
  if (jobs.openedRecharge(submission)) deps.rechargeOpened(caller.accountId)
  switch (submission.outcome) {
    case 'created': {
      if (submission.job.status === 'queued' && submission.job.depth === 'deep') await dispatch(deps, submission.job)
      await deps.announce(submission.deliveries ?? [])
      return { job: submission.job, deduplicated: false }
    }
    case 'duplicate':
      return { job: submission.job, deduplicated: true }
    default:
      throw refusalOf(submission, caller.tier)
  }
}

/** What a refused submission tells the caller. */
export function refusalOf(
  submission: Exclude<jobs.Submission, { outcome: 'created' | 'duplicate' }>,
  tier: Tier,
): PublicError {
  switch (submission.outcome) {
    case 'refused':
      return new PublicError('QUOTA_EXCEEDED', quotaMessage(tier))
    case 'playground_limited':
      return new PublicError('RATE_LIMITED', PLAYGROUND_MESSAGE, {
        headers: { 'retry-after': String(Math.max(1, submission.retry_after_seconds)) },
      })
    case 'closed':
      return unauthorized()
    default:
      return submission satisfies never
  }
}

/** The job that a request for one domain makes. */
export function newJob(
  deps: Pick<SubmitDependencies, 'newJobId' | 'settings' | 'requestId' | 'addressPrefix'>,
  caller: Caller,
  request: Omit<SubmitRequest, 'domain' | 'callback_url'>,
  name: DomainName,
  delivery: jobs.NewJob['delivery'],
): jobs.NewJob {
  return {
    job_id: deps.newJobId(),
    account_id: caller.accountId,
    key_id: caller.keyId,
    domain: name.domain,
    registrable_domain: name.registrableDomain,
    depth: request.depth,
    force_refresh: request.force_refresh,
    quota: quotaOf(caller.tier, deps.settings),
    request_id: deps.requestId,
    address_prefix: deps.addressPrefix,
    ...(caller.playground ? { playground_limit: deps.settings.PLAYGROUND_RATE_LIMIT_PER_HOUR } : {}),
    ...(name.sandbox === null ? {} : { sandbox: sandboxOutcome(name.sandbox, name.domain) }),
    ...(delivery === undefined ? {} : { delivery }),
  }
}

export const PLAYGROUND_MESSAGE = 'The playground takes no more analyses this hour.'

/** Why an account of that tier is refused when nothing covers an analysis; null: whatever its tier. */
export function quotaMessage(tier: Tier | null): string {
  if (tier === null) return 'The monthly quota is used up and nothing else covers the analysis.'
  return tier === 'free'
    ? 'The monthly quota is used up and there are no credits. Buy a credit pack to go on.'
    : 'The monthly quota is used up, overage cannot be billed and there are no credits.'
}

/** The error of a job that could not be started. */
export const DISPATCH_FAILURE = { code: 'DISPATCH_FAILED', message: 'The analysis could not be started.' } as const

/** Sends the job on its way; when that fails it ends as failed, with its charge given back. A message that got through all the same finds it ended. */
async function dispatch(deps: SubmitDependencies, job: JobRow): Promise<void> {
  try {
    await deps.send(job.id)
  } catch (error) {
    log({ event: 'job.dispatch_failed', request_id: deps.requestId, job_id: job.id, error: describeError(error) })
    await jobs.finish(deps.db, {
      job_id: job.id,
      status: 'failed',
      error: DISPATCH_FAILURE,
    })
    throw new PublicError(
      'DISPATCH_FAILED',
      'The analysis could not be started; nothing was charged. Try again shortly.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
}
