import { DAY_MS } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import * as emails from './queries.ts'

/** With more accounts, the statement could exceed its time limit. */
const ACCOUNTS_PER_STATEMENT = 20
const STATEMENTS_MAX = 2_000

function mondayOf(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** The digest covers the seven days before Monday of this week (UTC). Repeated calls are safe. */
export async function enqueueDigests(db: Database, now: Date): Promise<void> {
  const week = mondayOf(now)
  const until = `${week}T00:00:00.000Z`
  let after: string | null = null
  let created = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const answer: Awaited<ReturnType<typeof emails.enqueueDigests>> = await emails.enqueueDigests(
      db,
      {
        until,
        week,
        after,
        limit: ACCOUNTS_PER_STATEMENT,
      },
    )
    created += answer.created
    after = answer.last
    if (after === null) break
  }
  log({
    event: 'digest.enqueued',
    request_id: db.requestId,
    week,
    created,
    unfinished: after !== null,
  })
}
