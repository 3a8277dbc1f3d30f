import { z } from 'zod'
import { isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'

/** Fields of the outcome `refused` of SQL functions, from `not_covered`. */
export const NotCovered = {
  outcome: z.literal('refused'),
  required: z.number().int(),
  balance: z.number().int(),
  period_end: z.string(),
}

export function notCovered(
  code: 'QUOTA_EXCEEDED' | 'INSUFFICIENT_CREDITS',
  message: string,
  { required, balance, period_end }: z.infer<z.ZodObject<typeof NotCovered>>,
): PublicError {
  const details = { required, balance, period_end: isoTime(period_end) }
  return new PublicError(code, message, { details })
}
