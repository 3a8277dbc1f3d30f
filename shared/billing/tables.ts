import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** Every movement of credits, append-only by trigger. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    delta: bigint('delta', { mode: 'number' }).notNull(),
    balanceAfter: bigint('balance_after', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    /** The name of the event that this entry books; an event books once. */
    operationKey: identifier('operation_key').notNull(),
    reverses: identifier('reverses'),
    jobId: identifier('job_id'),
    note: text('note'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('ledger_entries_account_id_sequence_key').on(table.accountId, table.sequence),
    unique('ledger_entries_operation_key_key').on(table.operationKey),
    unique('ledger_entries_reverses_key').on(table.reverses),
    check('ledger_entries_delta_check', sql`${table.delta} <> 0`),
    check('ledger_entries_balance_after_check', sql`${table.balanceAfter} >= 0`),
    check('ledger_entries_refund_check', sql`(${table.reason} = 'refund') = (${table.reverses} is not null)`),
    check(
      'ledger_entries_reason_check',
      sql`${table.reason} in ('purchase', 'auto_recharge', 'analysis', 'correlation', 'external_history', 'refund', 'adjustment')`,
    ),
  ],
)

/** The monthly counter of an account. used counts every covered analysis; quota_used those that the tier's quota paid for. */
export const usagePeriods = pgTable(
  'usage_periods',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    periodStart: date('period_start').notNull(),
    used: integer('used').notNull().default(0),
    quotaUsed: integer('quota_used').notNull().default(0),
    overage: integer('overage').notNull().default(0),
    /** Counted before this table knew of charges; part of used and quota_used. */
    carried: integer('carried').notNull().default(0),
    /** The largest quota in force when a charge was taken; null where the tier has none. */
    quota: integer('quota'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.periodStart] }),
    check('usage_periods_used_check', sql`${table.used} >= 0 and ${table.quotaUsed} >= 0 and ${table.overage} >= 0`),
  ],
)

/** One row per billable subject (job:<id>, correlation:<id>, history:<id>): charged once, given back once. void is a tombstone for a charge that comes late. */
export const charges = pgTable(
  'charges',
  {
    subject: identifier('subject').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    coverage: text('coverage').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Of the amount, what was given back of a charge that stands: work that was paid for and could not be done. */
    returned: bigint('returned', { mode: 'number' }).notNull().default(0),
    periodStart: date('period_start'),
    counted: boolean('counted').notNull().default(false),
    state: text('state').notNull(),
    chargeEntry: identifier('charge_entry'),
    refundEntry: identifier('refund_entry'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    settledAt: instant('settled_at'),
  },
  (table) => [
    unique('charges_charge_entry_key').on(table.chargeEntry),
    unique('charges_refund_entry_key').on(table.refundEntry),
    index('charges_account_id_created_at_idx').on(table.accountId, table.createdAt),
    check('charges_coverage_check', sql`${table.coverage} in ('quota', 'overage', 'credit', 'none')`),
    check('charges_state_check', sql`${table.state} in ('charged', 'refunded', 'void')`),
    check('charges_entry_check', sql`(${table.coverage} = 'credit') = (${table.chargeEntry} is not null)`),
    check(
      'charges_refund_check',
      sql`${table.refundEntry} is null or ${table.state} = 'refunded' or ${table.returned} > 0`,
    ),
    check(
      'charges_returned_check',
      sql`${table.returned} >= 0 and ${table.returned} <= ${table.amount} and (${table.returned} = 0 or ${table.state} = 'charged')`,
    ),
  ],
)

/** One attempt to buy a pack off session; its id is Stripe's idempotency key. */
export const rechargeAttempts = pgTable(
  'recharge_attempts',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    pack: text('pack').notNull(),
    credits: integer('credits').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    state: text('state').notNull().default('pending'),
    /** How often Stripe was asked to charge, always under the same idempotency key. */
    calls: integer('calls').notNull().default(0),
    firstCalledAt: instant('first_called_at'),
    /** The card of the first call: repeated calls must be equal. */
    paymentMethodId: text('payment_method_id'),
    paymentIntentId: text('payment_intent_id'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('recharge_attempts_payment_intent_id_key').on(table.paymentIntentId),
    uniqueIndex('recharge_attempts_one_open_key')
      .on(table.accountId)
      .where(sql`${table.state} in ('pending', 'processing', 'unknown')`),
    index('recharge_attempts_account_id_created_at_idx').on(table.accountId, table.createdAt),
    check(
      'recharge_attempts_state_check',
      sql`${table.state} in ('pending', 'processing', 'unknown', 'succeeded', 'failed')`,
    ),
  ],
)
