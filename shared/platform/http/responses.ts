import { z } from '@hono/zod-openapi'
import { encode } from '@toon-format/toon'
import { envelope, refused } from './envelope.ts'
import { ERRORS } from './errors.ts'

type References = Record<string, { $ref: string }>
type Content = Record<string, { schema: z.ZodType; examples?: References }>

/** A response as its route describes it. */
export interface Answer {
  description: string
  content?: Content
  headers?: References
}

export const Toon = z.string().openapi('Toon', {
  description: 'The same body as application/json, in TOON (Token-Oriented Object Notation).',
  example: encode(refused('NOT_FOUND', ERRORS.NOT_FOUND.meaning)),
})

/** A request body in JSON that must be there. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
})

/** A response that a handler streams or sends as it is, of any of these types. */
export const file = (description: string, content: Content): Answer & { content: Content } => ({
  description,
  content,
  headers: { 'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' } },
})

/** A response body as such, in both media types. */
export function body<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema }, 'application/toon': { schema: Toon } } }
}

/** A response body in the envelope. */
export function enveloped<Data extends z.ZodType>(
  data: Data,
  description: string,
  paged: 'paged' | 'single' = 'single',
) {
  return body(envelope(data, paged), description)
}
