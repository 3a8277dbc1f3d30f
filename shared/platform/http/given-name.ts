import { z } from './zod-openapi.ts'

/** Postgres cannot store U+0000 or lone surrogates. */
export const givenName = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')
