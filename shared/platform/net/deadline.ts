import { onAbort } from '../on-abort.ts'

/**
 * Uses setTimeout, because Node 20 may garbage-collect a signal of AbortSignal.any and
 * AbortSignal.timeout before its time is over.
 */
export async function withDeadline<T>(
  milliseconds: number,
  parent: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  parent.throwIfAborted()
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer in ${milliseconds} ms`, 'TimeoutError'))
  }, milliseconds)
  const remove = onAbort(parent, () => controller.abort(parent.reason))
  try {
    return await task(controller.signal)
  } finally {
    clearTimeout(timer)
    remove()
  }
}
