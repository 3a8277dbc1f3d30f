import pMap from 'p-map'
import type { Database } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import * as outbox from './queries.ts'

/** What became of a row: told, or to be tried again (after the dispatcher's own pause where none is named). */
export type Dispatched = { then: 'done' } | { then: 'retry'; because: string; afterSeconds?: number }

/** Tells one row to the outside. Called at least once a row, so it must be safe to repeat; what it throws means "try again". */
export type OutboxHandler = (row: outbox.OutboxRow) => Promise<Dispatched>

/** Handlers by topic. A topic without one stays in the outbox until somebody handles it. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>

export interface DispatchDependencies {
  db: Database
  handlers: OutboxHandlers
}

/** The pause after the first failure; it doubles with each further one, 64 times at most. Also how long a row is one taker's own. */
const PAUSE_SECONDS = 60
const PAUSE_DOUBLINGS_MAX = 6
const ROWS_PER_TAKE = 50
const TAKES_PER_SWEEP_MAX = 10
/** Each row may hold a connection, of which an invocation has six. */
const ROWS_AT_ONCE = 4
const ORPHANS_NAMED_MAX = 100

const pauseAfter = (attempts: number) => PAUSE_SECONDS * 2 ** Math.min(attempts - 1, PAUSE_DOUBLINGS_MAX)

async function tell({ db, handlers }: DispatchDependencies, row: outbox.OutboxRow): Promise<void> {
  const told = await handlerOf(handlers, row)
  await outbox.finishRow(
    db,
    told.then === 'done'
      ? { id: row.id }
      : { id: row.id, after_seconds: told.afterSeconds ?? pauseAfter(row.attempts), because: told.because },
  )
  log({
    event: 'outbox.told',
    request_id: db.requestId,
    outbox_id: row.id,
    topic: row.topic,
    account_id: row.account_id,
    attempt: row.attempts,
    then: told.then,
    because: told.then === 'retry' ? told.because : undefined,
  })
}

async function handlerOf(handlers: OutboxHandlers, row: outbox.OutboxRow): Promise<Dispatched> {
  try {
    return (await handlers[row.topic]?.(row)) ?? { then: 'retry', because: 'no handler' }
  } catch (error) {
    return { then: 'retry', because: describeError(error) }
  }
}

/** Tells every row of a batch, some at a time; one that cannot even be settled does not stop the others. Returns how many there were. */
async function tellBatch(deps: DispatchDependencies, accountId: string | null): Promise<number> {
  const topics = Object.keys(deps.handlers)
  const taken = await outbox.take(deps.db, { topics, accountId, leaseSeconds: PAUSE_SECONDS, limit: ROWS_PER_TAKE })
  await pMap(
    taken,
    (row) =>
      tell(deps, row).catch((error: unknown) =>
        log({
          event: 'outbox.not_settled',
          request_id: deps.db.requestId,
          outbox_id: row.id,
          error: describeError(error),
        }),
      ),
    { concurrency: ROWS_AT_ONCE },
  )
  return taken.length
}

/** Tells what is due, a bounded number of rows; two sweeps at once share nothing. Rows that nobody handles are logged once and stay. */
export async function sweepOutbox(deps: DispatchDependencies): Promise<void> {
  for (let takes = 0; takes < TAKES_PER_SWEEP_MAX; takes++) {
    if ((await tellBatch(deps, null)) < ROWS_PER_TAKE) break
  }
  for (const { id, topic } of await outbox.nameOrphans(deps.db, Object.keys(deps.handlers), ORPHANS_NAMED_MAX)) {
    log({ event: 'outbox.no_handler', request_id: deps.db.requestId, outbox_id: id, topic })
  }
}

/** Tells what one account owes right after its commit. Never throws: the sweep tells what this could not. */
export async function dispatchNow(deps: DispatchDependencies, accountId: string): Promise<void> {
  try {
    await tellBatch(deps, accountId)
  } catch (error) {
    log({ event: 'outbox.not_told', request_id: deps.db.requestId, account_id: accountId, error: describeError(error) })
  }
}
