import { PublicError } from '../platform/http/errors.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { applyPayment, applySubscription } from './apply-stripe-object.ts'
import { paymentsOf } from './payment-settings.ts'
import { verifiedEvent } from './stripe/event-signature.ts'
import { parseEvent } from './stripe/handled-events.ts'
import type { Payments } from './stripe/payments.ts'
import * as stripe from './stripe/queries.ts'
import { logRefusal } from './stripe/refusals.ts'

type ApplyServices = Pick<Services, 'db' | 'env' | 'sendHints'>

const EVENTS_PER_SWEEP_MAX = 50
/** The time between two attempts doubles up to one hour, so 100 attempts last about four days. */
const ATTEMPTS_MAX = 100

/**
 * Verifies the signature of the raw body, stores the event once and handles it. If this attempt
 * fails, the sweep handles the stored event later. Throws PublicError INVALID_SIGNATURE.
 */
export async function receiveEvent(
  services: ApplyServices & Pick<Services, 'now'>,
  rawBody: string,
  signature: string,
): Promise<void> {
  const { STRIPE_WEBHOOK_SECRET: secret } = services.env
  const signed =
    secret === undefined ? null : await verifiedEvent(rawBody, signature, secret, services.now())
  if (signed === null)
    throw new PublicError('INVALID_SIGNATURE', 'The signature is missing or not valid.')
  const newEvent = parseEvent(signed)
  if (newEvent === null) return
  const stored = await stripe.storeEvent(services.db, newEvent)
  const payments = paymentsOf(services)
  if (stored.outcome === 'handled' || payments === null) return
  await handleEvent(services, payments, { ...newEvent, attempts: 0, reading: stored.reading })
}

/** Handles a stored event. An error is stored with the event and is not thrown. */
async function handleEvent(
  services: ApplyServices,
  payments: Payments,
  event: stripe.DueEvent,
): Promise<void> {
  const { db } = services
  const { event_id: eventId, subject_kind: kind } = event
  try {
    const outcome = await applySubject(services, payments, event)
    await stripe.recordEventResult(db, eventId, { outcome })
    log({
      event: 'stripe_event.handled',
      request_id: db.requestId,
      stripe_event_id: eventId,
      kind,
      outcome,
    })
  } catch (error) {
    const description = logRefusal(db.requestId, error) ?? describeError(error)
    log({
      event: 'stripe_event.failed',
      request_id: db.requestId,
      stripe_event_id: eventId,
      kind,
      error: description,
    })
    const isLast = event.attempts >= ATTEMPTS_MAX
    await stripe.recordEventResult(
      db,
      eventId,
      isLast ? { outcome: 'given_up' } : { error: description },
    )
  }
}

async function applySubject(
  services: ApplyServices,
  payments: Payments,
  event: stripe.DueEvent,
): Promise<string> {
  const { subject_id: id, reading } = event
  switch (event.subject_kind) {
    case 'checkout':
      return applyCheckout(services, payments, id, reading)
    case 'payment':
      return applyIntent(services, payments, id, reading)
    case 'charge': {
      const intentId = await payments.readCharge(id)
      return intentId === null ? 'unknown' : applyIntent(services, payments, intentId, reading)
    }
    case 'subscription': {
      const subscription = await payments.readSubscription(id)
      return subscription === null ? 'unknown' : applySubscription(services, subscription, reading)
    }
    default:
      return event.subject_kind satisfies never
  }
}

async function applyIntent(
  services: ApplyServices,
  payments: Payments,
  id: string,
  reading: number,
): Promise<string> {
  const payment = await payments.readPayment(id)
  return payment === null ? 'unknown' : applyPayment(services, payments, payment, reading)
}

async function applyCheckout(
  services: ApplyServices,
  payments: Payments,
  id: string,
  reading: number,
): Promise<string> {
  const checkout = await payments.readCheckout(id)
  switch (checkout.about) {
    case 'payment':
      return applyPayment(services, payments, checkout.payment, reading)
    case 'card': {
      const { accountId, paymentMethodId, brand, last4, created } = checkout.card
      const card = {
        account_id: accountId,
        payment_method_id: paymentMethodId,
        brand,
        last4,
        created,
      }
      return stripe.savePaymentMethod(services.db, card)
    }
    case 'subscription': {
      const subscription = await payments.readSubscription(checkout.subscriptionId)
      return subscription === null ? 'unknown' : applySubscription(services, subscription, reading)
    }
    case 'none':
      return 'unknown'
    default:
      return checkout satisfies never
  }
}

/** Handles stored events that a crash or an outage left unhandled. Concurrent calls are safe. */
export async function sweepEvents(services: ApplyServices & Pick<Services, 'now'>): Promise<void> {
  const payments = paymentsOf(services)
  if (payments === null) return
  const due = await stripe.takeEvents(services.db, EVENTS_PER_SWEEP_MAX)
  for (const event of due) await handleEvent(services, payments, event)
}
