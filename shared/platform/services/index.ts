import type { Database } from '../db/client.ts'
import type { Environment } from '../environment.ts'
import type { IdentifierPrefix } from '../identifiers.ts'
import type { Connections } from '../net/connections.ts'
import type { Fetch } from '../net/fetch.ts'
import type { QueueName } from '../queue-messages.ts'
import type { Hint } from './hints.ts'

/** Created for one request, message, alarm or schedule. Functions take the part they need. */
export interface Services {
  readonly requestId: string
  readonly env: Environment
  readonly db: Database
  readonly fetch: Fetch
  /**
   * Last part of all ids that a request with an Idempotency-Key creates. A repeated request has the
   * same suffix, so it creates the same ids.
   */
  readonly operationSuffix: string | undefined
  now(): Date
  randomBytes(count: number): Uint8Array<ArrayBuffer>
  newIdentifier(prefix: IdentifierPrefix): string
  connections(signal: AbortSignal): Connections
  /** Throws after a timeout or an error of the queue; after a timeout messages may still arrive. */
  enqueue(queue: QueueName, ids: readonly string[], delaySeconds?: number): Promise<void>
  /** Never throws, because the sweep also finds the rows of hints that were not sent. */
  sendHints(hints: readonly Hint[]): Promise<void>
  /** Returns the stub of a Durable Object. Its type is unknown, so the caller casts it. */
  object(binding: 'JOBS' | 'JOB_GROUPS' | 'SUBDOMAINS' | 'TURNS', name: string): unknown
  /** Continues after the response. `work` must log its own errors. */
  background(work: Promise<unknown>): void
}
