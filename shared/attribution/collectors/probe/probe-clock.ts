import { orAbort } from '../../../platform/net/fetch-failure.ts'
import type { CollectorTools } from '../../collector.ts'

/**
 * Time limits in milliseconds for all requests to one site, for its home page and for one other
 * page. They are shorter than the time limit of the whole collector, so that it can still return
 * partial results.
 */
const LIMITS = {
  quick: { probe: 5_800, home: 4_000, page: 3_000, patience: 1_200 },
  deep: { probe: 18_000, home: 10_000, page: 8_000, patience: 2_500 },
} as const

const REQUEST_MS_MIN = 150

export interface ProbeClock {
  homeMs(): number
  pageMs(): number
  /**
   * Milliseconds to wait for a response from one possible URL of the home page. After this time,
   * the next URL is tried in parallel.
   */
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

/**
 * Returns the value of a promise. Returns null when the promise rejects or takes longer than
 * `milliseconds`.
 */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  return orAbort(promise, AbortSignal.timeout(milliseconds)).catch(() => null)
}
