import { z } from './zod-openapi.ts'

/**
 * Refuses control characters and lone surrogates. Postgres cannot store lone surrogates or U+0000.
 */
export const givenName = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')
