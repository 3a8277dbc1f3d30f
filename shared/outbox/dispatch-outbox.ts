import pMap from 'p-map'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as outbox from './queries.ts'

/**
 * Outcome of an attempt to process one outbox row (a pending call to an external service). After
 * `retry`, the row is due again after `afterSeconds`, or after a default pause if this field is
 * missing.
 */
export type Dispatched =
  | { then: 'done' }
  | { then: 'retry'; because: string; afterSeconds?: number }

/**
 * Processes one outbox row, for example by a call to an external service. The function may be
 * called several times for the same row, so repeated calls must be safe. A thrown error means
 * `retry`.
 */
export type OutboxHandler = (row: outbox.OutboxRow) => Promise<Dispatched>

/**
 * Handlers for the topics of outbox rows (pending calls to external services). A row with an
 * unknown topic stays in the outbox until a new version of the service has a handler for the topic.
 */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>

/**
 * Pause after the first failed attempt to process an outbox row. During an attempt, the row is
 * reserved for the same time, so that no other call processes it. Both times double with each
 * further attempt, up to 64 times this value.
 */
const PAUSE_SECONDS = 60
const PAUSE_DOUBLINGS_MAX = 6
const ROWS_PER_CLAIM = 50
const CLAIMS_PER_SWEEP_MAX = 10
/**
 * Cloudflare Workers allow six open connections in one invocation. Each outbox row may need a
 * connection, so only four rows are processed at the same time.
 */
const ROWS_AT_ONCE = 4
const UNHANDLED_LOGGED_MAX = 100

const pauseAfter = (attempts: number) =>
  PAUSE_SECONDS * 2 ** Math.min(attempts - 1, PAUSE_DOUBLINGS_MAX)

async function dispatch(
  { db }: Pick<Services, 'db'>,
  handlers: OutboxHandlers,
  row: outbox.OutboxRow,
): Promise<void> {
  const dispatched = await outcomeOf(handlers, row)
  if (dispatched.then === 'done') await outbox.finishRow(db, row.id, null)
  else
    await outbox.retryRow(
      db,
      row.id,
      dispatched.afterSeconds ?? pauseAfter(row.attempts),
      dispatched.because,
    )
  log({
    event: 'outbox.dispatched',
    request_id: db.requestId,
    outbox_id: row.id,
    topic: row.topic,
    account_id: row.account_id,
    attempt: row.attempts,
    then: dispatched.then,
    because: dispatched.then === 'retry' ? dispatched.because : undefined,
  })
}

async function outcomeOf(handlers: OutboxHandlers, row: outbox.OutboxRow): Promise<Dispatched> {
  try {
    return (await handlers[row.topic]?.(row)) ?? { then: 'retry', because: 'no handler' }
  } catch (error) {
    return { then: 'retry', because: describeError(error) }
  }
}

async function dispatchBatch(
  services: Pick<Services, 'db'>,
  handlers: OutboxHandlers,
  accountId: string | null,
): Promise<number> {
  const { db } = services
  const topics = Object.keys(handlers)
  const claimed = await outbox.claimRows(db, {
    topics,
    accountId,
    leaseSeconds: PAUSE_SECONDS,
    limit: ROWS_PER_CLAIM,
  })
  await pMap(
    claimed,
    (row) =>
      dispatch(services, handlers, row).catch((error: unknown) =>
        log({
          event: 'outbox.finish_failed',
          request_id: db.requestId,
          outbox_id: row.id,
          error: describeError(error),
        }),
      ),
    { concurrency: ROWS_AT_ONCE },
  )
  return claimed.length
}

/**
 * Processes at most 500 outbox rows that are due. Concurrent calls never process the same row. A
 * row whose topic has no handler is logged once and stays in the outbox.
 */
export async function sweepOutbox(
  services: Pick<Services, 'db'>,
  handlers: OutboxHandlers,
): Promise<void> {
  const { db } = services
  for (let claims = 0; claims < CLAIMS_PER_SWEEP_MAX; claims++) {
    if ((await dispatchBatch(services, handlers, null)) < ROWS_PER_CLAIM) break
  }
  for (const { id, topic } of await outbox.markUnhandledRows(
    db,
    Object.keys(handlers),
    UNHANDLED_LOGGED_MAX,
  )) {
    log({ event: 'outbox.no_handler', request_id: db.requestId, outbox_id: id, topic })
  }
}

/**
 * Processes the outbox rows of one account immediately after they were added. Never throws, because
 * the task that runs every minute processes the remaining rows.
 */
export async function dispatchNow(
  services: Pick<Services, 'db'>,
  handlers: OutboxHandlers,
  accountId: string,
): Promise<void> {
  try {
    await dispatchBatch(services, handlers, accountId)
  } catch (error) {
    const { requestId } = services.db
    log({
      event: 'outbox.dispatch_failed',
      request_id: requestId,
      account_id: accountId,
      error: describeError(error),
    })
  }
}
