import { z } from '@hono/zod-openapi'
import { ErrorEnvelope, envelope } from './envelope.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'

const mediaTypes = <Schema extends z.ZodType>(schema: Schema) => ({
  'application/json': { schema },
  'application/toon': { schema: z.string().openapi({ description: 'The same body in TOON.' }) },
})

/** A request body in JSON that must be there. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
})

/** The content of a response that a handler streams or sends as it is, of any type. */
export const file = (type: string, schema: z.ZodType): Record<string, { schema: z.ZodType }> => ({ [type]: { schema } })

/** A response body as such, in both media types. */
export function body<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: mediaTypes(schema) }
}

/** A response body in the envelope. */
export function enveloped<Data extends z.ZodType>(
  data: Data,
  description: string,
  paged: 'paged' | 'single' = 'single',
) {
  return body(envelope(data, paged), description)
}

export type Refusal = ReturnType<typeof body> & { 'x-error-codes': readonly ErrorCode[] }

/** The responses of refusals, by status, each naming its codes, which the document turns into an enumeration. */
export function refusals(...codes: ErrorCode[]): Record<number, Refusal> {
  const byStatus: Record<number, ErrorCode[]> = {}
  for (const code of new Set(codes)) {
    const status = ERROR_STATUS[code]
    byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [
      status,
      { ...body(ErrorEnvelope, list.join(', ')), 'x-error-codes': list },
    ]),
  )
}
