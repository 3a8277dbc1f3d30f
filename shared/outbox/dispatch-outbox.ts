import pMap from 'p-map'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as outbox from './queries.ts'

/** Without `afterSeconds`, the row is due again after a pause that grows with its attempts. */
export type Dispatched =
  | { then: 'done' }
  | { then: 'retry'; because: string; afterSeconds?: number }

/** May be called several times for the same row. A thrown error means `retry`. */
export type OutboxHandler = (row: outbox.OutboxRow) => Promise<Dispatched>

/** A row of an unknown topic stays until a new version has a handler for it. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>

// Time for which a row is first leased, and pause after its first failed attempt. Both times double
// with each attempt, at most six times.
const PAUSE_SECONDS = 60
const PAUSE_DOUBLINGS_MAX = 6
const ROWS_PER_CLAIM = 50
const CLAIMS_PER_SWEEP_MAX = 10
// Below the six connections that Cloudflare Workers allow in an invocation, because each row may
// need one.
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

/** Concurrent calls never process the same row. A row without a handler is logged once. */
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

/** Never throws, because the sweep handles the rows that remain. */
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
