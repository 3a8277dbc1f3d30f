import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { log } from '../log.ts'
import { type Database, rows } from './client.ts'

/** Maximum number of rows that one SQL statement deletes from each table. More rows could exceed the time limit of a SQL statement. */
const ROWS_PER_STATEMENT = 10_000
const STATEMENTS_MAX = 200

/**
 * Deletes all database rows whose retention time is over. Stops after 200 SQL statements; the task on the next night deletes the remaining
 * rows.
 */
export async function deleteExpired(db: Database): Promise<void> {
  let deleted = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const [row] = await rows(db, sql`select * from delete_expired_rows(${ROWS_PER_STATEMENT})`, Deleted)
    deleted += row?.deleted ?? 0
    if (row?.more !== true) break
  }
  log({ event: 'retention.expired', request_id: db.requestId, deleted })
}

const Deleted = z.object({ deleted: z.number().int(), more: z.boolean() })
