import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** One analysis. Small on purpose: what was collected and concluded lies in job_results. */
export const jobs = pgTable(
  'jobs',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    domain: text('domain').notNull(),
    registrableDomain: text('registrable_domain').notNull(),
    depth: text('depth').notNull(),
    status: text('status').notNull().default('queued'),
    sandbox: boolean('sandbox').notNull().default(false),
    playground: boolean('playground').notNull().default(false),
    callbackUrl: text('callback_url'),
    bulkJobId: identifier('bulk_job_id'),
    correlationId: identifier('correlation_id'),
    runToken: text('run_token'),
    runs: integer('runs').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    outcome: text('outcome'),
    entity: text('entity'),
    confidence: real('confidence'),
    collectors: jsonb('collectors'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    startedAt: instant('started_at'),
    claimedAt: instant('claimed_at'),
    completedAt: instant('completed_at'),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('jobs_account_id_id_idx').on(table.accountId, table.id),
    index('jobs_account_id_status_id_idx').on(table.accountId, table.status, table.id),
    index('jobs_account_id_domain_id_idx').on(table.accountId, table.domain, table.id),
    index('jobs_domain_completed_at_idx').on(table.domain, table.completedAt),
    index('jobs_unfinished_idx').on(table.status, table.updatedAt).where(sql`${table.status} in ('queued', 'running')`),
    index('jobs_bulk_job_id_idx').on(table.bulkJobId).where(sql`${table.bulkJobId} is not null`),
    index('jobs_bulk_unfinished_idx')
      .on(table.bulkJobId)
      .where(sql`${table.bulkJobId} is not null and ${table.status} in ('queued', 'running')`),
    index('jobs_correlation_id_idx').on(table.correlationId).where(sql`${table.correlationId} is not null`),
    index('jobs_callback_url_idx').on(table.accountId).where(sql`${table.callbackUrl} is not null`),
    index('jobs_playground_idx').on(table.accountId, table.createdAt).where(sql`${table.playground}`),
    check('jobs_depth_check', sql`${table.depth} in ('quick', 'deep')`),
    check('jobs_status_check', sql`${table.status} in ('queued', 'running', 'completed', 'partial', 'failed')`),
  ],
)

/** What a terminal job rests on, whole, so that it can be explained, certified and scored again. */
export const jobResults = pgTable('job_results', {
  jobId: identifier('job_id')
    .primaryKey()
    .references(() => jobs.id),
  result: jsonb('result').notNull(),
  signals: jsonb('signals').notNull(),
  evidence: jsonb('evidence').notNull(),
  links: jsonb('links').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
