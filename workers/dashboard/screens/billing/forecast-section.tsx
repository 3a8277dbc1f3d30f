import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { creditsQuery } from '../../api/account-queries.ts'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { monitorSummaryQuery } from '../../parts/monitor-summary.ts'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, counted } from '../../parts/texts.ts'
import { recurringOf } from '../../parts/watch-cost.tsx'
import { chargedPlaces } from '../../parts/watch-forecast.ts'

/** Costs that come without a further press of a button. */
export function ForecastSection() {
  const summary = useQuery(monitorSummaryQuery)
  const balance = useQuery(creditsQuery)
  const failed = [summary, balance].find(({ isError }) => isError)
  return (
    <Section title="The next 30 days" lead="What recurs if you change nothing.">
      {failed !== undefined && (
        <FailureNote error={failed.error} retry={() => void failed.refetch()} />
      )}
      {failed === undefined && !(summary.isSuccess && balance.isSuccess) && (
        <Skeleton label="Loading the forecast" />
      )}
      {summary.isSuccess && balance.isSuccess && (
        <Forecast
          places={summary.data.places}
          analyses={summary.data.planned_analyses}
          balance={balance.data.balance}
        />
      )}
    </Section>
  )
}

interface ForecastProps {
  places: Parameters<typeof recurringOf>[0]
  /** Analyses that monitors repeat. */
  analyses: number
  balance: number
}

function Forecast({ places, analyses, balance }: ForecastProps) {
  const forMonitors = chargedPlaces(places)
  const most = forMonitors + analyses
  const sum = `${most === forMonitors ? '' : 'up to '}${counted(most, 'credit')}`
  const facts: Fact[] = [
    ['Monitors', recurringOf(places)],
    [
      'Repeated analyses of monitors',
      analyses === 0 ? 'None' : `up to ${count(analyses)}, from the quota or 1 credit each`,
    ],
    ['Together', `${sum} · you have ${count(balance)}`],
  ]
  return (
    <div class="flex flex-col gap-4">
      <FactList facts={facts} />
      {forMonitors > balance && (
        <Notice tone="warn">
          <p>
            The credits do not cover all monitors. The newest ones are paused when they are due.{' '}
            <Link class="link" href="/monitors">
              Open the monitors
            </Link>
          </p>
        </Notice>
      )}
      <p class="text-sm text-muted">
        An analysis after a confirmed change comes on top, within the monthly limit of each monitor.
      </p>
    </div>
  )
}
