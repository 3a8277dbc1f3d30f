import type { Database } from '../db/client.ts'
import type { Environment } from '../environment.ts'
import type { IdentifierPrefix } from '../identifiers.ts'
import type { Connections } from '../net/connections.ts'
import type { Fetch } from '../net/fetch.ts'
import type { QueueName } from '../queue-messages.ts'
import type { Hint } from './hints.ts'

/**
 * Dependencies of one HTTP request, queue message, alarm or scheduled task. Each function takes
 * only the dependencies that it needs, for example `Pick<Services, 'db' | 'env'>`.
 */
export interface Services {
  readonly requestId: string
  readonly env: Environment
  readonly db: Database
  readonly fetch: Fetch
  /**
   * Suffix of all identifiers that a request with an Idempotency-Key creates. A repeated request
   * has the same suffix, so it creates the same identifiers again. Undefined for a request without
   * an Idempotency-Key.
   */
  readonly operationSuffix: string | undefined
  now(): Date
  randomBytes(count: number): Uint8Array<ArrayBuffer>
  /**
   * Returns a new identifier. A repeated request with the same Idempotency-Key gets the same
   * identifier.
   */
  newIdentifier(prefix: IdentifierPrefix): string
  connections(signal: AbortSignal): Connections
  /**
   * Sends one queue message for each id. Throws after a timeout or an error of the queue. After a
   * timeout, the messages may still arrive.
   */
  enqueue(queue: QueueName, ids: readonly string[], delaySeconds?: number): Promise<void>
  /**
   * Sends hints (notifications about database rows that wait for work). Never throws, because a
   * task that runs every minute also finds these rows.
   */
  sendHints(hints: readonly Hint[]): Promise<void>
  /**
   * Returns the stub (remote reference) of the Durable Object with this name. The caller casts the
   * stub to the type of the Durable Object.
   */
  object(binding: 'JOBS' | 'JOB_GROUPS' | 'SUBDOMAINS' | 'CERTIFICATE_LOGS', name: string): unknown
  /**
   * Continues `work` after the response is sent, even if the client has disconnected. `work` must
   * log its own errors, because no caller waits for its result.
   */
  background(work: Promise<unknown>): void
}
