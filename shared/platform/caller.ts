import type { Tier } from './tier.ts'

/** Who is calling, once the credential is proven. */
export interface Caller {
  accountId: string
  tier: Tier
  /** The API key used, null with a bearer token. */
  keyId: string | null
  /** True with a playground key. */
  playground: boolean
}
