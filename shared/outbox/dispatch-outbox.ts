import pMap from 'p-map'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as outbox from './queries.ts'

/** The outcome of a row: done, or to be tried again (after the dispatcher's own pause where none is named). */
export type Dispatched = { then: 'done' } | { then: 'retry'; because: string; afterSeconds?: number }

/** Dispatches one row. Called at least once for each row, so it must be safe to repeat; what it throws means "try again". */
export type OutboxHandler = (row: outbox.OutboxRow) => Promise<Dispatched>

/** Handlers by topic. A topic without one stays in the outbox until somebody handles it. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>

/** The pause after the first failure; it doubles with each further one, 64 times at most. Also how long a row is one taker's own. */
const PAUSE_SECONDS = 60
const PAUSE_DOUBLINGS_MAX = 6
const ROWS_PER_TAKE = 50
const TAKES_PER_SWEEP_MAX = 10
/** Each row may hold a connection, of which an invocation has six. */
const ROWS_AT_ONCE = 4
const ORPHANS_NAMED_MAX = 100

const pauseAfter = (attempts: number) => PAUSE_SECONDS * 2 ** Math.min(attempts - 1, PAUSE_DOUBLINGS_MAX)

async function dispatch({ db }: Pick<Services, 'db'>, handlers: OutboxHandlers, row: outbox.OutboxRow): Promise<void> {
  const dispatched = await outcomeOf(handlers, row)
  await outbox.finishRow(
    db,
    dispatched.then === 'done'
      ? { id: row.id }
      : { id: row.id, after_seconds: dispatched.afterSeconds ?? pauseAfter(row.attempts), because: dispatched.because },
  )
  log({
    event: 'outbox.told',
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

/** Dispatches the rows of a batch, some at a time; one that cannot even be finished does not stop the others. Returns their number. */
async function dispatchBatch(
  services: Pick<Services, 'db'>,
  handlers: OutboxHandlers,
  accountId: string | null,
): Promise<number> {
  const { db } = services
  const topics = Object.keys(handlers)
  const taken = await outbox.take(db, { topics, accountId, leaseSeconds: PAUSE_SECONDS, limit: ROWS_PER_TAKE })
  await pMap(
    taken,
    (row) =>
      dispatch(services, handlers, row).catch((error: unknown) =>
        log({
          event: 'outbox.not_settled',
          request_id: db.requestId,
          outbox_id: row.id,
          error: describeError(error),
        }),
      ),
    { concurrency: ROWS_AT_ONCE },
  )
  return taken.length
}

/** Dispatches due rows, a bounded number; two sweeps at once share nothing. Rows without a handler are logged once and stay. */
export async function sweepOutbox(services: Pick<Services, 'db'>, handlers: OutboxHandlers): Promise<void> {
  const { db } = services
  for (let takes = 0; takes < TAKES_PER_SWEEP_MAX; takes++) {
    if ((await dispatchBatch(services, handlers, null)) < ROWS_PER_TAKE) break
  }
  for (const { id, topic } of await outbox.nameOrphans(db, Object.keys(handlers), ORPHANS_NAMED_MAX)) {
    log({ event: 'outbox.no_handler', request_id: db.requestId, outbox_id: id, topic })
  }
}

/** Dispatches one account's rows right after their commit. Never throws: the sweep takes what this could not dispatch. */
export async function dispatchNow(
  services: Pick<Services, 'db'>,
  handlers: OutboxHandlers,
  accountId: string,
): Promise<void> {
  try {
    await dispatchBatch(services, handlers, accountId)
  } catch (error) {
    const { requestId } = services.db
    log({ event: 'outbox.not_told', request_id: requestId, account_id: accountId, error: describeError(error) })
  }
}
