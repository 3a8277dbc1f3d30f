const CHECK_MS = 1_000
const MINUTE_MS = 60_000

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const FIELDS = [
  { low: 0, high: 59, words: [], of: (at: Date) => at.getUTCMinutes() },
  { low: 0, high: 23, words: [], of: (at: Date) => at.getUTCHours() },
  { low: 1, high: 31, words: [], of: (at: Date) => at.getUTCDate() },
  { low: 1, high: 12, words: MONTHS, of: (at: Date) => at.getUTCMonth() + 1 },
  { low: 1, high: 7, words: WEEKDAYS, of: (at: Date) => at.getUTCDay() + 1 },
] as const

/**
 * Runs the schedules of the Worker, because Miniflare does not. Returns a function that stops the
 * timer.
 */
export function startSchedules(
  crons: readonly string[],
  run: (cron: string) => Promise<void>,
): () => Promise<void> {
  let minute = Math.floor(Date.now() / MINUTE_MS)
  const timer = setInterval(() => {
    const now = Math.floor(Date.now() / MINUTE_MS)
    if (now === minute) return
    minute = now
    for (const cron of crons) {
      // An error can be ignored here: the Worker logs it, and the next run does the missing work.
      if (isDue(cron, new Date(now * MINUTE_MS))) run(cron).catch(() => undefined)
    }
  }, CHECK_MS)
  return async () => clearInterval(timer)
}

/**
 * Returns true if the schedule is due at this minute, in UTC (Cloudflare documentation, page Cron
 * Triggers). Weekdays count from 1 (Sunday) to 7. Lists, ranges, steps and names such as "mon" are
 * supported; L, W and # are not.
 */
export function isDue(cron: string, at: Date): boolean {
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== FIELDS.length) return false
  return FIELDS.every((field, index) => {
    const value = field.of(at)
    return (fields[index] ?? '').split(',').some((part) => includes(part, value, field))
  })
}

function includes(
  part: string,
  value: number,
  { low, high, words }: (typeof FIELDS)[number],
): boolean {
  const [range = '', step = '1'] = part.split('/')
  const [from, to] =
    range === '*' ? [low, high] : range.split('-').map((text) => numberOf(text, words, low))
  const first = from ?? Number.NaN
  const last = to ?? (part.includes('/') ? high : first)
  return value >= first && value <= last && (value - first) % Number(step) === 0
}

function numberOf(text: string, words: readonly string[], low: number): number {
  const index = words.indexOf(text.toLowerCase())
  return index === -1 ? Number(text) : low + index
}
