import type { Tier } from './tier.ts'

export interface Holder {
  accountId: string
  tier: Tier
  /** Null if the caller used a bearer token and no API key. */
  keyId: string | null
  playground: boolean
  /** False for an API key that may neither buy credits nor change auto-recharge. */
  billing: boolean
}

export interface Caller extends Holder {
  /**
   * Network of the client's address: /24 for IPv4, /48 for IPv6, null if unknown. The full address
   * is personal data, so it is left out.
   */
  addressPrefix: string | null
  /** Highest number of credits that the request may charge, or null without a limit. */
  creditsMax: number | null
}
