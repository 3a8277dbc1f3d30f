import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { DEPTHS } from '../jobs/job.ts'
import { identifier, instant, isOneOf } from '../platform/db/columns.ts'

export const BULK_STATUSES = ['accepted', 'running', 'exporting', 'completed', 'failed'] as const

/**
 * One list of domains that a customer submitted. Each of the columns completed, partial, failed,
 * rejected and stopped contains the number of lines with this status. They are written when all
 * lines are finished.
 */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    keyId: identifier('key_id'),
    playground: boolean('playground').notNull().default(false),
    depth: text('depth', { enum: DEPTHS }).notNull(),
    passive: boolean('passive').notNull().default(false),
    status: text('status', { enum: BULK_STATUSES }).notNull().default('accepted'),
    total: integer('total').notNull(),
    accepted: integer('accepted').notNull(),
    callbackUrl: text('callback_url'),
    /** Given by the customer. */
    name: text('name'),
    requestId: text('request_id'),
    addressPrefix: text('address_prefix'),
    /** Number of the next line to submit. It equals `total` after the last line was submitted. */
    nextLine: integer('next_line').notNull().default(0),
    // Id of the latest call that submitted lines of the list, and the number of the first line that
    // it submitted. With these values a repeated call returns the same result and submits nothing
    // again.
    feedToken: text('feed_token'),
    feedFrom: integer('feed_from'),
    completed: integer('completed'),
    partial: integer('partial'),
    failed: integer('failed'),
    rejected: integer('rejected'),
    stopped: integer('stopped').notNull().default(0),
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
    /** Time at which the refused lines and the sandbox lines of the finished list were deleted. */
    refusedLinesDeletedAt: instant('refused_lines_deleted_at'),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('bulk_jobs_account_id_id_idx').on(table.accountId, table.id),
    index('bulk_jobs_unfinished_idx')
      .on(table.updatedAt)
      .where(sql`${table.status} in ('accepted', 'running', 'exporting')`),
    index('bulk_jobs_ended_idx').on(table.completedAt),
    index('bulk_jobs_refused_lines_idx')
      .on(table.completedAt)
      .where(sql`${table.refusedLinesDeletedAt} is null`),
    index('bulk_jobs_unfinished_by_account_idx')
      .on(table.accountId, table.updatedAt)
      .where(sql`${table.status} in ('accepted', 'running')`),
    index('bulk_jobs_kept_exports_idx')
      .on(table.exportsExpireAt)
      .where(sql`${table.exportsExpireAt} is not null and ${table.exportsPurgedAt} is null`),
    check('bulk_jobs_depth_check', sql`${table.depth} in ('quick', 'deep')`),
    check('bulk_jobs_status_check', isOneOf(table.status, BULK_STATUSES)),
    check(
      'bulk_jobs_lines_check',
      sql`${table.accepted} <= ${table.total} and ${table.nextLine} <= ${table.total}`,
    ),
  ],
)

/**
 * One line of a bulk list; the first line has the number 0. After the line is submitted, it has
 * either a job, or an error, or the number of an earlier line with the same domain (same_as). A
 * stopped line has no job and no error.
 */
export const bulkItems = pgTable(
  'bulk_items',
  {
    bulkJobId: identifier('bulk_job_id')
      .notNull()
      .references(() => bulkJobs.id),
    line: integer('line').notNull(),
    // The normalized domain of a valid line, or the beginning of the submitted text of an invalid
    // line.
    domain: text('domain').notNull(),
    registrableDomain: text('registrable_domain'),
    sandbox: text('sandbox'),
    /** Number of the first line with the same domain. That line has the job for both lines. */
    sameAs: integer('same_as'),
    jobId: identifier('job_id'),
    // True if another request of the account, for example for a single domain, had already created
    // the job. The line then uses the existing job.
    shared: boolean('shared').notNull().default(false),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** True if the list was stopped before the analysis of the line started. */
    stopped: boolean('stopped').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'bulk_items_pkey', columns: [table.bulkJobId, table.line] }),
    index('bulk_items_shared_idx').on(table.bulkJobId).where(sql`${table.shared}`),
    index('bulk_items_shared_job_idx').on(table.jobId).where(sql`${table.shared}`),
    check('bulk_items_error_check', sql`${table.jobId} is null or ${table.errorCode} is null`),
    check(
      'bulk_items_stopped_check',
      sql`not ${table.stopped} or coalesce(${table.jobId}, ${table.errorCode}) is null`,
    ),
  ],
)
