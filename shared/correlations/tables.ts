import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** One question about a set of domains: which of them have one operator. */
export const correlations = pgTable(
  'correlations',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    status: text('status').notNull().default('queued'),
    callbackUrl: text('callback_url'),
    /** What was debited: one credit for each domain that had to be analysed, and one for the comparison. */
    creditsCharged: integer('credits_charged').notNull(),
    unanalyzed: text('unanalyzed').array().notNull().default(sql`'{}'`),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    result: jsonb('result'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    completedAt: instant('completed_at'),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('correlations_account_id_id_idx').on(table.accountId, table.id),
    index('correlations_unfinished_idx').on(table.updatedAt).where(sql`${table.status} in ('queued', 'running')`),
    check('correlations_status_check', sql`${table.status} in ('queued', 'running', 'completed', 'failed')`),
  ],
)

/** One domain of a correlation and the analysis that speaks for it: an earlier one, or a child of its own. */
export const correlationItems = pgTable(
  'correlation_items',
  {
    correlationId: identifier('correlation_id').notNull(),
    position: integer('position').notNull(),
    domain: text('domain').notNull(),
    /** Which fixed answer stands for a sandbox name. */
    sandbox: text('sandbox'),
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

/** The linking values of each domain's newest analysis: how rare a value is over the whole service. Kept by a trigger on job_results. */
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
