/** One line of the bench's table. `goal` is what the ratio or count is held against, in words. */
export interface BenchRow {
  what: string
  figure: string
  goal: string
  met: boolean | null
}

/** A row whose figure must be at least or at most a bound. */
export function bounded(what: string, value: number, bound: { least?: number; most?: number }, detail = ''): BenchRow {
  const { least, most } = bound
  const met = (least === undefined || value >= least) && (most === undefined || value <= most)
  const goal = [least === undefined ? '' : `≥ ${least}`, most === undefined ? '' : `≤ ${most}`]
    .filter((part) => part !== '')
    .join(' and ')
  return { what, figure: `${value.toFixed(2)}${detail === '' ? '' : ` (${detail})`}`, goal, met }
}

/** A row that only informs. */
export function shown(what: string, figure: string): BenchRow {
  return { what, figure, goal: '', met: null }
}

/** The value below which `share` of the sorted samples lie. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
