import { z } from 'zod'
import type { Events, EventType } from './events.ts'
import type { Fields, Sample } from './kinds.ts'
import { CardBehaviour, invalid, type Store, type StripeObject, textOf } from './store.ts'

/**
 * The customer's result of a checkout. `refunded` (by the merchant) and `disputed` (by the
 * customer's bank) happen after a successful payment.
 */
export const CheckoutOutcome = z.strictObject({
  outcome: z.enum(['paid', 'failed', 'card_saved', 'refunded', 'disputed']),
  card: CardBehaviour.default('ok'),
})
export type CheckoutOutcome = z.input<typeof CheckoutOutcome>

export const HandMadeEvent = z.strictObject({
  type: z.string().min(3).max(100),
  object: z.looseObject({ id: z.string().min(1).max(255) }),
  created: z.number().int().positive().optional(),
})

/**
 * Stripe's test cards (docs.stripe.com/testing). Keys are the result of a payment with the card.
 */
const CARDS: Record<CardBehaviour, { brand: string; last4: string }> = {
  ok: { brand: 'visa', last4: '4242' },
  declines: { brand: 'visa', last4: '0341' },
  needs_authentication: { brand: 'visa', last4: '3184' },
}

const KIND_OF_EVENT: readonly (readonly [prefix: string, kind: string])[] = [
  ['checkout.session.', 'checkout.session'],
  ['payment_intent.', 'payment_intent'],
  ['setup_intent.', 'setup_intent'],
  ['customer.subscription.', 'subscription'],
  ['charge.dispute.', 'dispute'],
  ['charge.', 'charge'],
]

const MONTH_SECONDS = 30 * 24 * 3_600

export type Customer = {
  finish(sessionId: string, outcome: CheckoutOutcome): Promise<{ event_ids: string[] }>
  /**
   * Sends an event whose content a test has written. Also stores the object of the event, unless
   * the test has already sent a newer event about this object.
   */
  sendHandMadeEvent(event: z.input<typeof HandMadeEvent>): Promise<{ event_id: string }>
  adoptSubscription(wanted: {
    id: string
    customer: string
    accountId: string
    prices: string[]
  }): void
  endSubscription(id: string): Promise<void>
  deleteCustomer(id: string): void
}

