import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database, rows } from '../../platform/db/client.ts'
import {
  type SubscriptionStatus,
  stripeEvents,
  type stripePayments,
  type stripeSubscriptions,
} from './tables.ts'

const whole = z.coerce.number().int()

export interface NewStripeEvent {
  event_id: string
  type: string
  subject_kind: (typeof stripeEvents.$inferSelect)['subjectKind']
  subject_id: string
  created: number
}

/** `reading` is the number of the next request to Stripe about the event's object. */
export async function storeEvent(
  db: Database,
  event: NewStripeEvent,
): Promise<{ outcome: 'handle' | 'handled'; reading: number }> {
  const answer = z.object({ outcome: z.enum(['handle', 'handled']), reading: whole })
  return callFunction(db, 'store_stripe_event', { ...event }, answer)
}

/** Stores the result of handling an event. If the event was already handled, nothing changes. */
export async function recordEventResult(
  db: Database,
  eventId: string,
  result: { outcome: string } | { error: string },
): Promise<void> {
  const change =
    'outcome' in result
      ? { handledAt: sql`clock_timestamp()`, outcome: result.outcome, lastError: null }
      : { lastError: result.error }
  await db
    .update(stripeEvents)
    .set(change)
    .where(and(eq(stripeEvents.id, eventId), isNull(stripeEvents.handledAt)))
}

const DueEvent = z.object({
  event_id: z.string(),
  subject_kind: z.enum(stripeEvents.subjectKind.enumValues),
  subject_id: z.string(),
  attempts: whole,
  reading: whole,
})
export type DueEvent = z.infer<typeof DueEvent>

export async function takeEvents(db: Database, limit: number): Promise<DueEvent[]> {
  return rows(db, sql`select * from take_stripe_events(${limit})`, DueEvent)
}

export interface PaymentFacts {
  object_id: string
  account_id: string
  reason: (typeof stripePayments.$inferSelect)['reason']
  pack: string
  credits: number
  amount_cents: number
  currency: string
  recharge_id: string | null
  paid: boolean
  pays_pack: boolean
  refunded_cents: number
  disputed_cents: number
  reading: number
}

export async function applyPayment(
  db: Database,
  facts: PaymentFacts,
): Promise<'settled' | 'unpaid' | 'mismatch' | 'closed' | 'unknown'> {
  const answer = z.object({
    outcome: z.enum(['settled', 'unpaid', 'mismatch', 'closed', 'unknown']),
  })
  return (await callFunction(db, 'apply_payment', { ...facts }, answer)).outcome
}

export async function savePaymentMethod(
  db: Database,
  card: {
    account_id: string
    payment_method_id: string
    brand: string | null
    last4: string | null
    created: number
  },
): Promise<'saved' | 'older' | 'unknown'> {
  const answer = z.object({ outcome: z.enum(['saved', 'older', 'unknown']) })
  return (await callFunction(db, 'save_payment_method', card, answer)).outcome
}

/** All times are seconds since 1970. */
export interface SubscriptionFacts {
  subscription_id: string
  customer_id: string
  account_id: string | null
  status: SubscriptionStatus
  tier: (typeof stripeSubscriptions.$inferSelect)['tier']
  metered: boolean
  period_start: number | null
  period_end: number | null
  cancel_at_period_end: boolean
  created: number
  replaces: string | null
  reading: number
}

export async function applySubscription(
  db: Database,
  facts: SubscriptionFacts,
): Promise<'applied' | 'stale' | 'closed' | 'unknown'> {
  const answer = z.object({ outcome: z.enum(['applied', 'stale', 'closed', 'unknown']) })
  return (await callFunction(db, 'apply_subscription', { ...facts }, answer)).outcome
}
