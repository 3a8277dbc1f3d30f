import { Table } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import { barsOf, dayInWords, type UsageBar, type UsageDay, usageInWords } from './usage-bars.ts'

// Smallest height of a bar, in percent of the chart, so that a day with few analyses differs from
// an empty day.
const HEIGHT_MIN_PERCENT = 1.5

/** Hidden from screen readers, which read the sentence above the bars and the table below them. */
export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const { top, bars } = barsOf(days)
  return (
    <div class="flex min-w-0 flex-col gap-3">
      <p class="text-sm">{usageInWords(days)}</p>
      <div aria-hidden="true" class="flex min-w-0 flex-col gap-1">
        <p class="flex gap-4 text-xs text-muted">
          <Legend fill="bg-accent" text="Analyses" />
          <Legend fill="bg-warn" text="Credits" />
          <span class="ml-auto tabular-nums">Top line: {count(top)}</span>
        </p>
        <div class="flex h-40 items-end gap-px border-y border-line sm:gap-1">
          {bars.map((bar) => (
            <Day key={bar.date} bar={bar} />
          ))}
        </div>
        <p class="flex justify-between text-xs text-muted">
          <span>{bars[0]?.label}</span>
          <span>{bars.length > 1 ? bars.at(-1)?.label : ''}</span>
        </p>
      </div>
      <details class="text-sm">
        <summary class="cursor-pointer text-accent">Show the days as a table</summary>
        <Table
          label="Usage by day"
          rows={days}
          keyOf={({ date }) => date}
          columns={[
            { title: 'Day (UTC)', cell: ({ date }) => dayInWords(date) },
            { title: 'Analyses', isNumber: true, cell: ({ analyses }) => count(analyses) },
            { title: 'Credits', isNumber: true, cell: ({ credits }) => count(credits) },
          ]}
        />
      </details>
    </div>
  )
}

const Legend = ({ fill, text }: { fill: string; text: string }) => (
  <span class="flex items-center gap-1.5">
    <span class={`inline-block size-2.5 rounded-xs ${fill}`} /> {text}
  </span>
)

const heightOf = (share: number) =>
  `${share === 0 ? 0 : Math.max(share * 100, HEIGHT_MIN_PERCENT)}%`

// The width of a day is limited. Otherwise a period with only two days would show two huge blocks.
function Day({ bar }: { bar: UsageBar }) {
  return (
    <div
      class="flex h-full max-w-12 flex-1 items-end gap-px hover:bg-raised"
      title={`${bar.label}: ${count(bar.analyses)} analyses, ${count(bar.credits)} credits`}
    >
      <div class="flex-1 rounded-t-xs bg-accent" style={{ height: heightOf(bar.analysesShare) }} />
      <div class="flex-1 rounded-t-xs bg-warn" style={{ height: heightOf(bar.creditsShare) }} />
    </div>
  )
}
