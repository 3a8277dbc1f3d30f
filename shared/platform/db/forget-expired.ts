import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Environment } from '../environment.ts'
import { log } from '../log.ts'
import { callFunction, type Database, rows } from './client.ts'

/** With more rows, a statement could exceed its time limit. */
const ROWS_PER_STATEMENT = 10_000
const STATEMENTS_MAX = 200

/**
 * Deletes at most STATEMENTS_MAX times ROWS_PER_STATEMENT rows. The next night deletes the rest.
 */
export async function deleteExpired(db: Database): Promise<void> {
  let deleted = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const [row] = await rows(
      db,
      sql`select * from delete_expired_rows(${ROWS_PER_STATEMENT})`,
      Deleted,
    )
    deleted += row?.deleted ?? 0
    if (row?.more !== true) break
  }
  log({ event: 'retention.expired', request_id: db.requestId, deleted })
}

const Deleted = z.object({ deleted: z.number().int(), more: z.boolean() })

/** Days for which sandbox jobs, refused lines and revoked playground keys are kept. */
const SHORT_RETENTION_DAYS = 7
// Rows that are left after this time wait for the next night. Cloudflare Workers allow 15 minutes
// for a cron trigger.
const NIGHT_MS_MAX = 5 * 60 * 1_000
/** Small, because the evidence of one job can have some hundred kilobytes. */
const JOBS_PER_STATEMENT = 500
const CORRELATIONS_PER_STATEMENT = 100
const CHANGES_PER_STATEMENT = 1_000
const LISTS_PER_STATEMENT = 50
const LINES_PER_STATEMENT = 10_000

/**
 * Deletes jobs and other rows after their time of storage. The next night continues after
 * NIGHT_MS_MAX.
 */
export async function deleteOld({
  db,
  env,
  now,
}: {
  db: Database
  env: Pick<Environment, 'JOB_RETENTION_DAYS' | 'MONITOR_CHANGES_DAYS'>
  now: () => Date
}): Promise<void> {
  const days = env.JOB_RETENTION_DAYS
  const short = SHORT_RETENTION_DAYS
  const listLimits = { lists: LISTS_PER_STATEMENT, lines: LINES_PER_STATEMENT }
  // Lists and correlations show the answers of their jobs, so they are deleted before these jobs.
  const steps = [
    ['refused_lines', 'delete_refused_lines', { days: short, ...listLimits }],
    ['bulk_jobs', 'delete_old_bulk_jobs', { days, ...listLimits }],
    [
      'correlations',
      'delete_old_correlations',
      { days, sandbox_days: short, limit: CORRELATIONS_PER_STATEMENT },
    ],
    ['sandbox_jobs', 'delete_old_jobs', { sandbox: true, days: short, limit: JOBS_PER_STATEMENT }],
    ['jobs', 'delete_old_jobs', { sandbox: false, days, limit: JOBS_PER_STATEMENT }],
    [
      'changes',
      'delete_old_changes',
      { days: env.MONITOR_CHANGES_DAYS, limit: CHANGES_PER_STATEMENT },
    ],
    ['records', 'delete_old_records', { days, playground_days: short, limit: ROWS_PER_STATEMENT }],
  ] as const
  const deadline = now().getTime() + NIGHT_MS_MAX
  const deleted: Record<string, number> = {}
  let more = false
  for (const [name, sqlFunction, argument] of steps) {
    do {
      const answer = await callFunction(db, sqlFunction, argument, Deleted)
      deleted[name] = (deleted[name] ?? 0) + answer.deleted
      more = answer.more
    } while (more && now().getTime() < deadline)
    if (more) break
  }
  log({ event: 'retention.deleted', request_id: db.requestId, finished: !more, ...deleted })
}
