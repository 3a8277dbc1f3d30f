import { z } from './zod-openapi.ts'

const NOTE_CHARACTERS_MAX = 1_000

/**
 * Schema of a note that a person writes, of 1 to 1,000 characters. Postgres cannot store U+0000 or
 * unpaired surrogates.
 */
export const givenNote = z
  .string()
  .min(1, 'must not be empty')
  .max(NOTE_CHARACTERS_MAX)
  .refine((text) => !/[\0\p{Cs}]/u.test(text), 'must not contain U+0000 or half a surrogate pair')
