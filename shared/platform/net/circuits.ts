/** Failures in a row after which a host is left alone. */
const FAILURES_MAX = 5
/** How long it is left alone; then one call may try. */
const OPEN_MS = 30_000
/** Hosts remembered at once; the longest untouched is forgotten first. */
const HOSTS_MAX = 200

interface State {
  failures: number
  openUntil: number
}

/** One breaker a host. Held for the life of the isolate and shared by its runs; losing it costs only a few slow failures. */
export interface Circuits {
  /** Whether a call may be made now. An open circuit lets one call through each time its pause is over. */
  allows(host: string, now: Date): boolean
  succeeded(host: string): void
  failed(host: string, now: Date): void
}

export function createCircuits(): Circuits {
  const states = new Map<string, State>()
  return {
    allows(host, now) {
      const state = states.get(host)
      if (state === undefined || state.failures < FAILURES_MAX) return true
      if (now.getTime() < state.openUntil) return false
      state.openUntil = now.getTime() + OPEN_MS
      return true
    },
    succeeded(host) {
      states.delete(host)
    },
    failed(host, now) {
      const failures = (states.get(host)?.failures ?? 0) + 1
      states.delete(host)
      states.set(host, { failures, openUntil: now.getTime() + OPEN_MS })
      const oldest = states.keys().next()
      if (states.size > HOSTS_MAX && !oldest.done) states.delete(oldest.value)
    },
  }
}
