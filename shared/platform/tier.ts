import { z } from 'zod'

export const Tier = z.enum(['free', 'pro', 'team', 'enterprise'])
export type Tier = z.infer<typeof Tier>

/** The number of candidates of an answer that a tier sees; null: all of them. */
export function candidatesShown(tier: Tier): number | null {
  switch (tier) {
    case 'free':
      return 3
    case 'pro':
      return 10
    case 'team':
    case 'enterprise':
      return null
    default:
      return tier satisfies never
  }
}

/** Analyses a month, by tier. */
export interface Quotas {
  QUOTA_FREE: number
  QUOTA_PRO: number
  QUOTA_TEAM: number
}

/** The monthly quota of a tier; null where there is none. */
export function quotaOf(tier: Tier, quotas: Quotas): number | null {
  switch (tier) {
    case 'free':
      return quotas.QUOTA_FREE
    case 'pro':
      return quotas.QUOTA_PRO
    case 'team':
      return quotas.QUOTA_TEAM
    case 'enterprise':
      return null
    default:
      return tier satisfies never
  }
}
