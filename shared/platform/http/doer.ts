import type { Doer } from '../actor.ts'
import type { Caller } from '../caller.ts'
import { addressPrefixOf } from './request-id.ts'

/** Whose request this is. */
export function doerOf(c: { req: { raw: Request }; var: { caller: Caller; requestId: string } }): Doer {
  const { caller, requestId } = c.var
  return {
    account_id: caller.accountId,
    key_id: caller.keyId,
    address_prefix: addressPrefixOf(c.req.raw),
    request_id: requestId,
  }
}
