const SECOND_MS = 1_000

/** Each host accepts at most `perSecond` requests within any second. Null: no limit. */
export interface HostLimits {
  set(perSecond: number | null): void
  /**
   * Returns true if this request is above the limit. Such a request is not counted against the
   * limit.
   */
  exceeded(host: string): boolean
  readonly refusals: number
}

export function createHostLimits(now: () => number): HostLimits {
  const accepted = new Map<string, number[]>()
  let limit: number | null = null
  let refusals = 0
  return {
    set(perSecond) {
      limit = perSecond
      accepted.clear()
    },
    exceeded(host) {
      if (limit === null) return false
      const recent = (accepted.get(host) ?? []).filter((at) => at > now() - SECOND_MS)
      const isExceeded = recent.length >= limit
      accepted.set(host, isExceeded ? recent : [...recent, now()])
      if (isExceeded) refusals += 1
      return isExceeded
    },
    get refusals() {
      return refusals
    },
  }
}
