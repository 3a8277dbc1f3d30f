import { count } from '../../parts/texts.ts'

/**
 * Usual limits. A deployment may have others (BULK_LISTS_PER_HOUR, BULK_LINES_PER_DAY), so the
 * service has the last word.
 */
export const LISTS_PER_HOUR = 10
const LINES_PER_DAY = { free: 2_000, pro: 50_000, team: 500_000, enterprise: 500_000 }

export type Tier = keyof typeof LINES_PER_DAY

export const linesPerDay = (tier: Tier): number => LINES_PER_DAY[tier]

export interface Means {
  /** Analyses that are left in the quota. Null for a quota without a limit. */
  remaining: number | null
  credits: number
  hasSubscription: boolean
}

const analyses = (number: number) => `${count(number)} ${number === 1 ? 'analysis' : 'analyses'}`

/**
 * Explains in sentences how the list is paid: first from the quota, then by the subscription or
 * with credits.
 */
export function coverageOf(
  wanted: number,
  { remaining, credits, hasSubscription }: Means,
): string[] {
  if (remaining === null) return [`Your plan covers all ${analyses(wanted)}.`]
  const byQuota = Math.min(wanted, remaining)
  const rest = wanted - byQuota
  const sentences = [`Your quota covers ${analyses(byQuota)} of at most ${count(wanted)}.`]
  if (rest === 0) return sentences
  if (hasSubscription)
    return [
      ...sentences,
      `Your subscription bills up to ${analyses(rest)} as overage, or takes 1 credit for each.`,
    ]
  const byCredits = Math.min(rest, credits)
  sentences.push(
    `Credits pay for ${analyses(byCredits)} (1 credit each; you have ${count(credits)}).`,
  )
  const uncovered = rest - byCredits
  if (uncovered > 0)
    sentences.push(
      `Nothing covers ${analyses(uncovered)}. These lines will be refused and cost nothing.`,
    )
  return sentences
}
