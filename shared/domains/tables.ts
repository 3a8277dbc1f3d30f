import { index, jsonb, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** Every run of a domain by anybody: the history. Times are unique per domain, so that a cursor loses and repeats nothing. */
export const domainRuns = pgTable(
  'domain_runs',
  {
    domain: text('domain').notNull(),
    analyzedAt: instant('analyzed_at').notNull(),
    jobId: identifier('job_id').notNull(),
    accountId: identifier('account_id').notNull(),
    status: text('status').notNull(),
    entityId: identifier('entity_id'),
    entity: text('entity'),
    confidence: real('confidence').notNull(),
    registrar: text('registrar'),
    nameServers: text('name_servers').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.analyzedAt] }),
    uniqueIndex('domain_runs_job_id_key').on(table.jobId),
    index('domain_runs_entity_id_idx').on(table.entityId),
  ],
)

/** WHOIS history that an account has bought of a domain, for the further pages of the same reading. */
export const externalHistories = pgTable(
  'external_histories',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    domain: text('domain').notNull(),
    records: jsonb('records').notNull(),
    boughtAt: instant('bought_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.domain] })],
)
