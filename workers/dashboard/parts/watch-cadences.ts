import type { Schemas } from '../api/api-client.ts'

export type Cadence = Schemas['Monitor']['cadence']
type Tier = Schemas['MeResponse']['tier']

/** Cadences of each plan, the usual one first. The service refuses any other. */
const CADENCES: Record<Tier, readonly Cadence[]> = {
  free: ['weekly'],
  pro: ['daily', 'weekly'],
  team: ['daily', 'hourly', 'weekly'],
  enterprise: ['daily', 'hourly', 'weekly'],
}
const CADENCE_WORDS: Record<Cadence, string> = {
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
}

/**
 * The first choice is the usual cadence of the plan. `current` stays a choice even if the plan does
 * not include it, as after a change to a smaller plan. Without a tier, it is the only choice.
 */
export function cadenceChoices(
  tier: Tier | undefined,
  current?: Cadence,
): (readonly [Cadence, string])[] {
  const allowed = tier === undefined ? [] : CADENCES[tier]
  const offered =
    current === undefined || allowed.includes(current) ? allowed : [...allowed, current]
  return offered.map((cadence) => [cadence, CADENCE_WORDS[cadence]])
}
