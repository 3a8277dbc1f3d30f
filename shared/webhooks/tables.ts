import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'
import { TIERS } from '../platform/tier.ts'
import { EVENT_TYPES } from './event-types.ts'

// States of a delivery; docs/states.md draws their transitions. The API shows the first four states
// as `pending`.
const DELIVERY_STATES = [
  'waiting',
  'pending',
  'leased',
  'deferred',
  'delivered',
  'dead_lettered',
] as const

export const SHOWN_STATES = ['pending', 'delivered', 'dead-lettered'] as const

export type DeliveryState = (typeof DELIVERY_STATES)[number]
export type ShownState = (typeof SHOWN_STATES)[number]

export function shownState(state: DeliveryState): ShownState {
  if (state === 'dead_lettered') return 'dead-lettered'
  return state === 'delivered' ? state : 'pending'
}

/** The stored states that the API shows as one of `shown`. */
export const statesShownAs = (shown: ShownState): DeliveryState[] =>
  DELIVERY_STATES.filter((state) => shownState(state) === shown)

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
    /** Null until the subject ends; then set together with `tier`. */
    eventType: text('event_type', { enum: EVENT_TYPES }),
    // Tier of the account when the subject ended. It limits the content of the body, so a later
    // tier does not change the body.
    tier: text('tier', { enum: TIERS }),
    body: text('body'),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    // Number of times that the customer has retried the dead letter. Each retry has all attempts
    // again.
    generation: integer('generation').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    leaseUntil: instant('lease_until'),
    // Token of the latest attempt. It stays after the lease, so that a repeated call which records
    // the attempt is recognized.
    leaseToken: text('lease_token'),
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
      .where(sql`${table.state} in ('pending', 'deferred')`),
    index('webhook_deliveries_dead_idx')
      .on(table.accountId, table.deadLetteredAt)
      .where(sql`${table.state} = 'dead_lettered'`),
    index('webhook_deliveries_leased_by_account_idx')
      .on(table.accountId)
      .where(sql`${table.state} = 'leased'`),
    index('webhook_deliveries_leased_by_origin_idx')
      .on(table.origin)
      .where(sql`${table.state} = 'leased'`),
    check(
      'webhook_deliveries_state_check',
      sql`${table.state} in ('waiting', 'pending', 'leased', 'deferred', 'delivered',
        'dead_lettered')`,
    ),
    check(
      'webhook_deliveries_next_attempt_check',
      sql`(${table.nextAttemptAt} is not null)
        = (${table.state} in ('pending', 'leased', 'deferred'))`,
    ),
    check(
      'webhook_deliveries_lease_check',
      sql`(${table.leaseUntil} is not null) = (${table.state} = 'leased')
        and (${table.leaseToken} is not null or ${table.state} <> 'leased')`,
    ),
    check(
      'webhook_deliveries_dead_check',
      sql`(${table.deadLetteredAt} is not null) = (${table.state} = 'dead_lettered')`,
    ),
  ],
)

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

/** Failures in a row of an account's attempts at an origin. A success deletes the row. */
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
