import type { Depth } from '../jobs/job.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { requireCallback } from '../webhooks/create-delivery.ts'
import { bulkItems, type Line } from './bulk-lines.ts'
import * as bulk from './queries.ts'

export interface BulkRequest {
  lines: readonly Line[]
  depth: Depth
  callback_url?: string | undefined
}

export interface BulkSubmitted {
  bulkJobId: string
  total: number
  accepted: number
}

/**
 * Stores a list of domains as a bulk job; its lines are analyzed later. If the queue message is lost, the task that runs every minute finds
 * the bulk job. An invalid line is stored with its error and costs nothing. Throws PublicError VALIDATION_ERROR or UNAUTHORIZED.
 */
export async function submitBulk(
  services: Pick<Services, 'requestId' | 'env' | 'db' | 'newIdentifier' | 'enqueue'>,
  caller: Caller,
  request: BulkRequest,
): Promise<BulkSubmitted> {
  const { BULK_MAX_DOMAINS, SANDBOX_DOMAIN } = services.env
  const { lines } = request
  if (lines.length === 0) throw invalidList('The list is empty.')
  if (lines.length > BULK_MAX_DOMAINS) throw invalidList(`A list takes at most ${BULK_MAX_DOMAINS} lines.`)
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, services.env, caller.accountId)
  const { items, accepted } = bulkItems(lines, SANDBOX_DOMAIN)
  const bulkJobId = services.newIdentifier('blk')
  const outcome = await bulk.open(services.db, {
    bulk_job_id: bulkJobId,
    account_id: caller.accountId,
    key_id: caller.keyId,
    playground: caller.playground,
    depth: request.depth,
    accepted,
    request_id: services.requestId,
    address_prefix: caller.addressPrefix,
    items,
    ...(delivery === undefined ? {} : { delivery }),
  })
  if (outcome === 'closed') throw unauthorized()
  try {
    await services.enqueue('bulk', [bulkJobId])
  } catch (error) {
    log({ event: 'bulk.not_sent', request_id: services.requestId, bulk_job_id: bulkJobId, error: describeError(error) })
  }
  return { bulkJobId, total: items.length, accepted }
}

function invalidList(message: string): PublicError {
  return new PublicError('VALIDATION_ERROR', `domains: ${message}`, { details: [{ path: 'domains', message }] })
}
