import { PLAYGROUND_MESSAGE, requireDomain } from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { DomainName } from '../platform/domain-name.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { describeError, log } from '../platform/log.ts'
import { type CallbackSettings, requireCallback } from '../webhooks/create-delivery.ts'
import * as correlations from './queries.ts'

export const DOMAINS_MIN = 2
export const DOMAINS_MAX = 100

export const CorrelateResponse = z
  .object({
    correlation_id: z.string(),
    status: z.enum(correlations.CORRELATION_STATUSES),
    domains: z.array(z.string()),
    uncached_domains: z.array(z.string()),
    credits_charged: z.number().int(),
  })
  .openapi('CorrelateResponse')
export type CorrelateResponse = z.infer<typeof CorrelateResponse>

export interface SubmitCorrelationDependencies {
  db: Database
  settings: CallbackSettings & {
    SANDBOX_DOMAIN: string
    CORRELATION_CACHE_DAYS: number
    PLAYGROUND_RATE_LIMIT_PER_HOUR: number
  }
  requestId: string
  addressPrefix: string | null
  /** The id for a new correlation; the same again when the same operation is tried again. */
  newCorrelationId(): string
  /** Hands children to the analysis queue. */
  sendJobs(jobIds: readonly string[]): Promise<void>
  /** Asks for the comparison. */
  sendCorrelation(correlationId: string): Promise<void>
  /** A debit opened a recharge of the account. Never waits. */
  rechargeOpened(accountId: string): void
}

export interface CorrelateRequest {
  domains: string[]
  callback_url?: string | undefined
}

/** The domains of a request, each once, in their order. Throws PublicError INVALID_DOMAIN or VALIDATION_ERROR. */
function requireDomains(inputs: readonly string[], sandboxDomain: string): DomainName[] {
  const names = new Map<string, DomainName>()
  inputs.forEach((input, index) => {
    const name = requireDomain(input, sandboxDomain, `domains.${index}`)
    if (!names.has(name.domain)) names.set(name.domain, name)
  })
  if (names.size >= DOMAINS_MIN && names.size <= DOMAINS_MAX) return [...names.values()]
  const message = `must name ${DOMAINS_MIN} to ${DOMAINS_MAX} distinct domains; these are ${names.size}`
  throw new PublicError('VALIDATION_ERROR', `domains: ${message}`, { details: [{ path: 'domains', message }] })
}

/**
 * Takes a correlation in: one statement finds the young analyses, debits the rest with the comparison and makes the children; then the
 * queue. Throws PublicError INVALID_DOMAIN, VALIDATION_ERROR, INSUFFICIENT_CREDITS, RATE_LIMITED, UNAUTHORIZED, or DISPATCH_FAILED with all given back.
 */
export async function submitCorrelation(
  deps: SubmitCorrelationDependencies,
  caller: Caller,
  request: CorrelateRequest,
): Promise<CorrelateResponse> {
  const names = requireDomains(request.domains, deps.settings.SANDBOX_DOMAIN)
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, deps.settings, caller.accountId)
  const submission = await correlations.submit(deps.db, {
    correlation_id: deps.newCorrelationId(),
    account_id: caller.accountId,
    key_id: caller.keyId,
    domains: names.map(({ domain, registrableDomain, sandbox }) => ({
      domain,
      registrable_domain: registrableDomain,
      sandbox,
    })),
    cache_days: deps.settings.CORRELATION_CACHE_DAYS,
    request_id: deps.requestId,
    address_prefix: deps.addressPrefix,
    ...(caller.playground ? { playground_limit: deps.settings.PLAYGROUND_RATE_LIMIT_PER_HOUR } : {}),
    ...(delivery === undefined ? {} : { delivery }),
  })
  if ('opened_recharge' in submission && submission.opened_recharge === true) deps.rechargeOpened(caller.accountId)
  switch (submission.outcome) {
    case 'accepted':
      await dispatch(deps, submission.correlation)
      return present(submission.correlation)
    case 'refused':
      throw new PublicError(
        'INSUFFICIENT_CREDITS',
        `This correlation costs ${submission.cost} credits and the account has ${submission.balance}.`,
      )
    case 'playground_limited':
      throw new PublicError('RATE_LIMITED', PLAYGROUND_MESSAGE, {
        headers: { 'retry-after': '3600' },
      })
    case 'closed':
      throw unauthorized()
    default:
      return submission satisfies never
  }
}

const present = (row: correlations.CorrelationState): CorrelateResponse => ({
  correlation_id: row.id,
  status: row.status,
  domains: row.domains,
  uncached_domains: row.uncached_domains,
  credits_charged: row.credits_charged,
})

/** Sends the children, or the comparison where there are none, on their way; when that fails the correlation ends, with all given back. */
async function dispatch(deps: SubmitCorrelationDependencies, row: correlations.CorrelationState): Promise<void> {
  try {
    if (row.status !== 'queued') return
    if (row.uncached_domains.length === 0) await deps.sendCorrelation(row.id)
    else await deps.sendJobs(await correlations.queuedChildren(deps.db, row.id))
  } catch (error) {
    log({
      event: 'correlation.dispatch_failed',
      request_id: deps.requestId,
      correlation_id: row.id,
      error: describeError(error),
    })
    await correlations.finish(deps.db, {
      correlation_id: row.id,
      status: 'failed',
      error: { code: 'DISPATCH_FAILED', message: 'The correlation could not be started.' },
    })
    throw new PublicError(
      'DISPATCH_FAILED',
      'The correlation could not be started; nothing was charged. Try again shortly.',
      { headers: { 'retry-after': '5' } },
    )
  }
}
