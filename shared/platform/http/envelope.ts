import { z } from '@hono/zod-openapi'
import type { ErrorCode, ErrorDetail } from './errors.ts'

export interface PageMeta {
  limit: number
  offset: number
  has_more: boolean
}

/** A payload in the envelope. */
export function ok<Data>(data: Data, meta: PageMeta | null = null): { data: Data; error: null; meta: PageMeta | null } {
  return { data, error: null, meta }
}

/** A refusal in the envelope. */
export function refused(code: string, message: string, details?: ErrorDetail[]) {
  return { data: null, error: details === undefined ? { code, message } : { code, message, details }, meta: null }
}

export const PageMetaSchema = z
  .object({ limit: z.number().int(), offset: z.number().int(), has_more: z.boolean() })
  .openapi('PageMeta')

const Details = z
  .array(
    z
      .object({ path: z.string().openapi({ description: 'The field, as `domains.3`.' }), message: z.string() })
      .openapi('ErrorDetail'),
  )
  .openapi({ description: 'Each offending field, with VALIDATION_ERROR.' })

/** The schema of a refusal with one of these codes. */
export function refusalSchema(codes: readonly ErrorCode[]): z.ZodType {
  const error = z.object({ code: z.enum(codes), message: z.string(), details: Details.optional() })
  return z.object({ data: z.null(), error, meta: z.null() })
}

/** The schema of an enveloped payload; `paged` for lists with limit and offset. */
export function envelope<Data extends z.ZodType>(data: Data, paged: 'paged' | 'single' = 'single') {
  return z.object({ data, error: z.null(), meta: paged === 'paged' ? PageMetaSchema : z.null() })
}
