import type { Circuits } from './circuits.ts'
import type { ConnectionGate } from './connection-gate.ts'
import type { Fetch } from './fetch.ts'

/** Connections to outside services for one piece of work: at most six at once, all ended by `signal`. */
export interface Connections {
  fetch: Fetch
  gate: ConnectionGate
  /** One set per isolate: an outside service that is down is down for every request. */
  circuits: Circuits
  now(): Date
  wait(milliseconds: number): Promise<void>
  signal: AbortSignal
}
