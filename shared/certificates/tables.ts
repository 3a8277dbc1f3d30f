import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { identifier, instant } from '../platform/db/columns.ts'

/**
 * `body` is the exact issued text; a trigger refuses updates. A certificate outlives its job,
 * because printed copies contain its address.
 */
export const certificates = pgTable('certificates', {
  jobId: identifier('job_id').primaryKey(),
  id: identifier('id').notNull().unique(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
