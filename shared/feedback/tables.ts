import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { jobs } from '../jobs/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/**
 * Reports of customers about the answers of their analyses, one for each account and job. Customers
 * write the texts, so only their own account and the reviewer read them, and no answer of the
 * service depends on them.
 */
export const feedback = pgTable(
  'feedback',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    jobId: identifier('job_id')
      .notNull()
      .references(() => jobs.id),
    domain: text('domain').notNull(),
    sandbox: boolean('sandbox').notNull(),
    verdict: text('verdict', { enum: ['right', 'wrong', 'outdated', 'unsure'] }).notNull(),
    correctEntity: text('correct_entity'),
    relation: text('relation', {
      enum: ['operator', 'parent', 'former_operator', 'platform', 'host_or_registrar', 'nobody'],
    }),
    evidenceUrls: text('evidence_urls').array().notNull().default(sql`'{}'`),
    note: text('note'),
    status: text('status', {
      enum: ['received', 'reviewing', 'accepted', 'declined', 'superseded'],
    })
      .notNull()
      .default('received'),
    resolutionNote: text('resolution_note'),
    resolvedAt: instant('resolved_at'),
    revision: integer('revision').notNull().default(1),
    // Id of the request that wrote the current content. If the same request comes again, it changes
    // nothing.
    requestKey: identifier('request_key').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('feedback_account_id_job_id_key').on(table.accountId, table.jobId),
    index('feedback_account_id_id_idx').on(table.accountId, table.id),
    index('feedback_account_id_status_id_idx').on(table.accountId, table.status, table.id),
    index('feedback_job_id_idx').on(table.jobId),
    index('feedback_status_id_idx').on(table.status, table.id),
    check(
      'feedback_verdict_check',
      sql`${table.verdict} in ('right', 'wrong', 'outdated', 'unsure')`,
    ),
    check(
      'feedback_relation_check',
      sql`${table.relation} in ('operator', 'parent', 'former_operator', 'platform',
        'host_or_registrar', 'nobody')`,
    ),
    check(
      'feedback_status_check',
      sql`${table.status} in ('received', 'reviewing', 'accepted', 'declined', 'superseded')`,
    ),
  ],
)
