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
