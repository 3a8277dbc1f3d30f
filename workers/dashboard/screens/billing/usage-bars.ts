import { counted } from '../../parts/texts.ts'

export interface UsageDay {
  /** Day in UTC, for example `2026-03-01`. */
  date: string
  analyses: number
  /** Of the analyses, those of lists. */
  lists: number
  /** Of the analyses, those that monitors started. */
  monitors: number
  credits: number
}

export interface UsageBar extends UsageDay {
  label: string
  /** Analyses that neither a list nor a monitor started. */
  own: number
  /** Heights of the bars as shares of the chart, between 0 and 1. */
  ownShare: number
  listShare: number
  monitorShare: number
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
  const bars = days.map((day) => {
    const own = Math.max(0, day.analyses - day.lists - day.monitors)
    return {
      ...day,
      label: dayInWords(day.date),
      own,
      ownShare: own / top,
      listShare: day.lists / top,
      monitorShare: day.monitors / top,
      creditsShare: day.credits / top,
    }
  })
  return { top, bars }
}

const DAY_MS = 86_400_000
const PERIOD_DAYS_MAX = 40

/** Adds the days without usage until `end`, the first moment of the next period. */
export function wholePeriod(days: readonly UsageDay[], end: string): UsageDay[] {
  const whole = [...days]
  const [last] = days.slice(-1)
  if (last === undefined) return whole
  const endMs = new Date(end).getTime()
  let dayMs = new Date(`${last.date}T00:00:00Z`).getTime() + DAY_MS
  for (; dayMs < endMs && whole.length < PERIOD_DAYS_MAX; dayMs += DAY_MS) {
    const date = new Date(dayMs).toISOString().slice(0, 10)
    whole.push({ date, analyses: 0, lists: 0, monitors: 0, credits: 0 })
  }
  return whole
}

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
    `${counted(credits, 'credit')} from ${dayInWords(first.date)} to ` +
    `${dayInWords(last.date)}.`
  if (busiest.analyses === 0) return whole
  return (
    `${whole} The busiest day was ${dayInWords(busiest.date)} with ` +
    `${counted(busiest.analyses, 'analysis', 'analyses')}.`
  )
}
