import { z } from '@hono/zod-openapi'
import { encode } from '@toon-format/toon'
import { envelope, refused } from './envelope.ts'
import { ERRORS } from './errors.ts'

type References = Record<string, { $ref: string }>
type Content = Record<string, { schema: z.ZodType; examples?: References }>

export interface Answer {
  description: string
  content?: Content
  headers?: References
}

export const Toon = z.string().openapi('Toon', {
  description: 'The same body as application/json, in TOON (Token-Oriented Object Notation).',
  example: encode(refused('NOT_FOUND', ERRORS.NOT_FOUND.meaning)),
})

const headers = (...names: string[]): References =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers of a 202 whose outcome is polled at `Location`. */
export const POLLED = headers('Location', 'Retry-After')
export const RETRY_AFTER = headers('Retry-After')

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
})

export const file = (description: string, content: Content): Answer & { content: Content } => ({
  description,
  content,
  headers: headers('Content-Disposition'),
})

export function body<Schema extends z.ZodType>(schema: Schema, description: string) {
  return {
    description,
    content: { 'application/json': { schema }, 'application/toon': { schema: Toon } },
  }
}

/** Every API response has this outer structure: { data, error, meta }. */
export function enveloped<Data extends z.ZodType>(
  data: Data,
  description: string,
  paged: 'paged' | 'single' = 'single',
) {
  return body(envelope(data, paged), description)
}
