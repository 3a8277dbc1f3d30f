import { count } from './texts.ts'

export interface Places {
  /** Number of monitors that the plan includes. */
  included: number
  /** Monitors outside the sandbox that have a place. */
  used: number
  /** Places that are paid for now. A new monitor takes a free one of them first. */
  paid: number
}

export interface WatchAccount {
  places: Places
  /** Analyses that the quota still covers. Null without a limit. */
  remaining: number | null
  balance: number
  /** True if a subscription pays for analyses beyond the quota. */
  hasSubscription: boolean
}

export interface WatchForecast {
  /** Of the new monitors, those that the plan includes. */
  included: number
  /** Of the new monitors, those that cost one credit every 30 days. */
  charged: number
  /** Credits for the places of the new monitors now. */
  placeCredits: number
  analyses: number
  analysesOfQuota: number
  /** Analyses that the next invoice contains. */
  invoicedAnalyses: number
  analysisCredits: number
  creditsNow: number
  balance: number
  isCovered: boolean
}

/** Monitors beyond the plan. Each costs one credit every 30 days. */
export const chargedPlaces = ({ included, used }: Pick<Places, 'included' | 'used'>): number =>
  Math.max(0, used - included)

/**
 * Highest cost of `names` new monitors. A name that is watched already or was analyzed in the last
 * 7 days costs less.
 */
export function forecastOf(
  names: number,
  { places, remaining, balance, hasSubscription }: WatchAccount,
  firstAnalyses = names,
): WatchForecast {
  const { included, used, paid } = places
  const free = Math.max(0, included + paid - used)
  const charged = chargedPlaces({ included, used: used + names }) - chargedPlaces(places)
  const placeCredits = Math.max(0, names - free)
  const analysesOfQuota = remaining === null ? firstAnalyses : Math.min(firstAnalyses, remaining)
  const beyond = firstAnalyses - analysesOfQuota
  const analysisCredits = hasSubscription ? 0 : beyond
  const creditsNow = placeCredits + analysisCredits
  return {
    included: names - charged,
    charged,
    placeCredits,
    analyses: firstAnalyses,
    analysesOfQuota,
    invoicedAnalyses: beyond - analysisCredits,
    analysisCredits,
    creditsNow,
    balance,
    isCovered: creditsNow <= balance,
  }
}

export const credits = (number: number): string =>
  `${count(number)} ${number === 1 ? 'credit' : 'credits'}`

/** Such as "5 included · 195 × 1 = 195 credits every 30 days". */
export function recurringInWords(included: number, charged: number): string {
  if (charged === 0) return `${count(included)} included · no credits`
  return `${count(included)} included · ${count(charged)} × 1 = ${credits(charged)} every 30 days`
}

const analysesInWords = (number: number) =>
  `${count(number)} first ${number === 1 ? 'analysis' : 'analyses'}`

/** Such as "up to 155 first analyses = 155 credits now". */
export function analysesCostInWords(forecast: WatchForecast): string {
  const { analyses, analysesOfQuota, analysisCredits, invoicedAnalyses } = forecast
  if (analysesOfQuota === analyses) return `up to ${analysesInWords(analyses)} from your quota`
  const beyond =
    analysisCredits > 0
      ? `up to ${analysesInWords(analysisCredits)} = ${credits(analysisCredits)} now`
      : `up to ${analysesInWords(invoicedAnalyses)} on the next invoice`
  if (analysesOfQuota === 0) return beyond
  return `up to ${analysesInWords(analysesOfQuota)} from your quota · ${beyond}`
}
