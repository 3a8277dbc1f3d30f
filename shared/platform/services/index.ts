import type { Database } from '../db/client.ts'
import type { Environment } from '../environment.ts'
import type { IdentifierPrefix } from '../identifiers.ts'
import type { Connections } from '../net/connections.ts'
import type { Fetch } from '../net/fetch.ts'
import type { QueueName } from '../queue-messages.ts'
import type { Hint } from './hints.ts'

/**
 * The surroundings of one request, message, alarm or schedule. A verb takes the part that it needs:
 * `Pick<Services, 'db' | 'env'>`.
 */
export interface Services {
  readonly requestId: string
  readonly env: Environment
  readonly db: Database
  readonly fetch: Fetch
  /** Under an Idempotency-Key: the name of the operation, the same on every try. */
  readonly operationSuffix: string | undefined
  now(): Date
  randomBytes(count: number): Uint8Array<ArrayBuffer>
  /** A new identifier; under an Idempotency-Key the one that every try of the operation gets. */
  newIdentifier(prefix: IdentifierPrefix): string
  connections(signal: AbortSignal): Connections
  /** Sends one message for each id, within a time limit. Throws what the queue throws; a message may get through all the same. */
  enqueue(queue: QueueName, ids: readonly string[], delaySeconds?: number): Promise<void>
  /** Notifies those who wait for a change that is committed. Best effort: never throws. */
  sendHints(hints: readonly Hint[]): Promise<void>
  /** The stub of a Durable Object, whose class the caller names by its type. */
  object(binding: 'JOBS' | 'JOB_GROUPS' | 'SUBDOMAINS', name: string): unknown
  /** Keeps work alive after the answer, or after the client has hung up. Its failure is its own to log. */
  background(work: Promise<unknown>): void
}
