import { newIdentifier } from './identifiers.ts'

/** Who does something to what an account holds, and from where, for the audit log. */
export interface Doer {
  account_id: string
  /** The API key used, null with a bearer token. */
  key_id: string | null
  /** The client's network, never its address. */
  address_prefix: string | null
  request_id: string
}

/** The doer of one act. One audit_id an act: asking again notes nothing new. */
export interface Actor extends Doer {
  audit_id: string
}

export function actorOf(doer: Doer): Actor {
  return { ...doer, audit_id: newIdentifier('aud') }
}
