import { exactTime } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { dayText } from '../../parts/verdict/fact-words.ts'
import type { HistoryEntry } from './use-history.ts'

type Entry = Pick<HistoryEntry, 'analyzed_at' | 'job_id' | 'source'>

const isOwn = ({ job_id: id, source }: Entry) => id !== null || source === 'external'

/**
 * An exact time would show an investigated person that somebody looks at this domain just now, so
 * an analysis of another account has only its day.
 */
export const historyTime = (entry: Entry): string =>
  isOwn(entry) ? exactTime(new Date(entry.analyzed_at)) : dayText(entry.analyzed_at)

export function HistoryTime({ entry }: { entry: Entry }) {
  if (isOwn(entry)) return <Time at={entry.analyzed_at} />
  return <time dateTime={entry.analyzed_at.slice(0, 10)}>{historyTime(entry)}</time>
}
