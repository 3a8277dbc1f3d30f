import { DAY_MS } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import * as emails from './queries.ts'

/** One statement's share: small enough for its time limit. */
const ACCOUNTS_PER_STATEMENT = 20
const STATEMENTS_MAX = 2_000

/** The Monday (UTC) of the week that `now` lies in, as a date. */
function mondayOf(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Enqueues the weekly digest, for the seven days before this week's Monday (UTC), to every account that wants it and has something to read.
 * Once a week for each account, however often and however late it is run.
 */
export async function enqueueDigests(db: Database, now: Date): Promise<void> {
  const week = mondayOf(now)
  const until = `${week}T00:00:00.000Z`
  let after: string | null = null
  let owed = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const answer: Awaited<ReturnType<typeof emails.enqueueDigests>> = await emails.enqueueDigests(db, {
      until,
      week,
      after,
      limit: ACCOUNTS_PER_STATEMENT,
    })
    owed += answer.owed
    after = answer.last
    if (after === null) break
  }
  log({ event: 'digest.owed', request_id: db.requestId, week, owed, unfinished: after !== null })
}
