import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant, isOneOf, json } from '../platform/db/columns.ts'
import { SANDBOX_LABELS } from '../platform/domain-name.ts'
import { CorrelationResult } from './correlation-result.ts'

const STORED_STATUSES = ['running', 'completed', 'failed'] as const
/** In the API, a running correlation is `queued` until its first new analysis has started. */
export const CORRELATION_STATUSES = ['queued', ...STORED_STATUSES] as const

/**
 * A correlation is a request to find, in a set of domains, the domains that have the same operator.
 */
export const correlations = pgTable(
  'correlations',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    status: text('status', { enum: STORED_STATUSES }).notNull().default('running'),
    callbackUrl: text('callback_url'),
    // Price of the correlation: one credit for each domain without a recent analysis, plus one
    // credit for the comparison. The price is 0 if all domains are sandbox (test) domains.
    creditsCharged: integer('credits_charged').notNull(),
    /** Domains without a successful analysis. The credits for these domains were refunded. */
    unanalyzed: text('unanalyzed').array().notNull().default(sql`'{}'`),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    result: json('result', CorrelationResult),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    completedAt: instant('completed_at'),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('correlations_account_id_id_idx').on(table.accountId, table.id),
    index('correlations_ended_idx').on(table.completedAt),
    index('correlations_free_ended_idx')
      .on(table.completedAt)
      .where(sql`${table.creditsCharged} = 0`),
    index('correlations_unfinished_idx')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'running'`),
    check('correlations_status_check', isOneOf(table.status, STORED_STATUSES)),
  ],
)

/**
 * One domain of a correlation. `jobId` is the job that analyses the domain. `cached` is true if
 * this job existed before the correlation, and false if the correlation created it.
 */
export const correlationItems = pgTable(
  'correlation_items',
  {
    correlationId: identifier('correlation_id').notNull(),
    position: integer('position').notNull(),
    domain: text('domain').notNull(),
    /** The fixed result that a sandbox (test) domain gets. Null for a real domain. */
    sandbox: text('sandbox', { enum: SANDBOX_LABELS }),
    jobId: identifier('job_id'),
    cached: boolean('cached').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.correlationId, table.position] }),
    foreignKey({
      columns: [table.correlationId],
      foreignColumns: [correlations.id],
      name: 'correlation_items_correlation_id_fk',
    }),
  ],
)

/**
 * Values that can link a domain with other domains, for example a VAT number. Each domain has the
 * values from its newest analysis. The table shows how many of all analysed domains have the same
 * value.
 */
export const domainLinks = pgTable(
  'domain_links',
  {
    domain: text('domain').notNull(),
    kind: text('kind').notNull(),
    value: text('value').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.kind, table.value] }),
    index('domain_links_value_idx').on(table.kind, table.value, table.domain),
  ],
)
