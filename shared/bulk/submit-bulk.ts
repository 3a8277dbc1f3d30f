import type { Depth } from '../jobs/job.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf, type Tier } from '../platform/tier.ts'
import { requireCallback } from '../webhooks/create-delivery.ts'
import { bulkItems, type Line } from './bulk-lines.ts'
import * as bulk from './queries.ts'

export interface BulkRequest {
  lines: readonly Line[]
  depth: Depth
  passive: boolean
  name?: string | undefined
  callback_url?: string | undefined
}

export interface BulkSubmitted {
  bulkJobId: string
  total: number
  accepted: number
}

/**
 * Stores a list and sends the queue message that starts it. If the message is lost, the sweep finds
 * the list. An invalid line is stored with its error and costs nothing. Throws PublicError
 * VALIDATION_ERROR, RATE_LIMITED or UNAUTHORIZED.
 */
export async function submitBulk(
  services: Pick<Services, 'requestId' | 'env' | 'db' | 'newIdentifier' | 'enqueue' | 'sendHints'>,
  caller: Caller,
  request: BulkRequest,
): Promise<BulkSubmitted> {
  const { BULK_MAX_DOMAINS, BULK_LISTS_PER_HOUR, BULK_LINES_PER_DAY, SANDBOX_DOMAIN } = services.env
  const { lines } = request
  if (lines.length === 0) throw invalidList('must hold at least one domain')
  if (lines.length > BULK_MAX_DOMAINS) throw tooManyLines(BULK_MAX_DOMAINS)
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, services.env, caller.accountId)
  const { items, accepted } = bulkItems(lines, SANDBOX_DOMAIN)
  const bulkJobId = services.newIdentifier('blk')
  const linesPerDay = limitOf(caller.tier, BULK_LINES_PER_DAY)
  const opened = await bulk.open(services.db, {
    bulk_job_id: bulkJobId,
    account_id: caller.accountId,
    key_id: caller.keyId,
    playground: caller.playground,
    depth: request.depth,
    passive: request.passive,
    name: request.name ?? null,
    accepted,
    request_id: services.requestId,
    address_prefix: caller.addressPrefix,
    items,
    lists_per_hour: BULK_LISTS_PER_HOUR,
    lines_per_day: linesPerDay,
    ...(delivery === undefined ? {} : { delivery }),
  })
  switch (opened.outcome) {
    case 'accepted':
      await services.sendHints(opened.hints)
      if (accepted > 0) await send(services, bulkJobId)
      return { bulkJobId, total: items.length, accepted }
    case 'lists_limited':
      throw limited(
        `An account may submit at most ${BULK_LISTS_PER_HOUR} lists per hour.`,
        opened.retry_after_seconds,
      )
    case 'lines_limited':
      throw limited(
        linesMessage(caller.tier, linesPerDay, items.length),
        opened.retry_after_seconds,
      )
    case 'closed':
      throw unauthorized()
    default:
      return opened satisfies never
  }
}

async function send(
  services: Pick<Services, 'requestId' | 'enqueue'>,
  bulkJobId: string,
): Promise<void> {
  try {
    await services.enqueue('bulk', [bulkJobId])
  } catch (error) {
    log({
      event: 'bulk.not_sent',
      request_id: services.requestId,
      bulk_job_id: bulkJobId,
      error: describeError(error),
    })
  }
}

const linesMessage = (tier: Tier, linesPerDay: number, lines: number) =>
  `An account of the tier ${tier} may submit at most ${linesPerDay} lines of lists per day ` +
  `(UTC); this list has ${lines}.`

const limited = (message: string, seconds: number) =>
  new PublicError('RATE_LIMITED', message, { headers: { 'retry-after': String(seconds) } })

export const tooManyLines = (linesMax: number) => invalidList(`must have at most ${linesMax} lines`)

function invalidList(message: string): PublicError {
  return validationError([{ path: ['domains'], message }])
}
