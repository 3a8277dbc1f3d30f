/** Cloudflare lets one invocation hold six connections open; more would wait inside the runtime, where no limit of ours reaches. */
export const CONNECTIONS_MAX = 6

/** Callers that may wait for one gate: far above what one run starts, so that only a runaway loop meets it. */
const WAITING_MAX = 1_000

/** urgent: the next step of the longest chain waits for it (addresses, pages). ordinary: nothing does. */
export type Urgency = 'urgent' | 'ordinary'

export interface ConnectionGate {
  /** Runs the task when a slot is free, urgent callers before ordinary ones. Rejects with the signal's reason if it aborts while waiting. */
  pass<T>(task: () => Promise<T>, signal: AbortSignal, urgency?: Urgency): Promise<T>
  /** The most tasks that ever ran at the same time. */
  readonly highWater: number
  /** How many tasks have passed. */
  readonly passed: number
}

interface Waiter {
  admit(): void
}

/** A gate that lets `slots` tasks run at once. Tasks must not pass the same gate again from inside: they would wait for themselves. */
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
  const admitNext = (): void => {
    while (running < slots) {
      const next = waiting.urgent.shift() ?? waiting.ordinary.shift()
      if (next === undefined) return
      enter()
      next.admit()
    }
  }
  const leave = (): void => {
    running -= 1
    admitNext()
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
      const waiter: Waiter = {
        admit: () => {
          signal.removeEventListener('abort', abandon)
          resolve()
        },
      }
      signal.addEventListener('abort', abandon, { once: true })
      queue.push(waiter)
      // Collectors start in one turn; the urgent ones among them must not depend on their place in it.
      queueMicrotask(admitNext)
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
