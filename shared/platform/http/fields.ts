import { type IdentifierPrefix, isIdentifier } from '../identifiers.ts'
import { z } from './zod-openapi.ts'

/** ISO 8601 in UTC with milliseconds. */
export const Time = z.string().openapi({ format: 'date-time' })

/** A day in UTC, for example 2026-11-27. */
export const Day = z.string().openapi({ format: 'date' })

export const WebAddress = z.string().openapi({ format: 'uri' })

/** Limit of the text that parsers of domain names and callback addresses read. */
export const ADDRESS_CHARACTERS_MAX = 2_048

/** A domain name as a caller writes it. Its parser checks it and explains each error. */
export const DomainText = z
  .string()
  .openapi({ maxLength: ADDRESS_CHARACTERS_MAX, example: 'example.com' })

export const CallbackUrl = z.string().openapi({ format: 'uri', maxLength: ADDRESS_CHARACTERS_MAX })

/** An id in a request. `noun` says what it belongs to, for example "a job". */
export const idOf = (prefix: IdentifierPrefix, noun: string) =>
  z.string().refine((id) => isIdentifier(prefix, id), `is not the id of ${noun}`)
