import type { Depth } from '../jobs/job.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { describeError, log } from '../platform/log.ts'
import { type CallbackSettings, requireCallback } from '../webhooks/create-delivery.ts'
import { bulkItems, type Line } from './bulk-lines.ts'
import * as bulk from './queries.ts'

export interface SubmitBulkDependencies {
  db: Database
  settings: CallbackSettings & { SANDBOX_DOMAIN: string; BULK_MAX_DOMAINS: number }
  requestId: string
  addressPrefix: string | null
  bulkJobId: string
  /** Hands the list to the queue that takes up its lines. */
  send(bulkJobId: string): Promise<void>
}

export interface BulkRequest {
  lines: readonly Line[]
  depth: Depth
  callback_url?: string | undefined
}

export interface BulkSubmitted {
  bulk_job_id: string
  status: 'accepted'
  total: number
  accepted: number
  rejected: number
}

/**
 * Stores a list, whose lines are then taken up in the background. Wrong lines are items of it with their errors and never charged. A list
 * whose message is lost is found by the sweep. Throws PublicError VALIDATION_ERROR or UNAUTHORIZED.
 */
export async function submitBulk(
  deps: SubmitBulkDependencies,
  caller: Caller,
  request: BulkRequest,
): Promise<BulkSubmitted> {
  const { BULK_MAX_DOMAINS, SANDBOX_DOMAIN } = deps.settings
  const { lines } = request
  if (lines.length === 0) throw wrongList('The list is empty.')
  if (lines.length > BULK_MAX_DOMAINS) throw wrongList(`A list takes at most ${BULK_MAX_DOMAINS} lines.`)
  const delivery =
    request.callback_url === undefined
      ? undefined
      : await requireCallback(request.callback_url, deps.settings, caller.accountId)
  const { items, accepted } = bulkItems(lines, SANDBOX_DOMAIN)
  const outcome = await bulk.open(deps.db, {
    bulk_job_id: deps.bulkJobId,
    account_id: caller.accountId,
    key_id: caller.keyId,
    playground: caller.playground,
    depth: request.depth,
    accepted,
    request_id: deps.requestId,
    address_prefix: deps.addressPrefix,
    items,
    ...(delivery === undefined ? {} : { delivery }),
  })
  if (outcome === 'closed') throw unauthorized()
  try {
    await deps.send(deps.bulkJobId)
  } catch (error) {
    log({
      event: 'bulk.not_sent',
      request_id: deps.requestId,
      bulk_job_id: deps.bulkJobId,
      error: describeError(error),
    })
  }
  const { bulkJobId: bulk_job_id } = deps
  return { bulk_job_id, status: 'accepted', total: items.length, accepted, rejected: items.length - accepted }
}

function wrongList(message: string): PublicError {
  return new PublicError('VALIDATION_ERROR', `domains: ${message}`, { details: [{ path: 'domains', message }] })
}
