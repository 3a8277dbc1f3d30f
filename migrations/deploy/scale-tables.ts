import { JOB_COSTS } from './job-costs.ts'
import { PRICES_DATE } from './prices.ts'
import { type Load, type Scale, scaleOf, shareOf } from './scale.ts'

export const LOADS: readonly Load[] = [
  { analysesPerMonth: 1_000_000, quickShare: 0.8, peakToAverage: 5 },
  { analysesPerMonth: 100_000_000, quickShare: 0.8, peakToAverage: 5 },
]

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 })
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** Returns the tables of docs/scale.md as Markdown. */
export function scaleTables(): string {
  const scales = LOADS.map((load) => scaleOf(load))
  const names = LOADS.map(
    ({ analysesPerMonth }) => `${number(analysesPerMonth / 1e6)} million a month`,
  )
  const line = (what: string, of: (scale: Scale) => string) => [what, ...scales.map(of)]
  const parts = scales[0]?.parts.map((_, index) => index) ?? []
  const items = [
    ...new Set(
      scales.flatMap(({ costs }) => costs.map(({ provider, item }) => `${provider}: ${item}`)),
    ),
  ]
  const dollarsOf = ({ costs }: Scale, name: string) =>
    costs.find(({ provider, item }) => `${provider}: ${item}` === name)?.dollars ?? 0
  const last = scales.at(-1)
  if (last === undefined) throw new Error('there is no load')
  return [
    table(
      ['Answer', ...names],
      [
        line('analyses per second at the peak', ({ peakPerSecond }) => number(peakPerSecond)),
        line('most analyses per second of this mix', ({ analysesPerSecondMax }) =>
          number(analysesPerSecondMax),
        ),
        line(
          'bottleneck',
          ({ bottleneck }) =>
            `${bottleneck.part}${shareOf(bottleneck) > 1 ? `, ${number(shareOf(bottleneck))} times its capacity` : ''}`,
        ),
        line(
          'quick; deep analysis at the peak, without waits at full parts',
          ({ quickSeconds, deepSeconds }) =>
            [quickSeconds, deepSeconds].map((seconds) => `${number(seconds)} s`).join('; '),
        ),
        line('database', ({ computeCu }) => `${number(computeCu)} CU`),
        line('cost', ({ dollars }) => `${number(dollars)} dollars`),
      ],
    ),
    table(
      ['Part of the capacity in use at the peak', 'Capacity', ...names],
      parts.map((index) => {
        const [first] = scales
        const part = first?.parts[index]
        return [
          part?.part ?? '',
          `${number(part?.capacity ?? 0)} ${part?.unit ?? ''}`,
          ...scales.map(({ parts: all }) => {
            const each = all[index]
            return each === undefined
              ? ''
              : `${number(each.load)} (${number(shareOf(each) * 100)} %)`
          }),
        ]
      }),
    ),
    table(
      [`Dollars a month, prices of ${PRICES_DATE}`, ...names],
      items
        .sort((one, other) => dollarsOf(last, other) - dollarsOf(last, one))
        .map((name) => [name, ...scales.map((scale) => number(dollarsOf(scale, name)))]),
    ),
    table(
      ['Measured for one analysis', 'quick', 'deep'],
      (Object.keys(JOB_COSTS.quick) as (keyof typeof JOB_COSTS.quick)[]).map((name) => [
        `\`${name}\``,
        number(JOB_COSTS.quick[name]),
        number(JOB_COSTS.deep[name]),
      ]),
    ),
  ].join('\n\n')
}
