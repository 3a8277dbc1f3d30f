import { useQuery } from '@tanstack/preact-query'
import { usageQuery } from '../../api/account-queries.ts'
import type { Schemas } from '../../api/api-client.ts'
import { Bar } from '../../parts/confidence.tsx'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, money } from '../../parts/texts.ts'
import { dayInWords } from './usage-bars.ts'
import { UsageChart } from './usage-chart.tsx'

/** Currency of `projected_overage_cents`. The API gives the amount without a currency. */
const OVERAGE_CURRENCY = 'usd'

// `end` is the first moment of the next period, so the last day of this period is the day before.
const lastDay = (end: string) =>
  dayInWords(new Date(new Date(end).getTime() - 1).toISOString().slice(0, 10))

export function UsageSection() {
  const usage = useQuery(usageQuery)
  return (
    <Section title="Usage of this period">
      {usage.isPending && <Skeleton lines={6} label="Loading the usage" />}
      {usage.isError && <FailureNote error={usage.error} retry={() => void usage.refetch()} />}
      {usage.isSuccess && <Usage usage={usage.data} />}
    </Section>
  )
}

function Usage({ usage }: { usage: Schemas['UsageDashboard'] }) {
  const facts: Fact[] = [
    ['Quota', <Quota key="quota" quota={usage.quota} remaining={usage.remaining} />],
    ['Analyses', count(usage.used)],
    ['Credits spent', count(usage.credits_used)],
    [
      'Period',
      `${dayInWords(usage.period_start.slice(0, 10))} to ${lastDay(usage.period_end)} (UTC)`,
    ],
  ]
  if (usage.overage > 0) {
    const cost = money(usage.projected_overage_cents, OVERAGE_CURRENCY)
    facts.push(['Beyond the quota', `${count(usage.overage)}, ${cost} on the next invoice`])
  }
  const isUnused = usage.daily.every(({ analyses, credits }) => analyses === 0 && credits === 0)
  return (
    <div class="flex flex-col gap-6">
      {usage.quota !== null && usage.remaining === 0 && usage.overage === 0 && (
        <Notice>
          <p>
            {count(usage.quota)} of {count(usage.quota)} analyses used until{' '}
            {dayInWords(usage.period_end.slice(0, 10))}. Until then each further analysis costs 1
            credit.
          </p>
        </Notice>
      )}
      <FactList facts={facts} />
      {isUnused ? (
        <EmptyState title="There is no analysis in this period yet">
          Each day with analyses gets a bar here.
        </EmptyState>
      ) : (
        <UsageChart days={usage.daily} end={usage.period_end} />
      )}
    </div>
  )
}

function Quota({ quota, remaining }: { quota: number | null; remaining: number | null }) {
  if (quota === null || remaining === null) return <>No limit</>
  const used = quota - remaining
  return (
    <span class="flex flex-col gap-1">
      <span>
        {count(used)} of {count(quota)} used, {count(remaining)} left
      </span>
      <Bar
        share={quota === 0 ? 1 : used / quota}
        fill={remaining === 0 ? 'bg-warn' : 'bg-accent'}
      />
    </span>
  )
}
