import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant, isOneOf } from '../platform/db/columns.ts'

export const LEDGER_REASONS = [
  'purchase',
  'auto_recharge',
  'analysis',
  'correlation',
  'external_history',
  'monitor',
  'refund',
  'adjustment',
] as const

/**
 * Ledger with one row for each change of an account's credits. A database trigger refuses to change
 * or delete rows.
 */
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
    reason: text('reason', { enum: LEDGER_REASONS }).notNull(),
    // Name of the event that caused the ledger entry. It is unique, so a repeated event adds no
    // second entry.
    operationKey: identifier('operation_key').notNull(),
    reverses: identifier('reverses'),
    // Id of a job, a correlation or a monitor. Null for purchases, adjustments and external
    // history.
    subjectId: identifier('subject_id'),
    note: text('note'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('ledger_entries_account_id_sequence_key').on(table.accountId, table.sequence),
    unique('ledger_entries_operation_key_key').on(table.operationKey),
    unique('ledger_entries_reverses_key').on(table.reverses),
    check('ledger_entries_delta_check', sql`${table.delta} <> 0`),
    check('ledger_entries_balance_after_check', sql`${table.balanceAfter} >= 0`),
    check(
      'ledger_entries_refund_check',
      sql`(${table.reason} = 'refund') = (${table.reverses} is not null)`,
    ),
    check(
      'ledger_entries_reason_check',
      sql`${table.reason} in ('purchase', 'auto_recharge', 'analysis', 'correlation',
        'external_history', 'monitor', 'refund', 'adjustment')`,
    ),
  ],
)

/**
 * Numbers the requests to Stripe: of two responses about one object, the higher number is newer.
 */
export const stripeReadings = pgSequence('stripe_readings')

/**
 * Usage counters of an account's billing period. `used` counts all charged analyses, and
 * `quotaUsed` counts those within the quota of the tier.
 */
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
    // Number of analyses in `used` and `quotaUsed` that come from an earlier billing period or a
    // closed account. These analyses have no charge in this period.
    carried: integer('carried').notNull().default(0),
    // Largest quota that the account had at a charge in this billing period, because the quota can
    // change during the period. Null if the tier has no limit.
    quota: integer('quota'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.periodStart] }),
    check(
      'usage_periods_used_check',
      sql`${table.used} >= 0 and ${table.quotaUsed} >= 0 and ${table.overage} >= 0`,
    ),
  ],
)

export const COVERAGES = ['quota', 'overage', 'credit', 'none'] as const
const CHARGE_STATES = ['charged', 'partly_refunded', 'refunded', 'void'] as const

/**
 * One row for each billable item. `subject` is one of:
 * - job:<id>
 * - correlation:<id>
 * - history:<id> (bought WHOIS history)
 * - monitor:<id> (30 days of a monitor beyond the tier's number)
 */
export const charges = pgTable(
  'charges',
  {
    subject: identifier('subject').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    coverage: text('coverage', { enum: COVERAGES }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Credits that were given back because a part of the paid work could not be done. */
    returned: bigint('returned', { mode: 'number' }).notNull().default(0),
    periodStart: date('period_start'),
    // Month in which the analysis also counts against the quota of the account's mailboxes. Null
    // for a paid tier, and for a tier without a quota.
    mailboxPeriod: date('mailbox_period'),
    counted: boolean('counted').notNull().default(false),
    state: text('state', { enum: CHARGE_STATES }).notNull(),
    chargeEntry: identifier('charge_entry'),
    refundEntry: identifier('refund_entry'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    settledAt: instant('settled_at'),
  },
  (table) => [
    unique('charges_charge_entry_key').on(table.chargeEntry),
    unique('charges_refund_entry_key').on(table.refundEntry),
    index('charges_account_id_created_at_idx').on(table.accountId, table.createdAt),
    check('charges_coverage_check', isOneOf(table.coverage, COVERAGES)),
    check('charges_state_check', isOneOf(table.state, CHARGE_STATES)),
    check(
      'charges_entry_check',
      sql`(${table.coverage} = 'credit') = (${table.chargeEntry} is not null)`,
    ),
    check(
      'charges_refund_check',
      sql`${table.refundEntry} is null or ${table.state} in ('refunded', 'partly_refunded')`,
    ),
    check(
      'charges_returned_check',
      sql`${table.returned} >= 0 and ${table.returned} <= ${table.amount}
        and (${table.returned} > 0) = (${table.state} = 'partly_refunded')`,
    ),
  ],
)

const RECHARGE_STATES = ['pending', 'processing', 'succeeded', 'failed'] as const

/**
 * An automatic purchase of a credit pack with the saved card, while the customer is absent. The
 * idempotency key for Stripe contains the id of this row.
 */
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
    state: text('state', { enum: RECHARGE_STATES }).notNull().default('pending'),
    firstCalledAt: instant('first_called_at'),
    // The card that the first call to Stripe for this recharge has named. A repeated call must name
    // the same card, because Stripe requires equal requests for one idempotency key.
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
      .where(sql`${table.state} in ('pending', 'processing')`),
    index('recharge_attempts_account_id_created_at_idx').on(table.accountId, table.createdAt),
    check('recharge_attempts_state_check', isOneOf(table.state, RECHARGE_STATES)),
  ],
)
