import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Anything that Stripe keeps: an id, its kind, when it was made (seconds since 1970), and its own fields. */
export const StripeObject = z.looseObject({ id: z.string(), object: z.string(), created: z.number() })
export type StripeObject = z.infer<typeof StripeObject>

/** How a card behaves when it is charged without its holder. */
export const CardBehaviour = z.enum(['ok', 'declines', 'needs_authentication'])
export type CardBehaviour = z.infer<typeof CardBehaviour>

const StoredAnswer = z.object({ call: z.string(), body: z.string(), status: z.number(), answer: z.unknown() })

/** All that outlives a restart. */
export const StripeState = z.object({
  objects: z.record(z.string(), StripeObject),
  /** Of the newest event that was sent by hand about an object: its time. */
  told: z.record(z.string(), z.number()),
  cards: z.record(z.string(), CardBehaviour),
  meterEvents: z.array(
    z.object({ identifier: z.string(), customer: z.string(), value: z.number(), canceled: z.boolean() }),
  ),
  answers: z.record(z.string(), StoredAnswer),
  events: z.array(StripeObject),
})
export type StripeState = z.infer<typeof StripeState>

export const emptyState = (): StripeState => ({
  objects: {},
  told: {},
  cards: {},
  meterEvents: [],
  answers: {},
  events: [],
})

/** Stripe refuses the call; the body is Stripe's error object. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Record<string, unknown>,
  ) {
    super(String(error.message))
  }
}

export const invalid = (message: string, more: Record<string, unknown> = {}) =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${kind}: '${id}'`,
  })

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** The objects of one Stripe account. */
export type Store = {
  readonly state: StripeState
  /** Unix time in seconds. */
  seconds(): number
  make(kind: string, prefix: string, fields: Record<string, unknown>): StripeObject
  /** The same with an id that is known before. */
  keep(id: string, kind: string, fields: Record<string, unknown>): StripeObject
  /** Throws a 404 when there is none of that kind. */
  get(kind: string, id: string): StripeObject
  list(kind: string): StripeObject[]
  /** Has to be called after every change. */
  changed(): void
}

export function createStore(state: StripeState, now: () => Date, changed: () => void): Store {
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const keep: Store['keep'] = (id, kind, fields) => {
    const kept: StripeObject = { id, object: kind, created: seconds(), livemode: false, ...fields }
    state.objects[id] = kept
    changed()
    return kept
  }
  return {
    state,
    seconds,
    changed,
    keep,
    make: (kind, prefix, fields) => keep(newId(prefix), kind, fields),
    get(kind, id) {
      const found = state.objects[id]
      if (found === undefined || found.object !== kind) throw missing(kind, id)
      return found
    },
    list: (kind) => Object.values(state.objects).filter(({ object }) => object === kind),
  }
}

/** A field that must be text. */
export function textOf(object: StripeObject, field: string): string {
  const value = object[field]
  if (typeof value !== 'string') throw new Error(`${object.id} has no ${field}`)
  return value
}

/** The object with the ids at the given paths (`payment_intent.latest_charge`) replaced by what they name. */
export function expanded(store: Store, object: StripeObject, paths: readonly string[]): StripeObject {
  const shown: StripeObject = structuredClone(object)
  for (const path of paths) expand(store, shown, path.split('.'))
  return shown
}

function expand(store: Store, object: Record<string, unknown>, [field = '', ...rest]: string[]): void {
  const value = object[field]
  const found = typeof value === 'string' ? structuredClone(store.state.objects[value]) : value
  if (typeof found !== 'object' || found === null) return
  object[field] = found
  if (rest.length > 0) expand(store, found as Record<string, unknown>, rest)
}
