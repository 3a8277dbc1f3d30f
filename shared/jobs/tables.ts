import { getTableColumns, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
} from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { BASES } from '../attribution/basis.ts'
import {
  EntitySignals,
  Scoring,
  ScoringResult,
  WARNING_KINDS,
  Warning,
} from '../attribution/scoring/scoring-result.ts'
import { identifier, instant, json, jsonText, rowOf } from '../platform/db/columns.ts'
import { Charge, DEPTHS, JOB_STATES, StoredCollectors } from './job.ts'

/** Rows are kept small, so that lists of jobs are read quickly. The evidence is in job_results. */
export const jobs = pgTable(
  'jobs',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    domain: text('domain').notNull(),
    registrableDomain: text('registrable_domain').notNull(),
    depth: text('depth', { enum: DEPTHS }).notNull(),
    status: text('status', { enum: JOB_STATES }).notNull().default('queued'),
    sandbox: boolean('sandbox').notNull().default(false),
    playground: boolean('playground').notNull().default(false),
    // True if the run uses no cached registration that is older than an hour.
    forceRefresh: boolean('force_refresh').notNull().default(false),
    // True if the run sends nothing to the domain's own hosts.
    passive: boolean('passive').notNull().default(false),
    callbackUrl: text('callback_url'),
    bulkJobId: identifier('bulk_job_id'),
    // True if another request of the account uses this job of a bulk list too. A stop of the list
    // then leaves the job.
    shared: boolean('shared').notNull().default(false),
    correlationId: identifier('correlation_id'),
    runToken: text('run_token'),
    runs: integer('runs').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    outcome: text('outcome'),
    entity: text('entity'),
    confidence: real('confidence'),
    basis: text('basis', { enum: BASES }),
    /** The first warnings of the result, with shortened texts. Null if there are none. */
    warnings: json('warnings', z.array(Warning)),
    collectors: jsonText('collectors', StoredCollectors),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    startedAt: instant('started_at'),
    claimedAt: instant('claimed_at'),
    completedAt: instant('completed_at'),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('jobs_account_id_id_idx').on(table.accountId, table.id),
    // Index of jobs with a status other than completed. Nearly all jobs are completed, so a page of
    // completed jobs is read from the index of all jobs instead.
    index('jobs_account_id_other_status_id_idx')
      .on(table.accountId, table.status, table.id)
      .where(sql`${table.status} <> 'completed'`),
    index('jobs_account_id_domain_id_idx').on(table.accountId, table.domain, table.id),
    index('jobs_account_id_outcome_id_idx')
      .on(table.accountId, table.outcome, table.id)
      .where(sql`${table.outcome} is not null`),
    index('jobs_domain_completed_at_idx').on(table.domain, table.completedAt),
    index('jobs_ended_idx').on(table.sandbox, table.completedAt),
    index('jobs_unfinished_idx')
      .on(table.status, table.updatedAt)
      .where(sql`${table.status} in ('waiting', 'queued', 'running')`),
    index('jobs_bulk_job_id_idx').on(table.bulkJobId).where(sql`${table.bulkJobId} is not null`),
    index('jobs_bulk_unfinished_idx')
      .on(table.bulkJobId)
      .where(sql`${table.bulkJobId} is not null and ${table.status} in ('queued', 'running')`),
    index('jobs_bulk_unfinished_by_account_idx')
      .on(table.accountId)
      .where(sql`${table.bulkJobId} is not null and ${table.status} in ('queued', 'running')`),
    index('jobs_in_flight_idx')
      .on(table.accountId, table.depth)
      .where(sql`${table.bulkJobId} is null and ${table.status} in ('queued', 'running')`),
    index('jobs_waiting_idx').on(table.accountId, table.id).where(sql`${table.status} = 'waiting'`),
    index('jobs_correlation_id_idx')
      .on(table.correlationId)
      .where(sql`${table.correlationId} is not null`),
    index('jobs_callback_url_idx').on(table.accountId).where(sql`${table.callbackUrl} is not null`),
    index('jobs_playground_idx')
      .on(table.accountId, table.createdAt)
      .where(sql`${table.playground}`),
    check('jobs_depth_check', sql`${table.depth} in ('quick', 'deep')`),
    check(
      'jobs_status_check',
      sql`${table.status} in ('waiting', 'queued', 'running', 'completed', 'partial', 'failed')`,
    ),
    check('jobs_basis_check', sql`${table.basis} in ('verified', 'corroborated', 'stated')`),
  ],
)

/** Reads the JSON of the SQL function `charged_job`. */
export const ChargedJob = rowOf(jobs).and(z.object({ charge: Charge }))
export type ChargedJob = z.infer<typeof ChargedJob>

export const CHARGED_COLUMNS = {
  ...getTableColumns(jobs),
  charge: sql`job_charge(${jobs})`.mapWith((stored: unknown) => Charge.parse(stored)),
}

/**
 * One row for each job and each kind of warning. An index of the table jobs cannot return the jobs
 * with one kind of warning in the order of their ids.
 */
export const jobWarnings = pgTable(
  'job_warnings',
  {
    accountId: identifier('account_id').notNull(),
    kind: text('kind', { enum: WARNING_KINDS }).notNull(),
    jobId: identifier('job_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'job_warnings_pkey', columns: [table.accountId, table.kind, table.jobId] }),
  ],
)

export const jobResults = pgTable('job_results', {
  jobId: identifier('job_id')
    .primaryKey()
    .references(() => jobs.id),
  result: json('result', ScoringResult).notNull(),
  signals: jsonText('signals', z.array(EntitySignals)).notNull(),
  /** Array with one entry for each collector, validated only when a certificate is issued. */
  evidence: jsonText('evidence', z.unknown()).notNull(),
  links: json('links', Scoring.shape.links).notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})
