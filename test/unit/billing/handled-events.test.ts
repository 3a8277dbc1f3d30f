import type { Stripe } from 'stripe'
import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import {
  HANDLED_EVENTS,
  type HandledEvent,
  parseEvent,
} from '../../../shared/billing/stripe/handled-events.ts'

type Sent = Extract<Stripe.Event, { type: (typeof HANDLED_EVENTS)[number] }>

test('every handled event, as Stripe types it, can be parsed', () => {
  expectTypeOf<Sent>().toExtend<z.input<typeof HandledEvent>>()
  expect(HANDLED_EVENTS).toContain('checkout.session.completed')
})

const event = (type: string, object: object) => ({
  id: 'evt_1',
  type,
  created: 5,
  data: { object },
})

test.each([
  ['checkout.session.completed', { id: 'cs_1', payment_intent: 'pi_1' }, 'checkout', 'cs_1'],
  ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, 'charge', 'ch_1'],
  ['charge.refund.updated', { id: 're_1', payment_intent: 'pi_1' }, 'payment', 'pi_1'],
  ['charge.dispute.created', { id: 'dp_1', payment_intent: { id: 'pi_1' } }, 'payment', 'pi_1'],
])('an event %s of %j is about the %s %s', (type, object, kind, id) => {
  expect(parseEvent(event(type, object))).toMatchObject({
    subject_kind: kind,
    subject_id: id,
    created: 5,
  })
})

test.each([
  ['an unhandled type', event('product.created', { id: 'prod_1' })],
  [
    'an event without an object',
    { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' },
  ],
  [
    'a dispute without a payment',
    event('charge.dispute.created', { id: 'dp_1', payment_intent: null }),
  ],
])('%s is ignored', (_, sent) => {
  expect(parseEvent(sent)).toBeNull()
})

test.each([
  ['without an id of its object', event('payment_intent.succeeded', {})],
  ['without a time', { ...event('payment_intent.succeeded', { id: 'pi_1' }), created: '5' }],
])('a handled event %s is an error, so that Stripe sends it again', (_, sent) => {
  expect(() => parseEvent(sent)).toThrow()
})
