import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'

/** Throws PublicError FORBIDDEN for an API key that was created with `billing: false`. */
export function requireBuyer({ billing }: Caller): void {
  if (billing) return
  throw new PublicError(
    'FORBIDDEN',
    'This API key may not buy credits or change auto-recharge. Use a key with `billing: true`.',
  )
}
