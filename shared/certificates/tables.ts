import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { identifier, instant } from '../platform/db/columns.ts'

/**
 * Issued certificates (signed results of analyses). `body` is the exact issued text. A database
 * trigger refuses every update, because the signatures of a changed text would be invalid. A
 * certificate stays when its job is deleted, because printed copies contain its address.
 */
export const certificates = pgTable('certificates', {
  jobId: identifier('job_id').primaryKey(),
  id: identifier('id').notNull().unique(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
