import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import { newId, type Store, type StripeObject } from './store.ts'

export type EventType = Stripe.Event['type']

/** Sends events to the Worker: at once, with a delay, in another order or several times. */
export type Events = {
  /**
   * Creates an event with a copy of the object. `sent` resolves after the first attempt to send it.
   */
  emit(
    type: EventType,
    object: { id: string },
    created?: number,
  ): { id: string; sent: Promise<void> }
  has(eventId: string): boolean
  /**
   * Sends the event again, with a new signature. Returns the HTTP status of the Worker's response,
   * or 0 without a response. Throws if no event has this id.
   */
  replay(eventId: string): Promise<number>
  /**
   * After `hold`, events are stored until `release` sends them. `arrange` gets their ids and
   * returns them in the order in which they are sent. Default: oldest event first.
   */
  hold(): void
  release(arrange?: (eventIds: string[]) => string[]): Promise<void>
  setDelay(ms: number): void
  /** Resolves when no event is being sent and none waits for another attempt. */
  settled(): Promise<void>
  close(): void
}

/** Stripe repeats a failed event for days. The emulation repeats it four times within 15 s. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000, 10_000] as const
const ATTEMPT_LIMIT_MS = 15_000
const EVENTS_MAX = 20_000

/**
 * Returns the value of the header Stripe-Signature: an HMAC-SHA256 of "<seconds>.<body>"
 * (docs.stripe.com/webhooks/signature).
 */
export function signature(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export function createEvents(options: {
  store: Store
  secret: string
  url: () => string | null
}): Events {
  const { store } = options
  const { events } = store.state
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let held: string[] | null = null
  let delayMs = 0

  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
    return tracked
  }

  async function post(event: StripeObject): Promise<number> {
    const body = JSON.stringify(event)
    const url = options.url()
    if (url === null) return 0
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(options.secret, body, store.seconds()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ATTEMPT_LIMIT_MS)]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return 0
    }
  }

  async function send(event: StripeObject): Promise<void> {
    if (delayMs > 0) await delay(delayMs, undefined, { signal: closing.signal })
    if ((await post(event)) !== 200) track(sendAgain(event)).catch(() => undefined)
  }

  async function sendAgain(event: StripeObject): Promise<void> {
    for (const wait of RETRY_DELAYS_MS) {
      await delay(wait, undefined, { signal: closing.signal })
      if ((await post(event)) === 200) return
    }
  }

  const find = (eventId: string) => events.find(({ id }) => id === eventId)

  return {
    emit(type, object, created = store.seconds()) {
      const event = {
        id: newId('evt'),
        object: 'event' as const,
        api_version: Stripe.API_VERSION,
        created,
        type,
        livemode: false,
        pending_webhooks: 1,
        request: null,
        data: { object: structuredClone(object) },
      } satisfies Omit<Stripe.Event, 'data'> & { data: unknown }
      if (events.length >= EVENTS_MAX) events.splice(0, EVENTS_MAX / 2)
      events.push(event)
      store.changed()
      if (held !== null) {
        held.push(event.id)
        return { id: event.id, sent: Promise.resolve() }
      }
      return { id: event.id, sent: track(send(event)).catch(() => undefined) }
    },
    has: (eventId) => find(eventId) !== undefined,
    replay(eventId) {
      const event = find(eventId)
      if (event === undefined) throw new Error(`there is no event ${eventId}`)
      return track(post(event))
    },
    hold() {
      held ??= []
    },
    async release(arrange = (ids) => ids) {
      const ids = arrange(held ?? [])
      held = null
      for (const id of ids) {
        const event = find(id)
        if (event !== undefined) await track(send(event))
      }
    },
    setDelay(ms) {
      delayMs = ms
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    close: () => closing.abort(),
  }
}
