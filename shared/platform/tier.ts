import { z } from 'zod'

export const Tier = z.enum(['free', 'pro', 'team', 'enterprise'])
export type Tier = z.infer<typeof Tier>

/** How many candidates of an answer a tier sees; null: all of them. */
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
