import type { Database } from '../db/client.ts'
import * as emails from '../db/emails.ts'
import { log } from '../log.ts'

/** One statement's share: small enough for its time limit. */
const ACCOUNTS_PER_STATEMENT = 20
const STATEMENTS_MAX = 2_000

/**
 * Owes the weekly digest, for the seven days before today (UTC), to every account that wants it and has something to read. Once a week for
 * each account, however often it is run.
 */
export async function oweDigests(db: Database, now: Date): Promise<void> {
  const week = now.toISOString().slice(0, 10)
  const until = `${week}T00:00:00.000Z`
  let after: string | null = null
  let owed = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const answer: Awaited<ReturnType<typeof emails.oweDigests>> = await emails.oweDigests(db, {
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
