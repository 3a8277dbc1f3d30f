import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { log } from '../log.ts'
import { type Database, rows } from './client.ts'

/** One statement's share of each kind: small enough for its time limit. */
const ROWS_PER_STATEMENT = 10_000
const STATEMENTS_MAX = 200

/** Removes what is kept for a limited time only; what one night does not finish, the next does. */
export async function forgetExpired(db: Database): Promise<void> {
  let gone = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const [row] = await rows(db, sql`select * from delete_expired_rows(${ROWS_PER_STATEMENT})`, Forgotten)
    gone += row?.gone ?? 0
    if (row?.more !== true) break
  }
  log({ event: 'retention.expired', request_id: db.requestId, gone })
}

const Forgotten = z.object({ gone: z.number().int(), more: z.boolean() })
