import type { Breaker } from '../limits/breaker.ts'
import { type Semaphore, semaphore } from '../limits/semaphore.ts'
import type { Fetch } from './fetch.ts'
import type { SharedAnswers } from './shared-answers.ts'

/**
 * Cloudflare allows six open connections per invocation of a Worker. More requests would wait
 * inside Cloudflare's runtime, where the time limits of this service do not apply.
 */
export const SOCKETS_MAX = 6
// Highest number of bytes of response bodies that all requests of one isolate hold together; one
// more body may exceed it. Cloudflare ends a Worker at 128 MB (Cloudflare documentation, Workers
// limits), and a page needs several times its own size while it is read.
const BODY_BYTES_MAX = 6 * 1024 * 1024
const BODY_LEASE_MS = 60_000

/** A body takes its bytes as they arrive, so a slow server holds only what it has sent. */
export const bodySemaphore = (): Semaphore => semaphore(BODY_BYTES_MAX, { leaseMs: BODY_LEASE_MS })

/**
 * Network access of one request, queue message or alarm. `signal` aborts all its outgoing requests.
 * `breakerOf`, `bodies` and `sharedAnswers` are shared by all requests of the isolate.
 */
export interface Connections {
  fetch: Fetch
  sockets: Semaphore
  breakerOf: (host: string) => Breaker
  /** Each permit is one byte of a response body in memory. */
  bodies: Semaphore
  sharedAnswers: SharedAnswers
  now(): Date
  wait(milliseconds: number): Promise<void>
  signal: AbortSignal
}
