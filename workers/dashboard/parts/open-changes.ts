import { useQuery } from '@tanstack/preact-query'
import { monitorSummaryQuery } from './monitor-summary.ts'

const REFRESH_MS = 5 * 60_000
const SHOWN_MAX = 99

/** Number of changes that are not acknowledged. Null while it is not known. */
export function useOpenChanges(): number | null {
  const summary = useQuery({ ...monitorSummaryQuery, refetchInterval: REFRESH_MS })
  return summary.data?.open_changes ?? null
}

/** Returns the text of a badge, such as "7" or "99+". Empty without open changes. */
export function openChangesText(open: number | null): string {
  if (open === null || open === 0) return ''
  return open > SHOWN_MAX ? `${SHOWN_MAX}+` : String(open)
}
