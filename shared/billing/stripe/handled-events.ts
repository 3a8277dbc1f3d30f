import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { NewStripeEvent } from './queries.ts'

type EventType = Stripe.Event['type']

// The handled types of events. Each has the kind of object that is then read from Stripe (Stripe
// documentation, page Types of events). The deploy command subscribes the webhook address to
// exactly these types.
const SUBJECTS = {
  'checkout.session.completed': 'checkout',
  'checkout.session.async_payment_succeeded': 'checkout',
  'checkout.session.async_payment_failed': 'checkout',
  'payment_intent.succeeded': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.canceled': 'payment',
  'charge.refunded': 'charge',
  'charge.refund.updated': 'payment',
  'charge.dispute.created': 'payment',
  'charge.dispute.updated': 'payment',
  'charge.dispute.closed': 'payment',
  'charge.dispute.funds_withdrawn': 'payment',
  'charge.dispute.funds_reinstated': 'payment',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
} satisfies Partial<Record<EventType, NewStripeEvent['subject_kind']>>
type HandledType = keyof typeof SUBJECTS

const HandledType = z.enum(
  Object.keys(SUBJECTS).filter((type): type is HandledType => type in SUBJECTS),
)
export const HANDLED_EVENTS: readonly HandledType[] = HandledType.options

// Events about refunds and disputes. Their object contains the id of the payment in
// `payment_intent`.
const NAMES_PAYMENT = /^charge\.(refund|dispute)\./

const Subject = z.object({
  id: z.string(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
})

/**
 * Only the fields of Stripe.Event that this service reads. A test compares them with Stripe's type.
 */
export const HandledEvent = z.object({
  id: z.string(),
  type: HandledType,
  created: z.number().int(),
  data: z.object({ object: Subject }),
})

/**
 * Null if the event's type is not handled, or if it is about a refund or dispute without a payment.
 * Throws if a handled type has an unknown format, so that Stripe sends the event again.
 */
export function parseEvent(signed: unknown): NewStripeEvent | null {
  const { type: sentType } = z.object({ type: z.string() }).parse(signed)
  if (!HandledType.safeParse(sentType).success) return null
  const { id, type, created, data } = HandledEvent.parse(signed)
  const { id: objectId, payment_intent: payment } = data.object
  const subject = NAMES_PAYMENT.test(type)
    ? typeof payment === 'string'
      ? payment
      : payment?.id
    : objectId
  if (subject === undefined) return null
  return { event_id: id, type, subject_kind: SUBJECTS[type], subject_id: subject, created }
}
