import { z } from './zod-openapi.ts'

/**
 * Schema of a name that a person chooses: one trimmed line of 1 to `max` characters. Control
 * characters and unpaired surrogates are invalid, because Postgres cannot store U+0000 or unpaired
 * surrogates.
 */
export const givenName = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')
