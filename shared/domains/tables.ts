import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { BASES } from '../attribution/basis.ts'
import { HistoryRecord } from '../attribution/collectors/whoisxml.ts'
import { identifier, instant, isOneOf, json } from '../platform/db/columns.ts'

/**
 * One analysis of a domain by any account. No two analyses of a domain have the same time, so that
 * pages sorted by time neither skip nor repeat a row.
 */
export const domainRuns = pgTable(
  'domain_runs',
  {
    domain: text('domain').notNull(),
    analyzedAt: instant('analyzed_at').notNull(),
    jobId: identifier('job_id').notNull(),
    /** Null after the account was closed: the history of the domain stays, without a customer. */
    accountId: identifier('account_id'),
    status: text('status', { enum: ['completed', 'partial', 'failed'] }).notNull(),
    entityId: identifier('entity_id'),
    entity: text('entity'),
    confidence: real('confidence').notNull(),
    basis: text('basis', { enum: BASES }),
    registrar: text('registrar'),
    nameServers: text('name_servers').array().notNull(),
    /** True if the analysis has read no page of the domain. */
    passive: boolean('passive').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.analyzedAt] }),
    uniqueIndex('domain_runs_job_id_key').on(table.jobId),
    index('domain_runs_entity_id_idx').on(table.entityId),
    index('domain_runs_account_id_idx')
      .on(table.accountId)
      .where(sql`${table.accountId} is not null`),
    check('domain_runs_basis_check', sql`${table.basis} in ('verified', 'corroborated', 'stated')`),
  ],
)

const PURCHASE_STATES = ['buying', 'bought', 'refunded'] as const

/**
 * External WHOIS records of a domain that an account has bought. They are kept as long as the
 * account, so that it never pays twice for the same records.
 */
export const externalHistories = pgTable(
  'external_histories',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    domain: text('domain').notNull(),
    records: json('records', z.array(HistoryRecord)).notNull(),
    boughtAt: instant('bought_at').notNull(),
    /** The subject of the charge is `history:` and this id. */
    purchaseId: identifier('purchase_id').notNull(),
    /** refunded: the provider has sold records, but none from before our first analysis. */
    state: text('state', { enum: PURCHASE_STATES }).notNull(),
    leaseUntil: instant('lease_until'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.domain] }),
    uniqueIndex('external_histories_buying_key')
      .on(table.accountId)
      .where(sql`${table.state} = 'buying'`),
    index('external_histories_lease_idx')
      .on(table.leaseUntil)
      .where(sql`${table.state} = 'buying'`),
    check('external_histories_state_check', isOneOf(table.state, PURCHASE_STATES)),
    check(
      'external_histories_lease_check',
      sql`(${table.state} = 'buying') = (${table.leaseUntil} is not null)`,
    ),
  ],
)
