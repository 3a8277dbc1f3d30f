import { useQuery } from '@tanstack/preact-query'
import { creditsQuery, usageQuery } from '../api/account-queries.ts'
import { monitorSummaryQuery } from './monitor-summary.ts'
import { Notice } from './notice.tsx'
import { FailureNote, Skeleton } from './states.tsx'
import { count } from './texts.ts'
import {
  analysesCostInWords,
  chargedPlaces,
  credits,
  forecastOf,
  type Places,
  recurringInWords,
} from './watch-forecast.ts'

/**
 * `names` is the number of new monitors outside the sandbox, `analyzed` the number of them that
 * were surely analyzed in the last 7 days.
 */
export function WatchCost({ names, analyzed = 0 }: { names: number; analyzed?: number }) {
  const summary = useQuery(monitorSummaryQuery)
  const usage = useQuery(usageQuery)
  const balance = useQuery(creditsQuery)
  const failed = [summary, usage, balance].find(({ isError }) => isError)
  if (names === 0) return <p>Names of the sandbox cost nothing.</p>
  if (failed !== undefined)
    return <FailureNote error={failed.error} retry={() => void failed.refetch()} />
  if (!summary.isSuccess || !usage.isSuccess || !balance.isSuccess)
    return <Skeleton lines={3} label="Loading the costs" />
  const account = {
    places: summary.data.places,
    remaining: usage.data.remaining,
    balance: balance.data.balance,
    hasSubscription: balance.data.has_active_subscription,
  }
  const forecast = forecastOf(names, account, names - analyzed)
  const { included, charged, placeCredits, creditsNow, isCovered } = forecast
  return (
    <div class="flex flex-col gap-3 text-ink">
      <ul class="flex list-disc flex-col gap-1 pl-5 tabular-nums">
        <li>{recurringInWords(included, charged)}</li>
        {forecast.analyses > 0 && <li>{analysesCostInWords(forecast)}</li>}
        {placeCredits > 0 && <li>the first 30 days = {credits(placeCredits)} now</li>}
      </ul>
      <p class="font-medium tabular-nums">
        {creditsNow === 0 ? 'No credits now' : `Up to ${credits(creditsNow)} now`} · you have{' '}
        {count(forecast.balance)}
      </p>
      {!isCovered && (
        <Notice tone="warn">
          Your credits may not cover all of it. Domains that they do not cover are not watched, or
          wait for their first analysis.
        </Notice>
      )}
      <p class="text-muted">
        A domain that was analyzed in the last 7 days needs no first analysis. Checks are free.
      </p>
    </div>
  )
}

/** The costs that recur, as Monitors and Billing show them. */
export const recurringOf = (places: Places): string =>
  recurringInWords(places.used - chargedPlaces(places), chargedPlaces(places))
