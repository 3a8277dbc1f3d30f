import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { describeError, log } from '../platform/log.ts'
import { applyPayment, applySubscription, type StripeDependencies } from './apply-stripe-object.ts'
import { verifiedEvent } from './stripe/event-signature.ts'
import * as payments from './stripe/queries.ts'

/** The events that concern the books, and what each makes us look at. All others are received and forgotten. */
const SUBJECTS: Record<string, payments.StripeEventRow['subject_kind']> = {
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
}

/** Refunds and disputes name the payment that they are about. */
const OF_PAYMENT = /^charge\.(refund|dispute)\./

const EVENTS_PER_SWEEP_MAX = 50
/** With waits that double up to an hour, about four days. */
const ATTEMPTS_MAX = 100

export interface ReceiveDependencies {
  db: Database
  /** Null where payments are not configured. */
  settle: StripeDependencies | null
  webhookSecret: string | undefined
  now: Date
}

/**
 * Takes one signed event in: verified on its raw bytes, stored once, handled at once. An event that cannot be handled now is kept, and
 * handled by the sweep. Throws PublicError INVALID_SIGNATURE.
 */
export async function receiveEvent(deps: ReceiveDependencies, rawBody: string, signature: string): Promise<void> {
  const event =
    deps.webhookSecret === undefined ? null : await verifiedEvent(rawBody, signature, deps.webhookSecret, deps.now)
  if (event === null) throw new PublicError('INVALID_SIGNATURE', 'The signature is missing or not good.')
  const row = rowOf(event)
  if (row === null) return
  const stored = await payments.storeEvent(deps.db, row)
  if (stored.outcome === 'handled' || deps.settle === null) return
  await handleEvent(deps.settle, { ...row, attempts: 0, reading: stored.reading })
}

function rowOf({
  id,
  type,
  created,
  data,
}: {
  id: string
  type: string
  created: number
  data: { object: object }
}): payments.StripeEventRow | null {
  const kind = SUBJECTS[type]
  if (kind === undefined) return null
  const subject =
    'payment_intent' in data.object && OF_PAYMENT.test(type) ? data.object.payment_intent : idOf(data.object)
  if (typeof subject !== 'string') return null
  return { event_id: id, type, subject_kind: kind, subject_id: subject, created }
}

const idOf = (object: object): unknown => ('id' in object ? object.id : null)

/** Asks Stripe for what the event is about and brings the books to it. A failure is noted; never throws for one. */
async function handleEvent(deps: StripeDependencies, event: payments.DueEvent): Promise<void> {
  const { event_id: eventId, subject_kind: kind } = event
  try {
    const outcome = await settleSubject(deps, event)
    await payments.noteEvent(deps.db, eventId, { outcome })
    log({ event: 'stripe_event.handled', request_id: deps.db.requestId, stripe_event_id: eventId, kind, outcome })
  } catch (error) {
    const said = describeError(error)
    log({ event: 'stripe_event.failed', request_id: deps.db.requestId, stripe_event_id: eventId, kind, error: said })
    const isLast = event.attempts >= ATTEMPTS_MAX
    await payments.noteEvent(deps.db, eventId, isLast ? { outcome: 'given_up' } : { error: said })
  }
}

async function settleSubject(deps: StripeDependencies, event: payments.DueEvent): Promise<string> {
  const { subject_id: id, reading } = event
  switch (event.subject_kind) {
    case 'checkout':
      return settleCheckout(deps, id, reading)
    case 'payment':
      return settleIntent(deps, id, reading)
    case 'charge': {
      const intentId = await deps.payments.readCharge(id)
      return intentId === null ? 'unknown' : settleIntent(deps, intentId, reading)
    }
    case 'subscription': {
      const subscription = await deps.payments.readSubscription(id)
      return subscription === null ? 'unknown' : applySubscription(deps, subscription, reading)
    }
    default:
      return event.subject_kind satisfies never
  }
}

async function settleIntent(deps: StripeDependencies, id: string, reading: number): Promise<string> {
  const payment = await deps.payments.readPayment(id)
  return payment === null ? 'unknown' : applyPayment(deps, payment, reading)
}

async function settleCheckout(deps: StripeDependencies, id: string, reading: number): Promise<string> {
  const checkout = await deps.payments.readCheckout(id)
  switch (checkout.about) {
    case 'payment':
      return applyPayment(deps, checkout.payment, reading)
    case 'card': {
      const { accountId, paymentMethodId, brand, last4, created } = checkout.card
      const card = { account_id: accountId, payment_method_id: paymentMethodId, brand, last4, created }
      return payments.savePaymentMethod(deps.db, card)
    }
    case 'subscription': {
      const subscription = await deps.payments.readSubscription(checkout.subscriptionId)
      return subscription === null ? 'unknown' : applySubscription(deps, subscription, reading)
    }
    case 'none':
      return 'unknown'
    default:
      return checkout satisfies never
  }
}

/** Handles events that a crash or an outage left behind. Safe to run twice at once. */
export async function sweepEvents(deps: StripeDependencies): Promise<void> {
  for (const event of await payments.takeEvents(deps.db, EVENTS_PER_SWEEP_MAX)) await handleEvent(deps, event)
}
