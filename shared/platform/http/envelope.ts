import { z } from '@hono/zod-openapi'
import type { ErrorCode, ErrorDetail } from './errors.ts'

export interface PageMeta {
  limit: number
  offset: number
  has_more: boolean
}

export function ok<Data>(
  data: Data,
  meta: PageMeta | null = null,
): { data: Data; error: null; meta: PageMeta | null } {
  return { data, error: null, meta }
}

export function refused(code: string, message: string, details?: ErrorDetail[]) {
  return {
    data: null,
    error: details === undefined ? { code, message } : { code, message, details },
    meta: null,
  }
}

export const PageMetaSchema = z
  .object({ limit: z.number().int(), offset: z.number().int(), has_more: z.boolean() })
  .openapi('PageMeta')

const Details = z
  .array(
    z
      .object({
        path: z
          .string()
          .openapi({ description: 'Path of the invalid field, for example `domains.3`.' }),
        message: z.string(),
        suggestion: z.string().optional().openapi({
          description: 'The value, field or parameter that was probably meant.',
        }),
      })
      .openapi('ErrorDetail'),
  )
  .openapi({ description: 'One entry for each invalid field; present with VALIDATION_ERROR.' })

export function refusalSchema(codes: readonly ErrorCode[]): z.ZodType {
  const error = z.object({ code: z.enum(codes), message: z.string(), details: Details.optional() })
  return z.object({ data: z.null(), error, meta: z.null() })
}

export function envelope<Data extends z.ZodType>(data: Data, paged: 'paged' | 'single' = 'single') {
  return z.object({ data, error: z.null(), meta: paged === 'paged' ? PageMetaSchema : z.null() })
}