export function createCustomer(
  store: Store,
  events: Events,
  metered: (price: string) => boolean,
): Customer {
  const emitted = async (...all: ReturnType<Events['emit']>[]) => {
    await Promise.all(all.map(({ sent }) => sent))
    return { event_ids: all.map(({ id }) => id) }
  }
  const change = <Changed extends { id: string }>(object: Changed, fields: Partial<Changed>) => {
    Object.assign(object, fields)
    store.changed()
  }

  function card(customer: string, behaviour: CardBehaviour): Sample<'payment_method'> {
    const made = store.make('payment_method', 'pm', {
      type: 'card',
      customer,
      card: { ...CARDS[behaviour], exp_month: 12, exp_year: 2034 },
    })
    store.state.cards[made.id] = behaviour
    return made
  }

  function pay(session: Sample<'checkout.session'>): Sample<'payment_intent'> {
    const amount = Number(session.amount_total)
    const intent = store.make('payment_intent', 'pi', {
      amount,
      amount_received: amount,
      currency: session.currency ?? 'usd',
      customer: textOf(session, 'customer'),
      status: 'succeeded',
      metadata: session.payment_intent_metadata ?? {},
      last_payment_error: null,
    })
    change(intent, { latest_charge: charge(store, intent).id })
    change(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id })
    return intent
  }

  function subscribe(session: Sample<'checkout.session'>): Sample<'subscription'> {
    const prices = z.array(z.string()).parse(session.prices)
    const made = store.make(
      'subscription',
      'sub',
      subscription(
        store,
        String(session.customer),
        prices,
        metered,
        session.subscription_metadata ?? {},
      ),
    )
    change(session, { status: 'complete', payment_status: 'paid', subscription: made.id })
    return made
  }

  function decline(session: Sample<'checkout.session'>) {
    const error = {
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
    } as const
    if (session.mode === 'setup') {
      return events.emit(
        'setup_intent.setup_failed',
        store.make('setup_intent', 'seti', {
          status: 'requires_payment_method',
          last_setup_error: error,
          metadata: {},
        }),
      )
    }
    const intent = store.make('payment_intent', 'pi', {
      amount: session.amount_total ?? 0,
      amount_received: 0,
      currency: session.currency ?? 'usd',
      customer: textOf(session, 'customer'),
      status: 'requires_payment_method',
      metadata: session.payment_intent_metadata ?? {},
      latest_charge: null,
      last_payment_error: error,
    })
    return events.emit('payment_intent.payment_failed', intent)
  }

  function saveCard(
    session: Sample<'checkout.session'>,
    behaviour: CardBehaviour,
  ): Sample<'setup_intent'> {
    const method = card(textOf(session, 'customer'), behaviour)
    const setup = store.make('setup_intent', 'seti', {
      status: 'succeeded',
      customer: textOf(session, 'customer'),
      payment_method: method.id,
      metadata: {},
    })
    change(session, { status: 'complete', setup_intent: setup.id })
    return setup
  }

  const paidCharge = (session: Sample<'checkout.session'>) => {
    if (session.payment_status !== 'paid' || typeof session.payment_intent !== 'string')
      throw invalid(`${session.id} is not paid`)
    return store.get(
      'charge',
      textOf(store.get('payment_intent', session.payment_intent), 'latest_charge'),
    )
  }

  return {
    async finish(sessionId, wanted) {
      const { outcome, card: behaviour } = CheckoutOutcome.parse(wanted)
      const session = store.get('checkout.session', sessionId)
      if (outcome === 'refunded') {
        const refunded = paidCharge(session)
        change(refunded, { refunded: true, amount_refunded: refunded.amount })
        return emitted(events.emit('charge.refunded', refunded))
      }
      if (outcome === 'disputed') {
        const disputed = paidCharge(session)
        change(disputed, { disputed: true })
        const dispute = store.make('dispute', 'dp', {
          charge: disputed.id,
          payment_intent: textOf(disputed, 'payment_intent'),
          amount: disputed.amount,
          status: 'needs_response',
        })
        return emitted(events.emit('charge.dispute.created', dispute))
      }
      if (session.status !== 'open') throw invalid(`${sessionId} is ${session.status}`)
      if (outcome === 'failed') return emitted(decline(session))
      if ((outcome === 'card_saved') !== (session.mode === 'setup'))
        throw invalid(`${sessionId} is a checkout in ${session.mode} mode`)
      if (outcome === 'card_saved') {
        const setup = saveCard(session, behaviour)
        return emitted(
          events.emit('setup_intent.succeeded', setup),
          events.emit('checkout.session.completed', session),
        )
      }
      const first =
        session.mode === 'subscription'
          ? events.emit('customer.subscription.created', subscribe(session))
          : events.emit('payment_intent.succeeded', pay(session))
      return emitted(first, events.emit('checkout.session.completed', session))
    },
    deleteCustomer(id) {
      delete store.state.objects[id]
      store.changed()
    },
    async sendHandMadeEvent(wanted) {
      const { type, object, created = store.seconds() } = HandMadeEvent.parse(wanted)
      const kind =
        KIND_OF_EVENT.find(([prefix]) => type.startsWith(prefix))?.[1] ??
        String(object.object ?? 'unknown')
      const known = store.state.objects[object.id]
      const updated: StripeObject = {
        ...(known ?? { created }),
        ...object,
        object: kind,
      } as StripeObject
      if (created >= (store.state.told[object.id] ?? 0)) {
        store.state.told[object.id] = created
        store.state.objects[object.id] = updated
        const intent =
          kind === 'charge' ? store.state.objects[String(updated.payment_intent)] : undefined
        if (intent !== undefined) intent.latest_charge = updated.id
        if (
          kind === 'checkout.session' &&
          updated.payment_status === 'paid' &&
          typeof updated.payment_intent !== 'string' &&
          updated.amount_total !== undefined
        )
          pay(store.get(kind, updated.id))
        store.changed()
      }
      // A test may also send an event type that Stripe does not have.
      const { id, sent } = events.emit(type as EventType, updated, created)
      await sent
      return { event_id: id }
    },
    adoptSubscription({ id, customer, accountId, prices }) {
      if (store.state.objects[id] !== undefined) return
      const metadata = { account_id: accountId }
      if (store.state.objects[customer] === undefined)
        store.keep(customer, 'customer', { metadata })
      store.keep(id, 'subscription', subscription(store, customer, prices, metered, metadata))
    },
    async endSubscription(id) {
      const ended = store.get('subscription', id)
      change(ended, { status: 'canceled', canceled_at: store.seconds(), ended_at: store.seconds() })
      await events.emit('customer.subscription.deleted', ended).sent
    },
  }
}

export function charge(store: Store, intent: Sample<'payment_intent'>): Sample<'charge'> {
  return store.make('charge', 'ch', {
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: false,
    status: 'succeeded',
  })
}

function subscription(
  store: Store,
  customer: string,
  prices: string[],
  metered: (price: string) => boolean,
  metadata: Record<string, string>,
): Fields<'subscription'> {
  const period = {
    current_period_start: store.seconds(),
    current_period_end: store.seconds() + MONTH_SECONDS,
  }
  const items = prices.map((price, place) => ({
    id: `si_${place}_${price}`,
    object: 'subscription_item' as const,
    ...period,
    price: {
      id: price,
      object: 'price' as const,
      currency: 'usd',
      recurring: {
        interval: 'month' as const,
        usage_type: metered(price) ? ('metered' as const) : ('licensed' as const),
      },
    },
  }))
  return {
    customer,
    status: 'active',
    cancel_at_period_end: false,
    canceled_at: null,
    metadata,
    items: { object: 'list', data: items, has_more: false },
  }
}
