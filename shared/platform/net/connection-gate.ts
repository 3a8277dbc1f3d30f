import { onAbort } from './on-abort.ts'

/**
 * Cloudflare allows six open connections per invocation of a Worker. Further requests would wait
 * inside Cloudflare's runtime, where the time limits of this service do not apply.
 */
export const CONNECTIONS_MAX = 6

/**
 * Maximum number of outgoing requests that wait for a free connection. Only a bug, such as an
 * endless loop, reaches this limit.
 */
const WAITING_MAX = 1_000

/**
 * Priority of an outgoing request. Urgent requests are sent first, because other requests must wait
 * for the result of an urgent request, for example for the IP address of a host.
 */
export type Urgency = 'urgent' | 'ordinary'

export interface ConnectionGate {
  /**
   * Runs a task as soon as a connection is free; urgent tasks run first. If `signal` aborts before
   * the task starts, rejects with the reason of the signal.
   */
  pass<T>(task: () => Promise<T>, signal: AbortSignal, urgency?: Urgency): Promise<T>
  readonly highWater: number
  readonly passed: number
}

interface Waiter {
  start(): void
}

/**
 * Creates a limiter that runs at most `slots` tasks at the same time. A task must not wait for
 * another task of the same limiter, because both could wait forever.
 */
export function createGate(slots: number = CONNECTIONS_MAX): ConnectionGate {
  const waiting: Record<Urgency, Waiter[]> = { urgent: [], ordinary: [] }
  let running = 0
  let highWater = 0
  let passed = 0

  const enter = (): void => {
    running += 1
    passed += 1
    highWater = Math.max(highWater, running)
  }
  const startNext = (): void => {
    while (running < slots) {
      const next = waiting.urgent.shift() ?? waiting.ordinary.shift()
      if (next === undefined) return
      enter()
      next.start()
    }
  }
  const leave = (): void => {
    running -= 1
    startNext()
  }
  const wait = (signal: AbortSignal, urgency: Urgency): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = waiting[urgency]
      if (queue.length >= WAITING_MAX) {
        reject(new Error(`more than ${WAITING_MAX} requests wait for a connection`))
        return
      }
      const abandon = (): void => {
        const index = queue.indexOf(waiter)
        if (index >= 0) queue.splice(index, 1)
        reject(signal.reason)
      }
      const remove = onAbort(signal, abandon)
      const waiter: Waiter = {
        start: () => {
          remove()
          resolve()
        },
      }
      queue.push(waiter)
      // During an analysis, all collectors (functions that gather evidence) ask for a connection in
      // the same turn of the event loop. This microtask runs after all of them have asked, so
      // urgent collectors get a connection first, even if they asked last.
      queueMicrotask(startNext)
    })

  return {
    async pass(task, signal, urgency = 'ordinary') {
      signal.throwIfAborted()
      await wait(signal, urgency)
      try {
        return await task()
      } finally {
        leave()
      }
    },
    get highWater() {
      return highWater
    },
    get passed() {
      return passed
    },
  }
}
