import type { Schemas } from '../api/api-client.ts'

export type Cadence = Schemas['Monitor']['cadence']
type Tier = Schemas['MeResponse']['tier']

/** Cadences of each plan, the most frequent one first. The service refuses any other. */
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

/** The first choice is the usual cadence of the plan. */
export const cadenceChoices = (tier: Tier): (readonly [Cadence, string])[] =>
  CADENCES[tier].map((cadence) => [cadence, CADENCE_WORDS[cadence]])
