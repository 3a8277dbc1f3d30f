import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database, rows } from '../../platform/db/client.ts'

const whole = z.coerce.number().int()

/** What an event makes us look at. */
export const EventSubjectKind = z.enum(['checkout', 'payment', 'charge', 'subscription'])

export interface StripeEventRow {
  event_id: string
  type: string
  subject_kind: z.infer<typeof EventSubjectKind>
  subject_id: string
  created: number
}

/** Keeps an event once. `reading` orders what is asked of Stripe from now on. */
export async function storeEvent(
  db: Database,
  event: StripeEventRow,
): Promise<{ outcome: 'handle' | 'handled'; reading: number }> {
  const answer = z.object({ outcome: z.enum(['handle', 'handled']), reading: whole })
  return callFunction(db, 'store_stripe_event', { ...event }, answer)
}

/** Writes down what became of an event: its outcome, or the error after which it is handled again later. */
export async function noteEvent(
  db: Database,
  eventId: string,
  said: { outcome: string } | { error: string },
): Promise<void> {
  await callFunction(db, 'record_stripe_outcome', { event_id: eventId, ...said }, z.object({ noted: z.boolean() }))
}

const DueEvent = z.object({
  event_id: z.string(),
  subject_kind: EventSubjectKind,
  subject_id: z.string(),
  attempts: whole,
  reading: whole,
})
export type DueEvent = z.infer<typeof DueEvent>

/** Events whose handling failed or was lost, each handed out to one taker at a time. */
export async function takeEvents(db: Database, limit: number): Promise<DueEvent[]> {
  return rows(db, sql`select * from take_stripe_events(${limit})`, DueEvent)
}

export interface PaymentFacts {
  object_id: string
  account_id: string
  reason: 'purchase' | 'auto_recharge'
  pack: string
  credits: number
  amount_cents: number
  currency: string
  recharge_id: string | null
  paid: boolean
  refunded_cents: number
  disputed_cents: number
  reading: number
}

/** Brings the books to what Stripe says of one payment: granted once, refunds and disputes taken back. */
export async function applyPayment(
  db: Database,
  facts: PaymentFacts,
): Promise<'settled' | 'unpaid' | 'closed' | 'unknown'> {
  const answer = z.object({ outcome: z.enum(['settled', 'unpaid', 'closed', 'unknown']) })
  return (await callFunction(db, 'apply_payment', { ...facts }, answer)).outcome
}

/** Keeps the card of a finished setup, unless a newer one is there. */
export async function savePaymentMethod(
  db: Database,
  card: { account_id: string; payment_method_id: string; brand: string | null; last4: string | null; created: number },
): Promise<'saved' | 'older' | 'unknown'> {
  const answer = z.object({ outcome: z.enum(['saved', 'older', 'unknown']) })
  return (await callFunction(db, 'save_payment_method', card, answer)).outcome
}

export interface SubscriptionFacts {
  subscription_id: string
  customer_id: string
  account_id: string | null
  status: 'none' | 'active' | 'trialing' | 'past_due' | 'canceled'
  /** Null: a price that belongs to no tier. */
  tier: 'pro' | 'team' | 'enterprise' | null
  metered: boolean
  /** Seconds since 1970. */
  period_start: number | null
  period_end: number | null
  cancel_at_period_end: boolean
  created: number
  replaces: string | null
  reading: number
}

/** Keeps one reading of a subscription; the account carries the one that counts. A reading older than the one kept changes nothing. */
export async function applySubscription(
  db: Database,
  facts: SubscriptionFacts,
): Promise<'applied' | 'stale' | 'closed' | 'unknown'> {
  const answer = z.object({ outcome: z.enum(['applied', 'stale', 'closed', 'unknown']) })
  return (await callFunction(db, 'apply_subscription', { ...facts }, answer)).outcome
}
