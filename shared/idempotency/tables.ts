import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant, json } from '../platform/db/columns.ts'

/** Requests with an Idempotency-Key. Until `lease_until`, a request cannot run a second time. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    // End of all identifiers that the request creates. A repeated attempt uses the same end, so it
    // finds the rows of the first attempt.
    operationSuffix: text('operation_suffix').notNull(),
    state: text('state', { enum: ['running', 'done'] })
      .notNull()
      .default('running'),
    leaseUntil: instant('lease_until').notNull(),
    status: integer('status'),
    headers: json('headers', z.record(z.string(), z.string())),
    body: text('body'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
    check('idempotency_keys_state_check', sql`${table.state} in ('running', 'done')`),
  ],
)
