import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** One callback owed for one subject (job, correlation or bulk job). Due once next_attempt_at is set, which the subject's end does. */
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
    /** The account's tier when the subject ended: what the body shows does not change with a later one. */
    tier: text('tier'),
    body: text('body'),
    state: text('state').notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    generation: integer('generation').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** Set while an attempt is under way; a lease that ran out is an attempt that nobody recorded. */
    leaseUntil: instant('lease_until'),
    leaseToken: text('lease_token'),
    /** Due, but turned away because its account or origin had all its slots in use; the next free slot is handed to it. */
    waiting: boolean('waiting').notNull().default(false),
    /** When the sweep last sent it; null again once it was claimed. */
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
    index('webhook_deliveries_due_idx').on(table.nextAttemptAt).where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_dead_idx')
      .on(table.accountId, table.deadLetteredAt)
      .where(sql`${table.state} = 'dead_lettered'`),
    index('webhook_deliveries_leased_by_account_idx').on(table.accountId).where(sql`${table.leaseUntil} is not null`),
    index('webhook_deliveries_leased_by_origin_idx').on(table.origin).where(sql`${table.leaseUntil} is not null`),
    index('webhook_deliveries_waiting_by_account_idx')
      .on(table.accountId, table.nextAttemptAt)
      .where(sql`${table.waiting}`),
    index('webhook_deliveries_waiting_by_origin_idx')
      .on(table.origin, table.nextAttemptAt)
      .where(sql`${table.waiting}`),
    check('webhook_deliveries_state_check', sql`${table.state} in ('pending', 'delivered', 'dead_lettered')`),
  ],
)

/** One attempt at a delivery, as its receiver's developer wants to see it. Kept for some weeks. */
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
    primaryKey({ name: 'webhook_attempts_pkey', columns: [table.deliveryId, table.generation, table.attempt] }),
    index('webhook_attempts_attempted_at_idx').on(table.attemptedAt),
  ],
)

/** How an origin has treated an account's deliveries lately; without a row it has not failed since it last succeeded. */
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
