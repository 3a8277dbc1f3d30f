import { connect, type Database } from '../shared/platform/db/client.ts'
import { readEnvironment } from '../shared/platform/environment.ts'
import { type IdentifierPrefix, newIdentifier } from '../shared/platform/identifiers.ts'
import { createCircuits } from '../shared/platform/net/circuits.ts'
import { createGate } from '../shared/platform/net/connection-gate.ts'
import type { Connections } from '../shared/platform/net/connections.ts'
import { fetchOutside } from '../shared/platform/net/fetch.ts'
import { orAbort } from '../shared/platform/net/fetch-failure.ts'
import { type QueueName, sendMessages } from '../shared/platform/queue-messages.ts'
import type { Hint } from '../shared/platform/services/hints.ts'
import type { Services } from '../shared/platform/services/index.ts'
import { sendHints } from './send-hints.ts'

/** One set per isolate: an outside service that is down is down for every request. */
const circuits = createCircuits()

const QUEUE_SEND_MS = 5_000

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The services of one request, with what its log line counts. */
export class RequestServices implements Services {
  readonly env
  readonly fetch = fetchOutside
  queueSends = 0
  objectCalls = 0
  /** Under an Idempotency-Key: the part of new identifiers that is the same on every try. */
  operationSuffix: string | undefined
  readonly requestId: string
  readonly background: (work: Promise<unknown>) => void
  #db: Database | undefined

  constructor(environment: object, requestId: string, background: (work: Promise<unknown>) => void) {
    this.env = readEnvironment(environment)
    this.requestId = requestId
    this.background = background
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
    return this.operationSuffix === undefined ? newIdentifier(prefix) : `${prefix}_${this.operationSuffix}`
  }

  connections(signal: AbortSignal): Connections {
    return { fetch: fetchOutside, gate: createGate(), circuits, now: this.now, wait, signal }
  }

  async enqueue(queue: QueueName, ids: readonly string[], delaySeconds?: number): Promise<void> {
    if (ids.length === 0) return
    this.queueSends += 1
    // A message that gets through later finds its work done or ended: every consumer claims it first.
    await orAbort(sendMessages(this.env, queue, ids, delaySeconds), AbortSignal.timeout(QUEUE_SEND_MS))
  }

  sendHints(hints: readonly Hint[]): Promise<void> {
    return sendHints(this, hints)
  }

  object(binding: 'JOBS' | 'JOB_GROUPS' | 'SUBDOMAINS', name: string): unknown {
    this.objectCalls += 1
    const objects = this.env[binding]
    return objects.get(objects.idFromName(name))
  }
}

/**
 * The services of one request, message, alarm or schedule. `environment`: as the runtime gives it, parsed once per isolate.
 * `background` keeps work alive after the answer, as the runtime's waitUntil does.
 */
export function createServices(
  environment: object,
  requestId: string,
  background: (work: Promise<unknown>) => void,
): RequestServices {
  return new RequestServices(environment, requestId, background)
}
