import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/**
 * An object in the format of Stripe's API. `object` is the type of the object, for example "charge". `created` is the time of creation in
 * Unix seconds.
 */
export const StripeObject = z.looseObject({ id: z.string(), object: z.string(), created: z.number() })
export type StripeObject = z.infer<typeof StripeObject>

export const CardBehaviour = z.enum(['ok', 'declines', 'needs_authentication'])
export type CardBehaviour = z.infer<typeof CardBehaviour>

const StoredAnswer = z.object({ call: z.string(), body: z.string(), status: z.number(), answer: z.unknown() })

export const StripeState = z.object({
  objects: z.record(z.string(), StripeObject),
  /** The key is the id of a Stripe object. The value is the time of the newest webhook event that a test has written for this object. */
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

/** Error for an API call that Stripe would refuse. `error` is the error object in Stripe's format that the response body contains. */
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

/** Stripe answers 400, not 404, if a parameter of a call names a customer that does not exist or was deleted. */
export const missingCustomer = (id: string) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'customer',
    message: `No such customer: '${id}'`,
  })

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export type Store = {
  readonly state: StripeState
  seconds(): number
  make(kind: string, prefix: string, fields: Record<string, unknown>): StripeObject
  keep(id: string, kind: string, fields: Record<string, unknown>): StripeObject
  get(kind: string, id: string): StripeObject
  list(kind: string): StripeObject[]
  /** Saves the state of the emulated Stripe. Must be called after every change of `state`. */
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

export function textOf(object: StripeObject, field: string): string {
  const value = object[field]
  if (typeof value !== 'string') throw new Error(`${object.id} has no ${field}`)
  return value
}

/**
 * Returns a copy of a Stripe object in which each field in `paths`, for example `payment_intent.latest_charge`, contains an object instead
 * of an id. Stripe does the same with the fields in the request parameter `expand`.
 */
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
