import type { BodyBudget } from './body-budget.ts'
import type { Circuits } from './circuits.ts'
import type { ConnectionGate } from './connection-gate.ts'
import type { Fetch } from './fetch.ts'
import type { SharedAnswers } from './shared-answers.ts'

/**
 * Network access of one request, queue message or alarm. At most six connections are open at the
 * same time. `signal` aborts all outgoing requests.
 */
export interface Connections {
  fetch: Fetch
  gate: ConnectionGate
  circuits: Circuits
  /** Shared by all requests of the isolate. */
  bodies: BodyBudget
  /** Shared by all requests of the isolate. */
  sharedAnswers: SharedAnswers
  now(): Date
  wait(milliseconds: number): Promise<void>
  signal: AbortSignal
}
