import type { Schemas } from '../api/api-client.ts'
import { count } from './texts.ts'

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

/** Monitors that the plan includes, monitors in use, and places that are paid already. */
export interface Places {
  readonly included: number
  readonly used: number
  readonly paid: number
}

const plural = (number: number, one: string) => `${count(number)} ${number === 1 ? one : `${one}s`}`

/** Costs of watching so many domains more. Without `places` only the rule is known. */
export function placesInWords(places: Places | null, domains: number): string {
  if (places === null)
    return 'A monitor beyond the number of your plan costs 1 credit every 30 days.'
  const free = Math.max(0, places.included + places.paid - places.used)
  const charged = Math.max(0, domains - free)
  const inUse = `${count(places.used)} of ${count(places.included + places.paid)} monitors in use`
  return charged === 0
    ? `${inUse}: ${domains === 1 ? 'this one costs' : 'these cost'} no credits.`
    : `${inUse}: ${plural(charged, 'credit')} every 30 days.`
}

/** `analyzed` is the number of domains whose analysis of the last 7 days is used. */
export function firstAnalysesInWords(domains: number, analyzed: number): string {
  const others = Math.max(0, domains - analyzed)
  if (others === 0)
    return domains === 1
      ? 'No first analysis: the one that you have is used.'
      : 'No first analyses: the ones that you have are used.'
  return `Up to ${others === 1 ? '1 first analysis' : `${count(others)} first analyses`}, each from your quota or for 1 credit.`
}
