import type { Caller } from './caller.ts'
import { newIdentifier } from './identifiers.ts'

/** The origin of a change to what an account holds, for the audit log. */
export interface Doer {
  account_id: string
  /** The API key used, null with a bearer token. */
  key_id: string | null
  /** The client's network, never its address. */
  address_prefix: string | null
  request_id: string
}

/** The doer of one act. One audit_id per act: repeating the act notes nothing new. */
export interface Actor extends Doer {
  audit_id: string
}

export function doerOf({ requestId }: { requestId: string }, caller: Caller): Doer {
  const { accountId, keyId, addressPrefix } = caller
  return { account_id: accountId, key_id: keyId, address_prefix: addressPrefix, request_id: requestId }
}

export function actorOf(doer: Doer): Actor {
  return { ...doer, audit_id: newIdentifier('aud') }
}
