import { remember } from './recent-entries.ts'

const FAILURES_MAX = 5
const OPEN_MS = 30_000
// After a pause, one caller tries the service. If the outcome is still unknown after this time,
// another caller may try.
const TRIAL_MS = 5_000
/**
 * After a control question has shown that the service works, failures do not count for this time.
 */
const HEALTHY_MS = 10_000
// After this time, a control question without a known outcome is sent again. The outcome stays
// unknown if the runtime stops the control question together with the request that caused it.
const CONTROL_MS_MAX = 30_000

/**
 * State of a circuit breaker. `until` is in milliseconds since 1970.
 * - `closed`: requests are sent, and failures before `until` do not count.
 * - `open`: no request is sent before `until`.
 * - `half-open`: the requests of one caller try the service, and another caller may try it after
 *   `until`.
 */
export interface BreakerState {
  is: 'closed' | 'open' | 'half-open'
  failures: number
  until: number
  /** Time until which the outcome of a control question is awaited, or 0 if there is none. */
  controlUntil: number
  /** The caller that tries the service while the breaker is half-open. */
  caller: object | null
}

export const CLOSED: BreakerState = {
  is: 'closed',
  failures: 0,
  until: 0,
  controlUntil: 0,
  caller: null,
}

/** `caller`: null if the request has no further ones. An analysis needs all its requests. */
export function allowRequest(
  state: BreakerState,
  now: number,
  caller: object | null,
): { state: BreakerState; allowed: boolean } {
  if (state.is === 'closed') return { state, allowed: true }
  if (state.is === 'half-open' && caller !== null && caller === state.caller)
    return { state, allowed: true }
  if (now < state.until) return { state, allowed: false }
  return { state: { ...state, is: 'half-open', until: now + TRIAL_MS, caller }, allowed: true }
}

/**
 * Failures alone never open the breaker, because an attacker could submit many domains with dead
 * servers. `asksControl` says that a control question must now find out if the service works.
 */
export function countFailure(
  state: BreakerState,
  now: number,
): { state: BreakerState; asksControl: boolean } {
  if (state.is === 'closed' && now < state.until) return { state, asksControl: false }
  const failures = state.failures + 1
  const asksControl = failures >= FAILURES_MAX && now >= state.controlUntil
  const controlUntil = asksControl ? now + CONTROL_MS_MAX : state.controlUntil
  return { state: { ...state, failures, controlUntil }, asksControl }
}

/** State after the control question whose outcome was awaited until `controlUntil`. */
export function applyControl(
  state: BreakerState,
  controlUntil: number,
  isHealthy: boolean,
  now: number,
): BreakerState {
  // `controlUntil` changes if another request succeeds after the control question was sent. That
  // success proves that the service works.
  if (state.controlUntil !== controlUntil) return state
  return isHealthy
    ? { ...CLOSED, until: now + HEALTHY_MS }
    : { ...state, is: 'open', until: now + OPEN_MS, controlUntil: 0, caller: null }
}

/**
 * A control question that no API caller can influence, for example a DNS question for a fixed name.
 * Resolves to true if the service works.
 */
export type Control = () => Promise<boolean>

export interface Breaker {
  /** While the service is tried, all requests of the object `caller` are allowed. */
  allows(now: Date, caller?: object): boolean
  succeeded(): void
  failed(now: () => Date, control: Control): void
}

export function breaker(): Breaker {
  let state = CLOSED
  return {
    allows(now, caller) {
      const next = allowRequest(state, now.getTime(), caller ?? null)
      state = next.state
      return next.allowed
    },
    succeeded() {
      state = CLOSED
    },
    failed(now, control) {
      const next = countFailure(state, now().getTime())
      state = next.state
      if (!next.asksControl) return
      const { controlUntil } = state
      control()
        .catch(() => false)
        .then((isHealthy) => {
          state = applyControl(state, controlUntil, isHealthy, now().getTime())
        })
    },
  }
}

// Highest number of hosts. It is large enough: all hosts are named in the code or in IANA's list of
// RDAP servers, so callers cannot add any.
const HOSTS_MAX = 1_000

/**
 * Circuit breakers by host, kept only in memory, because a new isolate may try a failed host again.
 */
export function breakers(): (host: string) => Breaker {
  const known = new Map<string, Breaker>()
  return (host) => {
    const found = known.get(host) ?? breaker()
    remember(known, host, found, HOSTS_MAX)
    return found
  }
}
