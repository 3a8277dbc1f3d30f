import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Fields, Kind, Part, Sample } from './kinds.ts'

/**
 * An object of Stripe. `object` is its type, for example "charge". `created` is the time of
 * creation in Unix seconds.
 */
export const StripeObject = z.looseObject({
  id: z.string(),
  object: z.string(),
  created: z.number(),
})
export type StripeObject = z.infer<typeof StripeObject>

export const CardBehaviour = z.enum(['ok', 'declines', 'needs_authentication'])
export type CardBehaviour = z.infer<typeof CardBehaviour>

/**
 * Settings of a Stripe account, which a merchant makes in Stripe's dashboard. `lacks` is a
 * permission that the restricted secret key does not have, with the first part of the paths that
 * need it.
 */
export const AccountSettings = z.object({
  key: z.enum(['valid', 'revoked', 'expired']).default('valid'),
  lacks: z.object({ permission: z.string(), path: z.string() }).nullable().default(null),
  businessName: z.string().nullable().default('Sample Business'),
  chargesEnabled: z.boolean().default(true),
  hasDefaultPortal: z.boolean().default(true),
})
export type AccountSettings = z.infer<typeof AccountSettings>

const StoredAnswer = z.object({
  call: z.string(),
  body: z.string(),
  status: z.number(),
  answer: z.unknown(),
})

export const StripeState = z.object({
  account: AccountSettings.default(AccountSettings.parse({})),
  objects: z.record(z.string(), StripeObject),
  /**
   * Keys are ids of objects. Values are the times of the newest events about them that a test has
   * written.
   */
  told: z.record(z.string(), z.number()),
  cards: z.record(z.string(), CardBehaviour),
  meterEvents: z.array(
    z.object({
      identifier: z.string(),
      customer: z.string(),
      value: z.number(),
      canceled: z.boolean(),
    }),
  ),
  answers: z.record(z.string(), StoredAnswer),
  events: z.array(StripeObject),
})
export type StripeState = z.infer<typeof StripeState>

export const emptyState = (): StripeState => ({
  account: AccountSettings.parse({}),
  objects: {},
  told: {},
  cards: {},
  meterEvents: [],
  answers: {},
  events: [],
})

/** The error object in the body of Stripe's response. */
export type RawError = Part<Omit<Stripe.StripeRawError, 'headers' | 'statusCode' | 'requestId'>> & {
  type: Stripe.RawErrorType
  message: string
}

export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: RawError,
  ) {
    super(error.message)
  }
}

export const invalid = (message: string, more: Partial<RawError> = {}) =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${kind}: '${id}'`,
  })

/**
 * Stripe answers with status 400, not 404, if a parameter of a call names a customer that does not
 * exist or was deleted.
 */
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
  make<K extends Kind>(kind: K, prefix: string, fields: Fields<K>): Sample<K>
  keep<K extends Kind>(id: string, kind: K, fields: Fields<K>): Sample<K>
  get<K extends Kind>(kind: K, id: string): Sample<K>
  find<K extends Kind>(kind: K, id: string): Sample<K> | undefined
  list<K extends Kind>(kind: K): Sample<K>[]
  /** Saves `state`. Must be called after every change of `state`. */
  changed(): void
}

export function createStore(state: StripeState, now: () => Date, changed: () => void): Store {
  const seconds = () => Math.floor(now().getTime() / 1_000)
  // The state may come from a file, so only the field `object` tells the type of an object.
  const isKind = <K extends Kind>(
    object: StripeObject | undefined,
    kind: K,
  ): object is Sample<K> & StripeObject => object?.object === kind
  const keep: Store['keep'] = (id, kind, fields) => {
    const kept = Object.assign({ id, object: kind, created: seconds(), livemode: false }, fields)
    state.objects[id] = { ...kept }
    changed()
    return get(kind, id)
  }
  const find: Store['find'] = (kind, id) => {
    const found = state.objects[id]
    return isKind(found, kind) ? found : undefined
  }
  const get: Store['get'] = (kind, id) => {
    const found = find(kind, id)
    if (found === undefined) throw missing(kind, id)
    return found
  }
  return {
    state,
    seconds,
    changed,
    keep,
    find,
    get,
    make: (kind, prefix, fields) => keep(newId(prefix), kind, fields),
    list: (kind) => Object.values(state.objects).filter((object) => isKind(object, kind)),
  }
}

export function textOf<Field extends string>(
  object: { id: string } & { [name in Field]?: unknown },
  field: Field,
): string {
  const value = object[field]
  if (typeof value !== 'string') throw new Error(`${object.id} has no ${field}`)
  return value
}

/**
 * Returns an object in which the ids at `paths`, for example `payment_intent.latest_charge`, are
 * replaced by their objects. Stripe does this for the parameter `expand`.
 */
export function expanded<Shown extends object>(
  store: Store,
  object: Shown,
  paths: readonly string[],
): Shown {
  const shown = structuredClone(object)
  for (const path of paths) expand(store, shown, path.split('.'))
  return shown
}

function expand(store: Store, object: object, [field = '', ...rest]: string[]): void {
  const value: unknown = Reflect.get(object, field)
  const found = typeof value === 'string' ? structuredClone(store.state.objects[value]) : value
  if (typeof found !== 'object' || found === null) return
  Reflect.set(object, field, found)
  if (rest.length > 0) expand(store, found, rest)
}
