import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Resolves when Postgres answers the smallest question; throws when it does not. */
export async function reach(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}
