const CHECK_MS = 1_000
const MINUTE_MS = 60_000

const FIELDS = [
  { name: 'minute', low: 0, high: 59, of: (at: Date) => at.getUTCMinutes() },
  { name: 'hour', low: 0, high: 23, of: (at: Date) => at.getUTCHours() },
  { name: 'day', low: 1, high: 31, of: (at: Date) => at.getUTCDate() },
  { name: 'month', low: 1, high: 12, of: (at: Date) => at.getUTCMonth() + 1 },
  { name: 'weekday', low: 1, high: 7, of: (at: Date) => at.getUTCDay() + 1 },
] as const

/**
 * Runs the scheduled tasks of the Worker, because Miniflare does not run them. Calls `run` in each minute that matches a cron expression.
 * Returns a function that stops the timer.
 */
export function startSchedules(crons: readonly string[], run: (cron: string) => Promise<void>): () => Promise<void> {
  let minute = Math.floor(Date.now() / MINUTE_MS)
  const timer = setInterval(() => {
    const now = Math.floor(Date.now() / MINUTE_MS)
    if (now === minute) return
    minute = now
    for (const cron of crons) {
      // The Worker logs the error of a failed scheduled task. The next run of the task does the missing work, so the error is ignored here.
      if (isDue(cron, new Date(now * MINUTE_MS))) run(cron).catch(() => undefined)
    }
  }, CHECK_MS)
  return async () => clearInterval(timer)
}

/**
 * Returns true if the cron expression `cron` matches the minute `at` in UTC. Weekdays count from 1 (Sunday) to 7. Lists, ranges and steps
 * are supported, but names such as MON are not.
 */
export function isDue(cron: string, at: Date): boolean {
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== FIELDS.length) return false
  return FIELDS.every((field, index) => {
    const value = field.of(at)
    return (fields[index] ?? '').split(',').some((part) => includes(part, value, field.low, field.high))
  })
}

function includes(part: string, value: number, low: number, high: number): boolean {
  const [range = '', step = '1'] = part.split('/')
  const [from, to] = range === '*' ? [low, high] : range.split('-').map(Number)
  const first = from ?? Number.NaN
  const last = to ?? (part.includes('/') ? high : first)
  return value >= first && value <= last && (value - first) % Number(step) === 0
}
