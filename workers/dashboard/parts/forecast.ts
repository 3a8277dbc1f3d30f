import { count, counted } from './texts.ts'

/** Means of an account to pay analyses. */
export interface Means {
  /** Analyses that are left in the quota. Null for a quota without a limit. */
  remaining: number | null
  credits: number
  hasSubscription: boolean
}

/** Payment of `analyses` analyses. The four parts add up to `analyses`. */
export interface Forecast {
  analyses: number
  quota: number
  /** Billed by the subscription at the end of the period. */
  overage: number
  credits: number
  uncovered: number
}

/**
 * The quota pays first, then the subscription, or else credits: 1 for each analysis. The sum is the
 * highest possible one, because repeated names and failed analyses are not charged.
 */
export function forecastOf(
  analyses: number,
  { remaining, credits, hasSubscription }: Means,
): Forecast {
  const quota = remaining === null ? analyses : Math.min(analyses, Math.max(0, remaining))
  const rest = analyses - quota
  const overage = hasSubscription ? rest : 0
  const byCredits = Math.min(rest - overage, Math.max(0, credits))
  return { analyses, quota, overage, credits: byCredits, uncovered: rest - overage - byCredits }
}

/** For a button, such as "3 credits" or "from your quota". */
export function priceText({ analyses, quota, overage, credits, uncovered }: Forecast): string {
  if (analyses === 0) return 'free'
  if (quota === analyses) return 'from your quota'
  const parts = [
    quota > 0 ? `${count(quota)} from your quota` : '',
    overage > 0 ? `${count(overage)} as overage` : '',
    credits + uncovered > 0 ? counted(credits + uncovered, 'credit') : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** For example "57 analyses: 12 from your quota, 45 credits; you have 944." */
export function forecastText(forecast: Forecast, means: Means): string {
  const { analyses, quota, overage, credits, uncovered } = forecast
  const start = counted(analyses, 'analysis', 'analyses')
  if (analyses === 0) return 'This costs nothing.'
  if (quota === analyses)
    return means.remaining === null
      ? `${start}: your plan covers all of them.`
      : `${start} from your quota; ${count(means.remaining - quota)} are left after that.`
  const sum = `${start}: ${priceText(forecast)}`
  if (overage > 0) return `${sum} on your next invoice.`
  const has = `${sum}; you have ${count(means.credits)}.`
  return uncovered === 0
    ? has
    : `${has} Nothing covers ${count(uncovered)} of them${credits + quota === 0 ? '' : ', so they will be refused'}.`
}
