import { connect, type Database } from '../shared/platform/db/client.ts'
import { type Environment, readEnvironment } from '../shared/platform/environment.ts'
import { type IdentifierPrefix, newIdentifier } from '../shared/platform/identifiers.ts'
import { breakers } from '../shared/platform/limits/breaker.ts'
import { semaphore } from '../shared/platform/limits/semaphore.ts'
import type { Connections } from '../shared/platform/net/connections.ts'
import { bodySemaphore, SOCKETS_MAX } from '../shared/platform/net/connections.ts'
import { fetchOutside } from '../shared/platform/net/fetch.ts'
import { orAbort } from '../shared/platform/net/fetch-failure.ts'
import { createSharedAnswers } from '../shared/platform/net/shared-answers.ts'
import { type QueueName, sendMessages } from '../shared/platform/queue-messages.ts'
import type { Hint } from '../shared/platform/services/hints.ts'
import type { Services } from '../shared/platform/services/index.ts'
import { sendHints } from './send-hints.ts'

// All requests of an isolate share these objects, so none of them holds data of an account.
const breakerOf = breakers()
const bodies = bodySemaphore()
const sharedAnswers = createSharedAnswers()

const QUEUE_SEND_MS = 5_000

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export class RequestServices implements Services {
  readonly fetch = fetchOutside
  queueSends = 0
  objectCalls = 0
  operationSuffix: string | undefined
  readonly requestId: string
  readonly background: (work: Promise<unknown>) => void
  #db: Database | undefined
  readonly #environment: object

  constructor(
    environment: object,
    requestId: string,
    background: (work: Promise<unknown>) => void,
  ) {
    this.#environment = environment
    this.requestId = requestId
    this.background = background
  }

  get env(): Environment {
    return readEnvironment(this.#environment)
  }

  get db(): Database {
    this.#db ??= connect(this.env.DATABASE_URL, this.requestId)
    return this.#db
  }

  now(): Date {
    return new Date()
  }

  randomBytes(count: number): Uint8Array<ArrayBuffer> {
    return crypto.getRandomValues(new Uint8Array(count))
  }

  newIdentifier(prefix: IdentifierPrefix): string {
    return this.operationSuffix === undefined
      ? newIdentifier(prefix)
      : `${prefix}_${this.operationSuffix}`
  }

  connections(signal: AbortSignal): Connections {
    return {
      fetch: fetchOutside,
      sockets: semaphore(SOCKETS_MAX),
      breakerOf,
      bodies,
      sharedAnswers,
      now: this.now,
      wait,
      signal,
    }
  }

  async enqueue(queue: QueueName, ids: readonly string[], delaySeconds?: number): Promise<void> {
    if (ids.length === 0) return
    this.queueSends += 1
    // After the time limit, the queue may still deliver the message, although the caller got an
    // error. This does no harm: every consumer first checks in Postgres that the work is still to
    // be done, and a second load or merge of official lists repeats the first.
    await orAbort(
      sendMessages(this.env, queue, ids, delaySeconds),
      AbortSignal.timeout(QUEUE_SEND_MS),
    )
  }

  sendHints(hints: readonly Hint[]): Promise<void> {
    return sendHints(this, hints)
  }

  object(binding: Parameters<Services['object']>[0], name: string): unknown {
    this.objectCalls += 1
    const objects = this.env[binding]
    return objects.get(objects.idFromName(name))
  }
}

/**
 * `environment` has variables, secrets and bindings that are not yet parsed. `background` continues
 * work after the response, like `waitUntil`.
 */
export function createServices(
  environment: object,
  requestId: string,
  background: (work: Promise<unknown>) => void,
): RequestServices {
  return new RequestServices(environment, requestId, background)
}
