import { useEffect, useState } from 'preact/hooks'
import { exactTime, relativeTime } from './texts.ts'

const MINUTE_MS = 60_000

/** Shows a relative time, and the exact time on hover. `at` is an ISO 8601 time or null. */
export function Time({ at }: { at: string | null | undefined }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  const time = at === null || at === undefined ? null : new Date(at)
  if (time === null || Number.isNaN(time.getTime())) return <span class="text-muted">–</span>
  return (
    <time dateTime={time.toISOString()} title={exactTime(time)} class="whitespace-nowrap">
      {relativeTime(time, now)}
    </time>
  )
}
