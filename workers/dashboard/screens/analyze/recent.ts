import type { Schemas } from '../../api/api-client.ts'

const DAY_MS = 86_400_000
/** A new monitor uses an analysis up to this age instead of a new one. */
const USED_DAYS_MAX = 7

type Analysis = Pick<Schemas['Job'], 'status' | 'completed_at'>

/** True if a new monitor of the domain needs no first analysis. */
export function isRecent({ status, completed_at: at }: Analysis, now: Date): boolean {
  if (status !== 'completed' && status !== 'partial') return false
  return at !== null && now.getTime() - Date.parse(at) < USED_DAYS_MAX * DAY_MS
}
