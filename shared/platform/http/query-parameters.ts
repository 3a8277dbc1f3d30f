import { z } from '@hono/zod-openapi'

const flag = z.enum(['true', 'false'], { error: 'must be true or false' })
const isTrue = (value: 'true' | 'false'): boolean => value === 'true'

export const queryFlag = (fallback: boolean) =>
  flag
    .default(fallback ? 'true' : 'false')
    .transform(isTrue)
    .openapi({ type: 'boolean', default: fallback })

export const optionalQueryFlag = () =>
  flag.transform(isTrue).optional().openapi({ type: 'boolean' })

export const queryNumber = (low: number, high: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${low} to ${high}`)
    .default(String(fallback))
    .transform(Number)
    .pipe(z.number().int().min(low, `must be at least ${low}`).max(high, `must be at most ${high}`))
    .openapi({ type: 'integer', minimum: low, maximum: high, default: fallback })

/** The default of `high` is the largest value of Postgres' type integer. */
export const queryOffset = (high = 2_147_483_647) => queryNumber(0, high, 0)
