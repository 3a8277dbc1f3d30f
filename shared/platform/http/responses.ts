import type { z } from '@hono/zod-openapi'
import { envelope } from './envelope.ts'

type References = Record<string, { $ref: string }>
type Content = Record<string, { schema: z.ZodType; examples?: References }>

export interface Answer {
  description: string
  content?: Content
  headers?: References
}

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
  return { description, content: { 'application/json': { schema } } }
}

/** Every API response has this outer structure: { data, error, meta }. */
export function enveloped<Data extends z.ZodType>(
  data: Data,
  description: string,
  paged: 'paged' | 'single' = 'single',
) {
  return body(envelope(data, paged), description)
}
