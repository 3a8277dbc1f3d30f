import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { identifier, instant } from '../platform/db/columns.ts'

/**
 * `body` is the exact issued JSON text, and a trigger refuses updates of it. A certificate is kept
 * when its job is deleted, because printed copies contain its web address.
 */
export const certificates = pgTable('certificates', {
  jobId: identifier('job_id').primaryKey(),
  id: identifier('id').notNull().unique(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
