import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { correlations } from '../correlations/tables.ts'
import { jobs } from '../jobs/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** Public links to answers, at most one for each analysis or correlation. */
export const shares = pgTable(
  'shares',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    jobId: identifier('job_id').references(() => jobs.id, { onDelete: 'cascade' }),
    correlationId: identifier('correlation_id').references(() => correlations.id, {
      onDelete: 'cascade',
    }),
    /** HMAC of the token, so that a copy of the table opens no share. */
    tokenDigest: text('token_digest').notNull(),
    views: integer('views').notNull().default(0),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('shares_token_digest_key').on(table.tokenDigest),
    uniqueIndex('shares_job_id_key').on(table.jobId),
    uniqueIndex('shares_correlation_id_key').on(table.correlationId),
    index('shares_account_id_id_idx').on(table.accountId, table.id),
    index('shares_expires_at_idx').on(table.expiresAt),
    check(
      'shares_subject_check',
      sql`(${table.jobId} is null) <> (${table.correlationId} is null)`,
    ),
  ],
)
