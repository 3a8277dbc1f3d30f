const FAILURES_MAX = 5
/**
 * Time in milliseconds during which no requests are sent to a host that has failed repeatedly. After that, one request may try the host
 * again.
 */
const OPEN_MS = 30_000
const HOSTS_MAX = 200

interface State {
  failures: number
  openUntil: number
}

/**
 * Circuit breakers by host name, which pause requests to a host that has failed repeatedly. All requests in a Worker isolate share them.
 * They exist only in memory, so after a restart a few requests to a failed host are slow again.
 */
export interface Circuits {
  /** Returns true if a request to the host is allowed now. If the host has failed repeatedly, one request is allowed every 30 s. */
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
