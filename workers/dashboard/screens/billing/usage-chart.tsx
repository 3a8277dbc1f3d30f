import { Table } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import { barsOf, type UsageBar, type UsageDay, usageInWords, wholePeriod } from './usage-bars.ts'

// Smallest height of a bar, in percent of the chart, so that a day with few analyses differs from
// an empty day.
const HEIGHT_MIN_PERCENT = 1.5

interface ChartProps {
  /** Days until today. */
  days: readonly UsageDay[]
  /** First moment of the next period. */
  end: string
}

/** Hidden from screen readers, which read the sentence above the bars and the table below them. */
export function UsageChart({ days, end }: ChartProps) {
  const { top, bars } = barsOf(wholePeriod(days, end))
  return (
    <div class="flex min-w-0 flex-col gap-3">
      <p class="text-sm">{usageInWords(days)}</p>
      <div aria-hidden="true" class="flex min-w-0 flex-col gap-1">
        <p class="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {SERIES.map(({ fill, text }) => (
            <span key={text} class="flex items-center gap-1.5">
              <span class={`inline-block size-2.5 rounded-xs ${fill}`} /> {text}
            </span>
          ))}
        </p>
        <div class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          <p class="flex h-40 flex-col justify-between text-right text-xs leading-none text-muted tabular-nums">
            <span>{count(top)}</span>
            <span>{top > 1 ? count(top / 2) : ''}</span>
            <span>0</span>
          </p>
          <div class="relative flex h-40 items-end gap-px border-y border-line sm:gap-1">
            <span class="absolute inset-x-0 top-1/2 border-t border-line" />
            {bars.map((bar) => (
              <Day key={bar.date} bar={bar} />
            ))}
          </div>
          <p class="col-start-2 flex justify-between pt-1 text-xs text-muted">
            <span>{bars[0]?.label}</span>
            <span>{bars.length > 2 ? bars[Math.floor(bars.length / 2)]?.label : ''}</span>
            <span>{bars.length > 1 ? bars.at(-1)?.label : ''}</span>
          </p>
        </div>
      </div>
      <details class="text-sm">
        <summary class="cursor-pointer text-accent">Show the days as a table</summary>
        <DaysTable days={days} />
      </details>
    </div>
  )
}

const SERIES = [
  { fill: 'bg-accent', text: 'Single analyses' },
  { fill: 'bg-good', text: 'Analyses of lists' },
  { fill: 'bg-control', text: 'Analyses of monitors' },
  { fill: 'bg-warn', text: 'Credits' },
] as const

const DaysTable = ({ days }: { days: readonly UsageDay[] }) => (
  <Table
    label="Usage by day"
    rows={barsOf(days).bars}
    keyOf={({ date }) => date}
    columns={[
      { title: 'Day (UTC)', cell: ({ label }) => label },
      { title: 'Analyses', isNumber: true, cell: ({ analyses }) => count(analyses) },
      { title: 'Single', isNumber: true, cell: ({ own }) => count(own) },
      { title: 'Lists', isNumber: true, cell: ({ lists }) => count(lists) },
      {
        title: 'Monitors',
        isNumber: true,
        cell: ({ monitors }) => count(monitors),
      },
      { title: 'Credits', isNumber: true, cell: ({ credits }) => count(credits) },
    ]}
  />
)

const heightOf = (share: number) =>
  `${share === 0 ? 0 : Math.max(share * 100, HEIGHT_MIN_PERCENT)}%`

function Day({ bar }: { bar: UsageBar }) {
  const { label, own, lists, monitors, credits } = bar
  return (
    <div
      class="relative flex h-full max-w-12 flex-1 items-end gap-px hover:bg-raised"
      title={`${label}: ${count(own)} single, ${count(lists)} of lists, ${count(monitors)} of monitors, ${count(credits)} credits`}
    >
      <div class="flex h-full flex-1 flex-col-reverse">
        <div class="bg-accent" style={{ height: heightOf(bar.ownShare) }} />
        <div class="bg-good" style={{ height: heightOf(bar.listShare) }} />
        <div class="bg-control" style={{ height: heightOf(bar.monitorShare) }} />
      </div>
      <div class="flex-1 bg-warn" style={{ height: heightOf(bar.creditsShare) }} />
    </div>
  )
}
