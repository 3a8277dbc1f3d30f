import { onAbort } from '../on-abort.ts'

/** Urgent callers come first: a person waits for their result, or other work needs it. */
export type Priority = 'urgent' | 'ordinary'

export interface Permits {
  /** Rejects with the reason of `signal` if it aborts before the caller has the permits. */
  take(amount: number, signal: AbortSignal): Promise<void>
}

/** Callers of one priority get permits in the order in which they ask. */
export interface Semaphore {
  /**
   * Runs a task with one permit. The task must not ask this semaphore again, because it could then
   * wait for its own permit forever.
   */
  run<T>(task: () => Promise<T>, signal: AbortSignal, priority?: Priority): Promise<T>
  /**
   * Runs a task that takes permits step by step and releases all of them at its end. Tasks that
   * each hold some permits and wait for more could block each other forever. So one task at a time
   * may exceed the limit.
   */
  withPermits<T>(task: (permits: Permits) => Promise<T>): Promise<T>
  readonly used: number
}

interface Holder {
  amount: number
  endsAt: number
}

interface Waiter {
  holder: Holder
  amount: number
  start(): void
}

/**
 * `leaseMs`: time after which permits are free again, even if nobody has released them. A semaphore
 * that all requests of an isolate share needs it, because the runtime can stop a request without
 * running the rest of its code.
 */
export function semaphore(
  permitsMax: number,
  { leaseMs = Number.POSITIVE_INFINITY, now = Date.now } = {},
): Semaphore {
  const holders = new Set<Holder>()
  const waiting: Record<Priority, Waiter[]> = { urgent: [], ordinary: [] }
  let used = 0
  let exceeding: Holder | null = null

  const add = (holder: Holder, amount: number): void => {
    used += amount
    holder.amount += amount
  }
  const release = (holder: Holder): void => {
    if (!holders.delete(holder)) return
    used -= holder.amount
    if (exceeding === holder) exceeding = null
  }
  const mayExceed = ({ holder }: Waiter): boolean =>
    holder === exceeding || (exceeding === null && (holder.amount > 0 || used === 0))
  const nextWaiter = (): Waiter | undefined => {
    const first = waiting.urgent[0] ?? waiting.ordinary[0]
    if (first === undefined || used + first.amount <= permitsMax) return first
    const next = waiting.urgent.find(mayExceed) ?? waiting.ordinary.find(mayExceed)
    if (next !== undefined) exceeding = next.holder
    return next
  }
  const leave = (waiter: Waiter): void => {
    for (const priority of ['urgent', 'ordinary'] as const)
      waiting[priority] = waiting[priority].filter((other) => other !== waiter)
  }
  const startWaiting = (): void => {
    for (const holder of holders) if (holder.endsAt <= now()) release(holder)
    for (let next = nextWaiter(); next !== undefined; next = nextWaiter()) {
      leave(next)
      add(next.holder, next.amount)
      next.start()
    }
  }
  const wait = (holder: Holder, amount: number, signal: AbortSignal, priority: Priority) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted()
      const remove = onAbort(signal, () => {
        leave(waiter)
        reject(signal.reason)
      })
      const start = (): void => {
        remove()
        resolve()
      }
      const waiter: Waiter = { holder, amount, start }
      waiting[priority].push(waiter)
      // Permits are given out in a microtask. So callers that ask at almost the same time are
      // served by priority and not by their order.
      queueMicrotask(startWaiting)
    })
  // Free permits are taken without waiting for a promise. On Workers, a promise that another
  // request resolves arrives late.
  const take = async (holder: Holder, amount: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const isFree =
      used + amount <= permitsMax && waiting.urgent.length + waiting.ordinary.length === 0
    if (isFree || holder === exceeding) add(holder, amount)
    else await wait(holder, amount, signal, 'ordinary')
  }
  const withHolder = async <T>(task: (holder: Holder) => Promise<T>): Promise<T> => {
    const holder: Holder = { amount: 0, endsAt: now() + leaseMs }
    holders.add(holder)
    try {
      return await task(holder)
    } finally {
      release(holder)
      startWaiting()
    }
  }

  return {
    withPermits: (task) =>
      withHolder((holder) => task({ take: (amount, signal) => take(holder, amount, signal) })),
    run: (task, signal, priority = 'ordinary') =>
      withHolder(async (holder) => {
        await wait(holder, 1, signal, priority)
        return task()
      }),
    get used() {
      return used
    },
  }
}
