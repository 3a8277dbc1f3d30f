import type { Tier } from './tier.ts'

/** Account that a valid API key or bearer token belongs to. */
export interface Holder {
  accountId: string
  tier: Tier
  /**
   * Id of the API key that authenticated the request; null if a bearer token authenticated the
   * request.
   */
  keyId: string | null
  playground: boolean
}

/** Account that sends an API request, and the network that the request comes from. */
export interface Caller extends Holder {
  /**
   * Network of the client's IP address (/24 for IPv4, /48 for IPv6), or null if unknown. The full
   * address is not kept, because it is personal data.
   */
  addressPrefix: string | null
  /** Highest number of credits that this request may charge, or null if the caller set no limit. */
  creditsMax: number | null
}
