import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'
import { TIERS } from '../platform/tier.ts'

export const DELIVERY_STATES = ['pending', 'delivered', 'dead_lettered'] as const

/**
 * Webhook deliveries. Each delivery belongs to a subject: a job, bulk job or correlation
 * (comparison of several domains). The columns next_attempt_at, event_type and tier are set when
 * the subject ends.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    subjectId: identifier('subject_id').notNull(),
    url: text('url').notNull(),
    origin: text('origin').notNull(),
    eventType: text('event_type'),
    /**
     * The account's tier when the job, bulk job or correlation ended. The tier limits the content
     * of the webhook, which must not change if the account gets another tier later.
     */
    tier: text('tier', { enum: TIERS }),
    body: text('body'),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    generation: integer('generation').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /**
     * Time until which the delivery is reserved for one attempt. If no result was recorded until
     * then, the attempt must have crashed, so another attempt may start.
     */
    leaseUntil: instant('lease_until'),
    leaseToken: text('lease_token'),
    /**
     * True if the delivery is due but must wait, because its account or the receiver's origin
     * already has the maximum number of concurrent attempts.
     */
    waiting: boolean('waiting').notNull().default(false),
    /**
     * Time of the last queue message for this delivery that was sent by the task that runs every
     * minute, or at the end of an attempt of another delivery. Null before the first such message,
     * and again after the message was handled.
     */
    handedOutAt: instant('handed_out_at'),
    retryToken: text('retry_token'),
    lastAttemptAt: instant('last_attempt_at'),
    lastResponseCode: integer('last_response_code'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    deliveredAt: instant('delivered_at'),
    deadLetteredAt: instant('dead_lettered_at'),
  },
  (table) => [
    index('webhook_deliveries_account_id_id_idx').on(table.accountId, table.id),
    index('webhook_deliveries_subject_id_idx').on(table.subjectId, table.id),
    index('webhook_deliveries_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_dead_idx')
      .on(table.accountId, table.deadLetteredAt)
      .where(sql`${table.state} = 'dead_lettered'`),
    index('webhook_deliveries_leased_by_account_idx')
      .on(table.accountId)
      .where(sql`${table.leaseUntil} is not null`),
    index('webhook_deliveries_leased_by_origin_idx')
      .on(table.origin)
      .where(sql`${table.leaseUntil} is not null`),
    // A waiting delivery is pending and has a time. Postgres uses an index only for a query with
    // the conditions of the index, so these conditions decide which of the two indexes a query of
    // migrations/functions/webhooks.sql may use.
    index('webhook_deliveries_waiting_account_origin_idx')
      .on(table.accountId, table.origin, table.nextAttemptAt)
      .where(sql`${table.waiting} and ${table.state} = 'pending'`),
    index('webhook_deliveries_waiting_origin_account_idx')
      .on(table.origin, table.accountId, table.nextAttemptAt)
      .where(sql`${table.waiting} and ${table.nextAttemptAt} is not null`),
    check(
      'webhook_deliveries_state_check',
      sql`${table.state} in ('pending', 'delivered', 'dead_lettered')`,
    ),
  ],
)

/**
 * Log of attempts at webhook deliveries. It helps the developers of webhook receivers to find
 * errors. Entries are deleted after 30 days.
 */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: identifier('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    attempt: integer('attempt').notNull(),
    attemptedAt: instant('attempted_at').notNull(),
    responseCode: integer('response_code'),
    durationMs: integer('duration_ms').notNull(),
    error: text('error'),
    responseExcerpt: text('response_excerpt'),
  },
  (table) => [
    primaryKey({
      name: 'webhook_attempts_pkey',
      columns: [table.deliveryId, table.generation, table.attempt],
    }),
    index('webhook_attempts_attempted_at_idx').on(table.attemptedAt),
  ],
)

/**
 * Number of consecutive failed webhook deliveries of an account to an origin (scheme, host and
 * port). A success deletes the row.
 */
export const webhookOrigins = pgTable(
  'webhook_origins',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    origin: text('origin').notNull(),
    failuresInRow: integer('failures_in_row').notNull(),
    deferredUntil: instant('deferred_until'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'webhook_origins_pkey', columns: [table.accountId, table.origin] }),
    index('webhook_origins_updated_at_idx').on(table.updatedAt),
  ],
)
