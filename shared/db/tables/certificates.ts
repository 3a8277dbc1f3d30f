import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { identifier, instant } from './columns.ts'
import { jobs } from './jobs.ts'

/** Certificates as they were first handed out, byte for byte. A trigger refuses changes. */
export const certificates = pgTable('certificates', {
  jobId: identifier('job_id')
    .primaryKey()
    .references(() => jobs.id),
  id: identifier('id').notNull().unique(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
