import { orAbort } from '../../../platform/net/fetch-failure.ts'
import type { CollectorTools } from '../../collector.ts'

// Limits in milliseconds: `probe` for the whole site, `home` for its home page, `page` for one
// other page. `probe` is shorter than the limit of the collector, which can then still return
// partial results.
const LIMITS = {
  quick: { probe: 5_800, home: 4_000, page: 3_000, patience: 1_200 },
  deep: { probe: 18_000, home: 10_000, page: 8_000, patience: 2_500 },
} as const

const REQUEST_MS_MIN = 150

export interface ProbeClock {
  homeMs(): number
  pageMs(): number
  /** If the home page has not arrived after this time, its next URL is tried in parallel. */
  patienceMs: number
  hasTime(): boolean
}

export function createProbeClock({
  depth,
  now,
}: Pick<CollectorTools, 'depth' | 'now'>): ProbeClock {
  const limits = LIMITS[depth]
  const end = now().getTime() + limits.probe
  const left = (): number => Math.max(1, end - now().getTime())
  return {
    homeMs: () => Math.min(limits.home, left()),
    pageMs: () => Math.min(limits.page, left()),
    patienceMs: limits.patience,
    hasTime: () => left() > REQUEST_MS_MIN,
  }
}

/** Resolves to null when the promise rejects or takes longer. */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  return orAbort(promise, AbortSignal.timeout(milliseconds)).catch(() => null)
}
