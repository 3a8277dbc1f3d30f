import { z } from '@hono/zod-openapi'
import type { Details } from './errors.ts'
import { Time } from './fields.ts'

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

export function refused(code: string, message: string, details?: Details) {
  return {
    data: null,
    error: details === undefined ? { code, message } : { code, message, details },
    meta: null,
  }
}

export const PageMetaSchema = z
  .object({ limit: z.number().int(), offset: z.number().int(), has_more: z.boolean() })
  .openapi('PageMeta')

const ErrorDetails = z
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

const PaymentDetails = z
  .object({
    required: z.number().int().openapi({ description: 'Credits that the request costs.' }),
    balance: z.number().int().openapi({ description: 'Credits of the account.' }),
    period_end: Time.openapi({
      description: 'End of the billing period, when the next quota begins.',
    }),
  })
  .openapi('PaymentDetails', { description: 'Present with status 402.' })

export const Refusal = z
  .object({
    data: z.null(),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        details: z.union([ErrorDetails, PaymentDetails]).optional(),
      })
      .openapi('RefusalError'),
    meta: z.null(),
  })
  .openapi('Refusal')

export function envelope<Data extends z.ZodType>(data: Data, paged: 'paged' | 'single' = 'single') {
  return z.object({ data, error: z.null(), meta: paged === 'paged' ? PageMetaSchema : z.null() })
}
