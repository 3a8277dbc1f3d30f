import { useQuery } from '@tanstack/preact-query'
import { monitorSummaryQuery } from './monitor-summary.ts'
import { Notice } from './notice.tsx'
import { FailureNote, Skeleton } from './states.tsx'
import { count, counted } from './texts.ts'
import { useMeans } from './use-means.ts'
import {
  analysesCostInWords,
  chargedPlaces,
  type Places,
  recurringInWords,
  watchForecastOf,
} from './watch-forecast.ts'

/**
 * `names` is the number of new monitors outside the sandbox, `analyzed` the number of them that
 * were surely analyzed in the last 7 days.
 */
export function WatchCost({ names, analyzed = 0 }: { names: number; analyzed?: number }) {
  const summary = useQuery(monitorSummaryQuery)
  const { means, error, retry } = useMeans()
  if (names === 0) return <p>Names of the sandbox cost nothing.</p>
  if (summary.isError)
    return <FailureNote error={summary.error} retry={() => void summary.refetch()} />
  if (error !== null) return <FailureNote error={error} retry={retry} />
  if (!summary.isSuccess || means === undefined)
    return <Skeleton lines={3} label="Loading the costs" />
  const account = { ...means, places: summary.data.places }
  const forecast = watchForecastOf(names, account, names - analyzed)
  const { included, charged, placeCredits, creditsNow, isCovered } = forecast
  return (
    <div class="flex flex-col gap-3 text-ink">
      <ul class="flex list-disc flex-col gap-1 pl-5 tabular-nums">
        <li>{recurringInWords(included, charged)}</li>
        {forecast.analyses > 0 && <li>{analysesCostInWords(forecast)}</li>}
        {placeCredits > 0 && <li>the first 30 days = {counted(placeCredits, 'credit')} now</li>}
      </ul>
      <p class="font-medium tabular-nums">
        {creditsNow === 0 ? 'No credits now' : `Up to ${counted(creditsNow, 'credit')} now`} · you
        have {count(means.credits)}
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
