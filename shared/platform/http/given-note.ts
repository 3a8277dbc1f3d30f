import { z } from './zod-openapi.ts'

const NOTE_CHARACTERS_MAX = 1_000

/** Refuses U+0000 and lone surrogates, because Postgres cannot store them. */
export const givenNote = z
  .string()
  .min(1, 'must not be empty')
  .max(NOTE_CHARACTERS_MAX)
  .refine((text) => !/[\0\p{Cs}]/u.test(text), 'must not contain U+0000 or half a surrogate pair')
