import type { Schemas } from '../../api/api-client.ts'
import type { Tone } from '../../parts/badge.tsx'
import { NOBODY_NAMED } from '../../parts/row-words.ts'

export type Monitor = Schemas['Monitor']
export type MonitorStatus = Monitor['status']

export const MONITOR_STATUSES: Record<MonitorStatus, { words: string; tone: Tone }> = {
  baselining: { words: 'First analysis', tone: 'accent' },
  active: { words: 'Active', tone: 'good' },
  paused: { words: 'Paused', tone: 'neutral' },
  unmonitorable: { words: 'Not watchable', tone: 'bad' },
}

export const CADENCE_WORDS: Record<Monitor['cadence'], string> = {
  hourly: 'Hourly',
  daily: 'Daily',
  weekly: 'Weekly',
}

/** Such as "Daily", or "Daily, checked weekly: registry limit". */
export function cadenceInWords(monitor: Pick<Monitor, 'cadence' | 'cadence_effective'>): string {
  const { cadence, cadence_effective: effective } = monitor
  if (cadence === effective) return CADENCE_WORDS[cadence]
  return `${CADENCE_WORDS[cadence]}, checked ${CADENCE_WORDS[effective].toLowerCase()}: registry limit`
}

const ERRORS = new Map([
  ['QUOTA_EXCEEDED', 'Neither the quota nor credits cover the first analysis.'],
  [
    'MONITOR_LIMIT_REACHED',
    'There is no credit for this monitor, which is beyond the number of your plan.',
  ],
  ['BASELINE_FAILED', 'The first analysis failed. Check the domain to try again.'],
  ['NO_READING', 'The public facts of this domain could not be read.'],
])

/** Returns words for an error code, or null if this page does not know the code. */
export const errorInWords = (code: string): string | null => ERRORS.get(code) ?? null

export function outcomeInWords(baseline: Monitor['baseline']): string {
  if (baseline === null) return 'No analysis yet'
  return baseline.outcome === 'ambiguous' ? 'Several candidates' : NOBODY_NAMED
}
