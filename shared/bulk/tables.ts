import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** One list that a customer handed in. Counts are of lines, and stand once all lines are settled. */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    keyId: identifier('key_id'),
    playground: boolean('playground').notNull().default(false),
    depth: text('depth').notNull(),
    status: text('status').notNull().default('accepted'),
    total: integer('total').notNull(),
    /** Valid lines. */
    accepted: integer('accepted').notNull(),
    callbackUrl: text('callback_url'),
    requestId: text('request_id'),
    addressPrefix: text('address_prefix'),
    /** The first line that has not been taken up yet; equal to total when all have. */
    nextLine: integer('next_line').notNull().default(0),
    /** Names the last feed and where it began, so that a repeated one gives the same answer. */
    feedToken: text('feed_token'),
    feedFrom: integer('feed_from'),
    completed: integer('completed'),
    partial: integer('partial'),
    failed: integer('failed'),
    rejected: integer('rejected'),
    exportAttempts: integer('export_attempts').notNull().default(0),
    exportToken: text('export_token'),
    exportLeaseUntil: instant('export_lease_until'),
    exportError: text('export_error'),
    exportsExpireAt: instant('exports_expire_at'),
    exportsPurgedAt: instant('exports_purged_at'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    startedAt: instant('started_at'),
    exportingAt: instant('exporting_at'),
    completedAt: instant('completed_at'),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('bulk_jobs_account_id_id_idx').on(table.accountId, table.id),
    index('bulk_jobs_unfinished_idx')
      .on(table.updatedAt)
      .where(sql`${table.status} in ('accepted', 'running', 'exporting')`),
    index('bulk_jobs_kept_exports_idx')
      .on(table.exportsExpireAt)
      .where(sql`${table.exportsExpireAt} is not null and ${table.exportsPurgedAt} is null`),
    check('bulk_jobs_depth_check', sql`${table.depth} in ('quick', 'deep')`),
    check(
      'bulk_jobs_status_check',
      sql`${table.status} in ('accepted', 'running', 'exporting', 'completed', 'failed')`,
    ),
    check('bulk_jobs_lines_check', sql`${table.accepted} <= ${table.total} and ${table.nextLine} <= ${table.total}`),
  ],
)

/** One line of a list, counted from 0. It is invalid, or says what an earlier line says, or has a job of its own. */
export const bulkItems = pgTable(
  'bulk_items',
  {
    bulkJobId: identifier('bulk_job_id')
      .notNull()
      .references(() => bulkJobs.id),
    line: integer('line').notNull(),
    /** The normalised domain; for an invalid line, what was on it. */
    domain: text('domain').notNull(),
    /** Null on an invalid line. */
    registrableDomain: text('registrable_domain'),
    sandbox: text('sandbox'),
    /** The line that said the same first: its job is this line's too. */
    sameAs: integer('same_as'),
    jobId: identifier('job_id'),
    /** The job was running already for somebody else than this list. */
    shared: boolean('shared').notNull().default(false),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
  },
  (table) => [
    primaryKey({ name: 'bulk_items_pkey', columns: [table.bulkJobId, table.line] }),
    index('bulk_items_shared_idx').on(table.bulkJobId).where(sql`${table.shared}`),
    check('bulk_items_error_check', sql`${table.jobId} is null or ${table.errorCode} is null`),
  ],
)
