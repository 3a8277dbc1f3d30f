import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../../accounts/tables.ts'
import { identifier, instant } from '../../platform/db/columns.ts'

/**
 * Signed events of Stripe that concern the books, each stored once. What an event says is not kept: the object that it names is asked
 * for when the event is handled, so that neither order nor delay of events matters.
 */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** Stripe's clock, in seconds since 1970. */
    created: bigint('created', { mode: 'number' }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    notBefore: instant('not_before').notNull().default(sql`clock_timestamp()`),
    receivedAt: instant('received_at').notNull().default(sql`clock_timestamp()`),
    handledAt: instant('handled_at'),
    outcome: text('outcome'),
    lastError: text('last_error'),
  },
  (table) => [
    index('stripe_events_due_idx').on(table.notBefore).where(sql`${table.handledAt} is null`),
    check(
      'stripe_events_subject_kind_check',
      sql`${table.subjectKind} in ('checkout', 'payment', 'charge', 'subscription')`,
    ),
  ],
)

/** A pack that was paid for or is being paid, by the Stripe object that moves the money. It grants once and is taken back at most once. */
export const stripePayments = pgTable(
  'stripe_payments',
  {
    /** The payment intent; the checkout session where nothing had to be paid. */
    objectId: text('object_id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    reason: text('reason').notNull(),
    pack: text('pack').notNull(),
    credits: integer('credits').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    rechargeId: identifier('recharge_id'),
    grantedAt: instant('granted_at'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    disputedCents: integer('disputed_cents').notNull().default(0),
    /** Of what reading of the Stripe object the amounts above are; an older reading changes nothing. */
    reading: bigint('reading', { mode: 'number' }).notNull().default(0),
    /** Credits that refunds and disputes claim back, and those of them that were still there to take. */
    creditsClaimed: integer('credits_claimed').notNull().default(0),
    creditsTaken: integer('credits_taken').notNull().default(0),
    /** How often credits were taken or given back; names the ledger's operations. */
    movements: integer('movements').notNull().default(0),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('stripe_payments_account_id_created_at_idx').on(table.accountId, table.createdAt),
    check('stripe_payments_reason_check', sql`${table.reason} in ('purchase', 'auto_recharge')`),
    check(
      'stripe_payments_amounts_check',
      sql`${table.credits} > 0 and ${table.amountCents} >= 0 and ${table.refundedCents} >= 0 and ${table.disputedCents} >= 0`,
    ),
    check(
      'stripe_payments_taken_check',
      sql`0 <= ${table.creditsTaken} and ${table.creditsTaken} <= ${table.creditsClaimed} and ${table.creditsClaimed} <= ${table.credits}`,
    ),
  ],
)

/** Every subscription that Stripe told of, as last read; the account carries the one that counts. */
export const stripeSubscriptions = pgTable(
  'stripe_subscriptions',
  {
    id: text('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    status: text('status').notNull(),
    tier: text('tier'),
    metered: boolean('metered').notNull(),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    /** Stripe's clock, in seconds since 1970. */
    created: bigint('created', { mode: 'number' }).notNull(),
    reading: bigint('reading', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('stripe_subscriptions_account_id_created_idx').on(table.accountId, table.created),
    check(
      'stripe_subscriptions_status_check',
      sql`${table.status} in ('none', 'active', 'trialing', 'past_due', 'canceled')`,
    ),
  ],
)
