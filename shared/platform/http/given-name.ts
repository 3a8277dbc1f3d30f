import { z } from './zod-openapi.ts'

/** A name that a person gives to something: trimmed, on one line, of 1 to `max` characters that Postgres can keep. */
export const givenName = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not hold control characters')
