import { orAbort } from '../platform/net/fetch-failure.ts'
import { onAbort } from '../platform/on-abort.ts'

interface Clock {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/** Runs a wait that is not the fault of the domain, for example for a limit on requests. */
export type Exclude = <Value>(wait: () => Promise<Value>) => Promise<Value>

// The timer looks at the time at least this many milliseconds after it looked last.
const LOOK_MS_MIN = 100

/**
 * Runs a task whose own time is limited to `msMax` milliseconds. Excluded waits do not count.
 * `value` is null if the time was over or `signal` aborted. Rejects with the error of the task.
 */
export async function withinOwnTime<Value>(
  msMax: number,
  { now, wait }: Clock,
  signal: AbortSignal,
  run: (signal: AbortSignal, exclude: Exclude) => Promise<Value>,
): Promise<{ value: Value | null; tookMs: number }> {
  const own = new AbortController()
  const remove = onAbort(signal, () => own.abort())
  const startedAt = now().getTime()
  let excludedMs = 0
  let excludedSince: number | null = null
  let isDone = false
  const tookMs = () => (excludedSince ?? now().getTime()) - startedAt - excludedMs
  const exclude: Exclude = async (pause) => {
    // Another wait may follow after the end of the task, which nobody needs any more.
    own.signal.throwIfAborted()
    excludedSince = now().getTime()
    try {
      return await pause()
    } finally {
      excludedMs += now().getTime() - excludedSince
      excludedSince = null
    }
  }
  const watch = async () => {
    for (let left = msMax; !isDone; left = msMax - tookMs()) {
      if (left <= 0) return own.abort()
      await wait(Math.max(left, LOOK_MS_MIN))
    }
  }
  void watch()
  try {
    return { value: await orAbort(run(own.signal, exclude), own.signal), tookMs: tookMs() }
  } catch (error) {
    if (own.signal.aborted) return { value: null, tookMs: tookMs() }
    throw error
  } finally {
    isDone = true
    remove()
  }
}
