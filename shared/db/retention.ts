import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Removes what is kept for a limited time only, at most `limit` rows of each kind. */
export async function forgetExpired(db: Database, limit: number): Promise<void> {
  await db.execute(sql`select forget_expired(${limit})`)
}
