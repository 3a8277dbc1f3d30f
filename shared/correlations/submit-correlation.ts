import { notCovered } from '../billing/not-covered.ts'
import {
  overCreditLimit,
  PLAYGROUND_MESSAGE,
  requireSubmittedDomain,
  SANDBOX_MESSAGE,
} from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import type { DomainName } from '../platform/domain-name.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf } from '../platform/tier.ts'
import { requireCallback } from '../webhooks/create-delivery.ts'
import * as correlations from './queries.ts'

export const DOMAINS_MIN = 2
export const DOMAINS_MAX = 100

type SubmitServices = Pick<
  Services,
  'requestId' | 'env' | 'db' | 'newIdentifier' | 'enqueue' | 'sendHints'
>

export interface CorrelateRequest {
  domains: string[]
  passive: boolean
  callback_url?: string | undefined
}

function requireDomains(inputs: readonly string[], sandboxDomain: string): DomainName[] {
  const names = new Map<string, DomainName>()
  inputs.forEach((input, index) => {
    const name = requireSubmittedDomain(input, sandboxDomain, `domains.${index}`)
    if (!names.has(name.domain)) names.set(name.domain, name)
  })
  if (names.size >= DOMAINS_MIN && names.size <= DOMAINS_MAX) return [...names.values()]
  const message = `must name ${DOMAINS_MIN} to ${DOMAINS_MAX} distinct domains; these are ${names.size}`
  throw validationError([{ path: ['domains'], message }])
}

/**
 * Submits a correlation. It uses recent analyses, charges the account, and creates a job for each
 * domain without one. Throws PublicError INVALID_DOMAIN, VALIDATION_ERROR, INSUFFICIENT_CREDITS,
 * RATE_LIMITED, UNAUTHORIZED or DISPATCH_FAILED (after a refund).
 */
export async function submitCorrelation(
  services: SubmitServices,
  caller: Caller,
  request: CorrelateRequest,
): Promise<correlations.CorrelationState> {
  const names = requireDomains(request.domains, services.env.SANDBOX_DOMAIN)
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, services.env, caller.accountId)
  const submission = await correlations.submit(services.db, {
    correlation_id: services.newIdentifier('cor'),
    account_id: caller.accountId,
    key_id: caller.keyId,
    domains: names.map(({ domain, registrableDomain, sandbox }) => ({
      domain,
      registrable_domain: registrableDomain,
      sandbox,
    })),
    passive: request.passive,
    cache_days: services.env.CORRELATION_CACHE_DAYS,
    sandbox_limit: services.env.SANDBOX_JOBS_PER_DAY,
    credits_max: caller.creditsMax,
    request_id: services.requestId,
    address_prefix: caller.addressPrefix,
    in_flight_limit: limitOf(caller.tier, services.env.ANALYSES_IN_FLIGHT),
    ...(caller.playground ? { playground_limit: services.env.PLAYGROUND_RATE_LIMIT_PER_HOUR } : {}),
    ...(delivery === undefined ? {} : { delivery }),
  })
  await services.sendHints(submission.hints)
  switch (submission.outcome) {
    case 'accepted':
      await dispatch(services, submission.correlation)
      return submission.correlation
    case 'refused':
      throw notCovered(
        'INSUFFICIENT_CREDITS',
        `This correlation costs ${submission.required} credits and the account has ` +
          `${submission.balance}.`,
        submission,
      )
    case 'over_credit_limit':
      throw overCreditLimit(submission.cost)
    case 'playground_limited':
      throw new PublicError('RATE_LIMITED', PLAYGROUND_MESSAGE, {
        headers: { 'retry-after': '3600' },
      })
    case 'sandbox_limited':
      throw new PublicError('RATE_LIMITED', SANDBOX_MESSAGE, {
        headers: { 'retry-after': String(submission.retry_after_seconds) },
      })
    case 'closed':
      throw unauthorized()
    default:
      return submission satisfies never
  }
}

// Sends the new jobs to the queue. If the queue fails, the correlation fails and is refunded. If no
// domain needs an analysis, there is nothing to send: the caller has already sent the message that
// finishes the correlation.
async function dispatch(
  services: SubmitServices,
  row: correlations.CorrelationState,
): Promise<void> {
  try {
    if (row.status === 'queued' && row.uncachedDomains.length > 0)
      await services.enqueue('analysis', await correlations.queuedChildren(services.db, row.id))
  } catch (error) {
    log({
      event: 'correlation.dispatch_failed',
      request_id: services.requestId,
      correlation_id: row.id,
      error: describeError(error),
    })
    const { hints } = await correlations.finish(services.db, {
      correlation_id: row.id,
      status: 'failed',
      error: { code: 'DISPATCH_FAILED', message: 'The correlation could not be started.' },
    })
    await services.sendHints(hints)
    throw new PublicError(
      'DISPATCH_FAILED',
      'The correlation could not be started; nothing was charged. Try again shortly.',
      { headers: { 'retry-after': '5' } },
    )
  }
}
