import { count } from '../../parts/texts.ts'

export interface UsageDay {
  /** Day in UTC, for example `2026-03-01`. */
  date: string
  analyses: number
  credits: number
}

export interface UsageBar extends UsageDay {
  label: string
  /** Heights of the bars as shares of the chart, between 0 and 1. */
  analysesShare: number
  creditsShare: number
}

/** Returns the end of the axis for a largest value: 1, 2 or 5 times a power of ten, at least 1. */
export function roundMaximum(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((factor) => factor * power >= value) ?? 10) * power
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Returns a text such as "1 Mar" for a day in UTC. */
export function dayInWords(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? date : DAY.format(day)
}

export function barsOf(days: readonly UsageDay[]): { top: number; bars: UsageBar[] } {
  const top = roundMaximum(
    days.reduce((most, { analyses, credits }) => Math.max(most, analyses, credits), 0),
  )
  const bars = days.map((day) => ({
    ...day,
    label: dayInWords(day.date),
    analysesShare: day.analyses / top,
    creditsShare: day.credits / top,
  }))
  return { top, bars }
}

const counted = (value: number, one: string, many: string) =>
  `${count(value)} ${value === 1 ? one : many}`

/** Says in one sentence what the bars show, for readers who do not see them. */
export function usageInWords(days: readonly UsageDay[]): string {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return 'There is no usage in this period yet.'
  const analyses = days.reduce((sum, day) => sum + day.analyses, 0)
  const credits = days.reduce((sum, day) => sum + day.credits, 0)
  const busiest = days.reduce((most, day) => (day.analyses > most.analyses ? day : most))
  const whole =
    `${counted(analyses, 'analysis', 'analyses')} and ` +
    `${counted(credits, 'credit', 'credits')} from ${dayInWords(first.date)} to ` +
    `${dayInWords(last.date)}.`
  if (busiest.analyses === 0) return whole
  return (
    `${whole} The busiest day was ${dayInWords(busiest.date)} with ` +
    `${counted(busiest.analyses, 'analysis', 'analyses')}.`
  )
}
