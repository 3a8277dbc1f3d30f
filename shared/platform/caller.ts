import type { Tier } from './tier.ts'

/** The account that a credential proves. */
export interface Holder {
  accountId: string
  tier: Tier
  /** The API key used, null with a bearer token. */
  keyId: string | null
  /** True with a playground key. */
  playground: boolean
}

/** The holder of a proven credential, and the network that the request comes from. */
export interface Caller extends Holder {
  /** The client's network, /24 or /48, never its address; null where it is not known. */
  addressPrefix: string | null
}
