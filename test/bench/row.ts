/**
 * One measured value. `met` is true if the value is within its limit, and null if it has no limit.
 */
export interface BenchRow {
  what: string
  figure: string
  goal: string
  met: boolean | null
}

export function bounded(
  what: string,
  value: number,
  bound: { least?: number; most?: number },
  detail = '',
): BenchRow {
  const { least, most } = bound
  const met = (least === undefined || value >= least) && (most === undefined || value <= most)
  const goal = [least === undefined ? '' : `≥ ${least}`, most === undefined ? '' : `≤ ${most}`]
    .filter((part) => part !== '')
    .join(' and ')
  return { what, figure: `${value.toFixed(2)}${detail === '' ? '' : ` (${detail})`}`, goal, met }
}

export function shown(what: string, figure: string): BenchRow {
  return { what, figure, goal: '', met: null }
}

/** Returns a percentile. `share` is from 0 to 1: 0.95 gives the 95th percentile. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
