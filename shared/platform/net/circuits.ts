const FAILURES_MAX = 5
/**
 * Time in milliseconds during which no requests are sent to a host that failed its control
 * question. After that, one request may try the host again.
 */
const OPEN_MS = 30_000
/**
 * Time after which the next request may try the host, if the outcome of the previous trial is
 * unknown, for example after an abort.
 */
const TRIAL_MS = 5_000
/**
 * Time during which failed requests are not counted, because the host has just answered its control
 * question.
 */
const HEALTHY_MS = 10_000
/**
 * Time after which a control question without an outcome may be asked again. The runtime can stop a
 * question together with the request that sent it.
 */
const CONTROL_MS_MAX = 30_000
/**
 * Maximum number of hosts with a stored state. The hosts are in the code or in IANA's list of RDAP
 * servers; callers cannot add hosts.
 */
const HOSTS_MAX = 1_000

/**
 * Asks a host a question that no API caller can influence, for example a DNS question for a fixed
 * name. Resolves to true if the host works.
 */
export type Control = () => Promise<boolean>

interface State {
  failures: number
  /** 0 if requests are allowed. */
  openUntil: number
  healthyUntil: number
  controlUntil: number
}

/**
 * Circuit breakers by host name, which pause requests to a host that does not work. All requests in
 * a Worker isolate share them. They exist only in memory, so after a restart a few requests to a
 * failed host are slow again.
 */
export interface Circuits {
  /**
   * Returns true if a request to the host is allowed now. While the requests are paused, one
   * request is allowed from time to time.
   */
  allows(host: string, now: Date): boolean
  succeeded(host: string): void
  /**
   * Counts a failed request. An attacker could submit many domains with dead servers, so failures
   * alone never pause the requests: after five failures in a row the host gets the control
   * question, and only its failure pauses them.
   */
  failed(host: string, now: () => Date, control: Control): void
}

export function createCircuits(): Circuits {
  const states = new Map<string, State>()

  const stateOf = (host: string): State => {
    const known = states.get(host)
    if (known !== undefined) return known
    const state = { failures: 0, openUntil: 0, healthyUntil: 0, controlUntil: 0 }
    states.set(host, state)
    const oldest = states.keys().next()
    if (states.size > HOSTS_MAX && !oldest.done) states.delete(oldest.value)
    return state
  }

  const judge = (host: string, state: State, now: () => Date, healthy: boolean): void => {
    // A request that has succeeded since the control question was sent deleted the state. Such a
    // success proves that the host works.
    if (states.get(host) !== state) return
    state.controlUntil = 0
    if (healthy)
      Object.assign(state, {
        failures: 0,
        openUntil: 0,
        healthyUntil: now().getTime() + HEALTHY_MS,
      })
    else state.openUntil = now().getTime() + OPEN_MS
  }

  return {
    allows(host, now) {
      const state = states.get(host)
      if (state === undefined || state.openUntil === 0) return true
      if (now.getTime() < state.openUntil) return false
      state.openUntil = now.getTime() + TRIAL_MS
      return true
    },
    succeeded(host) {
      states.delete(host)
    },
    failed(host, now, control) {
      const at = now().getTime()
      const state = stateOf(host)
      if (at < state.healthyUntil) return
      state.failures += 1
      if (state.failures < FAILURES_MAX || at < state.controlUntil) return
      state.controlUntil = at + CONTROL_MS_MAX
      control().then(
        (healthy) => judge(host, state, now, healthy),
        () => judge(host, state, now, false),
      )
    },
  }
}
