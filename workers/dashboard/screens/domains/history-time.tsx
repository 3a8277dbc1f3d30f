import { exactTime } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import type { HistoryEntry } from './use-history.ts'

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

type Entry = Pick<HistoryEntry, 'analyzed_at' | 'job_id' | 'source'>

const isOwn = ({ job_id: id, source }: Entry) => id !== null || source === 'external'

/**
 * An exact time would show an investigated person that somebody looks at this domain just now, so
 * an analysis of another account has only its day.
 */
export const historyTime = (entry: Entry): string =>
  isOwn(entry) ? exactTime(new Date(entry.analyzed_at)) : DAY.format(new Date(entry.analyzed_at))

export function HistoryTime({ entry }: { entry: Entry }) {
  if (isOwn(entry)) return <Time at={entry.analyzed_at} />
  return <time dateTime={entry.analyzed_at.slice(0, 10)}>{historyTime(entry)}</time>
}
