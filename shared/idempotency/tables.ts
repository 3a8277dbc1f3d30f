import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** The first answer to each Idempotency-Key of an account. While running, lease_until says how long nobody else may try. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** What the operation calls the things that it makes, the same on every try. */
    operationSuffix: text('operation_suffix').notNull(),
    state: text('state').notNull().default('running'),
    leaseUntil: instant('lease_until').notNull(),
    status: integer('status'),
    headers: jsonb('headers'),
    body: text('body'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
    check('idempotency_keys_state_check', sql`${table.state} in ('running', 'done')`),
  ],
)
