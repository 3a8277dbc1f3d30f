import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { jobs } from '../jobs/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** Certificates as they were first handed out, byte for byte. A trigger refuses changes. */
export const certificates = pgTable('certificates', {
  jobId: identifier('job_id')
    .primaryKey()
    .references(() => jobs.id),
  id: identifier('id').notNull().unique(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
