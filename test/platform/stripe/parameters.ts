import { z } from 'zod'
import type { Events } from './events.ts'
import type { FormValue } from './form.ts'
import { invalid, type Store } from './store.ts'

export type ApiCall = {
  store: Store
  events: Events
  pagesUrl: string
  form: { [name: string]: FormValue }
  id: string
}

/**
 * Schema of the parameters of a call. A parameter in the schema that Stripe's type `Params` does
 * not have is a compile error. A request with a parameter that the schema does not have is refused.
 */
export const parameters =
  <Params extends object>() =>
  <Shape extends { [Name in keyof Shape]: Name extends keyof Params ? z.ZodType : never }>(
    shape: Shape,
  ) =>
    z.strictObject(shape)

export const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
/** Limits of Stripe (documentation, page Metadata). */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((fields) => Object.keys(fields).length <= 50)
  .default({})
const paramOf = ([first = '', ...rest]: PropertyKey[]) =>
  String(first) + rest.map((step) => `[${String(step)}]`).join('')

function valueAt(form: FormValue | undefined, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined,
    form,
  )
}

/**
 * Checks the parameters of a call. Throws with the error codes of Stripe (documentation, page Error
 * codes): parameter_unknown, parameter_missing, url_invalid, email_invalid.
 */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  form: ApiCall['form'],
): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  if (issue?.code === 'unrecognized_keys') {
    const param = paramOf([...path, issue.keys[0] ?? ''])
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = paramOf(path)
  if (valueAt(form, path) === undefined)
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue?.code === 'invalid_format' && issue.format === 'url')
    throw invalid('Not a valid URL', { code: 'url_invalid', param })
  if (issue?.code === 'invalid_format' && issue.format === 'email')
    throw invalid(`Invalid email address: ${String(valueAt(form, path))}`, {
      code: 'email_invalid',
      param,
    })
  throw invalid(`Invalid ${param}: ${issue?.message ?? ''}`, {
    code: 'parameter_invalid_string',
    param,
  })
}

/**
 * All currencies of ISO 4217. Stripe accepts about 135 of them (documentation, page Supported
 * currencies).
 */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

export function requireCurrency(currency: string, param: string): void {
  if (CURRENCIES.has(currency)) return
  throw invalid(
    `Invalid currency: ${currency}. Stripe currently supports these currencies: usd, aed, afn, all, …`,
    {
      param,
    },
  )
}

const LIST_MAX = 100

/** Returns one page of a list in Stripe's format (documentation, page Pagination). */
export function pageOf<Item extends { id: string }>(
  url: string,
  all: readonly Item[],
  {
    limit = 10,
    starting_after: after,
  }: { limit?: number | undefined; starting_after?: string | undefined },
) {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const shown = Math.min(limit, LIST_MAX)
  return {
    object: 'list' as const,
    url,
    data: all.slice(from, from + shown),
    has_more: all.length > from + shown,
  }
}

export type Handler = (call: ApiCall) => unknown
export type Calls = readonly (readonly [method: string, path: RegExp, handle: Handler])[]
