import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../../accounts/tables.ts'
import { identifier, instant } from '../../platform/db/columns.ts'

const SUBJECT_KINDS = ['checkout', 'payment', 'charge', 'subscription'] as const

/**
 * Signed Stripe events about payments and subscriptions, each stored once. Of the event's object,
 * only the id is stored; the object is read from Stripe when the event is handled. So late events
 * and events in the wrong order do no harm.
 */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    subjectKind: text('subject_kind', { enum: SUBJECT_KINDS }).notNull(),
    subjectId: text('subject_id').notNull(),
    /** Time at which Stripe created the event, in seconds since 1970. */
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
    index('stripe_events_handled_at_idx')
      .on(table.handledAt)
      .where(sql`${table.handledAt} is not null`),
    check(
      'stripe_events_subject_kind_check',
      sql`${table.subjectKind} in ('checkout', 'payment', 'charge', 'subscription')`,
    ),
  ],
)

/**
 * Payments for credit packs, paid or not. A paid payment grants its credits once. Refunds and
 * disputes remove at most these credits.
 */
export const stripePayments = pgTable(
  'stripe_payments',
  {
    /** Id of the payment intent at Stripe, or of the checkout session if the price was zero. */
    objectId: text('object_id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    reason: text('reason', { enum: ['purchase', 'auto_recharge'] }).notNull(),
    pack: text('pack').notNull(),
    credits: integer('credits').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    rechargeId: identifier('recharge_id'),
    grantedAt: instant('granted_at'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    disputedCents: integer('disputed_cents').notNull().default(0),
    // Number of the request to Stripe that returned the refunded and disputed cents. A response to
    // a request with a lower number is older and changes nothing.
    reading: bigint('reading', { mode: 'number' }).notNull().default(0),
    // creditsClaimed: credits that belong to the refunded and disputed cents. creditsTaken: credits
    // that were really removed for these cents. creditsTaken is lower if the customer had already
    // used some of the credits.
    creditsClaimed: integer('credits_claimed').notNull().default(0),
    creditsTaken: integer('credits_taken').notNull().default(0),
    // Number of times that credits of this payment were removed or restored so far. The operation
    // key of each such ledger entry contains this number.
    movements: integer('movements').notNull().default(0),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('stripe_payments_account_id_created_at_idx').on(table.accountId, table.createdAt),
    check('stripe_payments_reason_check', sql`${table.reason} in ('purchase', 'auto_recharge')`),
    check(
      'stripe_payments_amounts_check',
      sql`${table.credits} > 0 and ${table.amountCents} >= 0 and ${table.refundedCents} >= 0 and
        ${table.disputedCents} >= 0`,
    ),
    check(
      'stripe_payments_taken_check',
      sql`0 <= ${table.creditsTaken} and ${table.creditsTaken} <= ${table.creditsClaimed} and
        ${table.creditsClaimed} <= ${table.credits}`,
    ),
  ],
)

// `none`: there is no subscription, or its first payment is not complete. `past_due`: the
// subscription is still in force, but a renewal is not paid yet.
const SUBSCRIPTION_STATUSES = ['none', 'active', 'trialing', 'past_due', 'canceled'] as const
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES)
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/**
 * Subscriptions as they were last read from Stripe. The subscription that decides the account's
 * tier is also copied to the account's row.
 */
export const stripeSubscriptions = pgTable(
  'stripe_subscriptions',
  {
    id: text('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull(),
    tier: text('tier', { enum: ['pro', 'team', 'enterprise'] }),
    metered: boolean('metered').notNull(),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    /** Time at which Stripe created the subscription, in seconds since 1970. */
    created: bigint('created', { mode: 'number' }).notNull(),
    // Number of the request to Stripe that returned this subscription. A response to a request with
    // a lower number is older and changes nothing.
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
