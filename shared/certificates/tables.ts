import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { jobs } from '../jobs/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/**
 * Issued certificates (signed results of analyses). `body` is the exact issued text. A database trigger refuses every update, because the
 * signatures of a changed text would be invalid.
 */
export const certificates = pgTable('certificates', {
  jobId: identifier('job_id')
    .primaryKey()
    .references(() => jobs.id),
  id: identifier('id').notNull().unique(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
