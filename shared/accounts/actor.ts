import { newIdentifier } from '../identifiers.ts'

/** Who does something to an account and from where, for the audit log. One audit_id an act: asking again notes nothing new. */
export interface Actor {
  account_id: string
  audit_id: string
  /** The API key used, null with a bearer token. */
  key_id: string | null
  /** The client's network, never its address. */
  address_prefix: string | null
  request_id: string
}

/** The actor of one act by the account's holder. */
export function actorOf(act: {
  accountId: string
  keyId: string | null
  addressPrefix: string | null
  requestId: string
}): Actor {
  return {
    account_id: act.accountId,
    audit_id: newIdentifier('aud'),
    key_id: act.keyId,
    address_prefix: act.addressPrefix,
    request_id: act.requestId,
  }
}
