import { forecastOf, type Means } from './forecast.ts'
import { count, counted } from './texts.ts'

export interface Places {
  /** Number of monitors that the plan includes. */
  included: number
  /** Monitors outside the sandbox that have a place. */
  used: number
  /** Places that are paid for now. A new monitor takes a free one of them first. */
  paid: number
}

export interface WatchAccount extends Means {
  places: Places
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
  isCovered: boolean
}

/** Monitors beyond the plan. Each costs one credit every 30 days. */
export const chargedPlaces = ({ included, used }: Pick<Places, 'included' | 'used'>): number =>
  Math.max(0, used - included)

/**
 * Highest cost of `names` new monitors. A name that is watched already or was analyzed in the last
 * 7 days costs less.
 */
export function watchForecastOf(
  names: number,
  { places, ...means }: WatchAccount,
  firstAnalyses = names,
): WatchForecast {
  const { included, used, paid } = places
  const free = Math.max(0, included + paid - used)
  const charged = chargedPlaces({ included, used: used + names }) - chargedPlaces(places)
  const placeCredits = Math.max(0, names - free)
  const { quota, overage, credits, uncovered } = forecastOf(firstAnalyses, means)
  const analysisCredits = credits + uncovered
  const creditsNow = placeCredits + analysisCredits
  return {
    included: names - charged,
    charged,
    placeCredits,
    analyses: firstAnalyses,
    analysesOfQuota: quota,
    invoicedAnalyses: overage,
    analysisCredits,
    creditsNow,
    isCovered: creditsNow <= means.credits,
  }
}

/** Such as "5 included · 195 × 1 = 195 credits every 30 days". */
export function recurringInWords(included: number, charged: number): string {
  if (charged === 0) return `${count(included)} included · no credits`
  const sum = `${count(charged)} × 1 = ${counted(charged, 'credit')}`
  return `${count(included)} included · ${sum} every 30 days`
}

const analysesInWords = (number: number) => counted(number, 'first analysis', 'first analyses')

/** Such as "up to 155 first analyses = 155 credits now". */
export function analysesCostInWords(forecast: WatchForecast): string {
  const { analyses, analysesOfQuota, analysisCredits, invoicedAnalyses } = forecast
  if (analysesOfQuota === analyses) return `up to ${analysesInWords(analyses)} from your quota`
  const beyond =
    analysisCredits > 0
      ? `up to ${analysesInWords(analysisCredits)} = ${counted(analysisCredits, 'credit')} now`
      : `up to ${analysesInWords(invoicedAnalyses)} on the next invoice`
  if (analysesOfQuota === 0) return beyond
  return `up to ${analysesInWords(analysesOfQuota)} from your quota · ${beyond}`
}
