import { z } from 'zod'

export const TIERS = ['free', 'pro', 'team', 'enterprise'] as const
export const Tier = z.enum(TIERS)
export type Tier = z.infer<typeof Tier>

/** Highest number of candidates that an answer shows, or null for no limit. */
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

export interface Quotas {
  QUOTA_FREE: number
  QUOTA_PRO: number
  QUOTA_TEAM: number
}

/** Highest number of analyses per month, or null for no limit. */
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

/** `team` is also the limit of enterprise accounts. */
export const TierLimits = z.object({
  free: z.number().int().min(0),
  pro: z.number().int().min(0),
  team: z.number().int().min(0),
})
export type TierLimits = z.infer<typeof TierLimits>

export const limitOf = (tier: Tier, limits: TierLimits): number =>
  limits[tier === 'enterprise' ? 'team' : tier]

export interface MonitorLimits {
  MONITORS_FREE: number
  MONITORS_PRO: number
  MONITORS_TEAM: number
  MONITORS_ENTERPRISE: number
}

export const monitorLimits = (limits: MonitorLimits): Record<Tier, number> => ({
  free: limits.MONITORS_FREE,
  pro: limits.MONITORS_PRO,
  team: limits.MONITORS_TEAM,
  enterprise: limits.MONITORS_ENTERPRISE,
})
