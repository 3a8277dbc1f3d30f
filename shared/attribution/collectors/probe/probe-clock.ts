import { orAbort } from '../../../platform/net/fetch-failure.ts'
import type { CollectorTools } from '../../collector.ts'

/** What one probe may take, and each of its requests, in milliseconds: below the collector's limit, so that what was found is kept. */
const LIMITS = {
  quick: { probe: 5_800, home: 4_000, page: 3_000, patience: 1_200 },
  deep: { probe: 18_000, home: 10_000, page: 8_000, patience: 2_500 },
} as const

/** A request with less time than this is not started. */
const REQUEST_MS_MIN = 150

export interface ProbeClock {
  /** Time for the home page, and for any other request, as far as the probe has time left. */
  homeMs(): number
  pageMs(): number
  /** How long one address of the home page may be silent before the next is tried beside it. */
  patienceMs: number
  /** Whether another request is worth starting. */
  hasTime(): boolean
}

export function createProbeClock({ depth, now }: Pick<CollectorTools, 'depth' | 'now'>): ProbeClock {
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

/** The promise's value, or null when it rejects or takes longer. */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  return orAbort(promise, AbortSignal.timeout(milliseconds)).catch(() => null)
}
