/**
 * Runs a task under a time limit of its own that also ends with the parent signal. The timer is held and cleared here, because a
 * composite of AbortSignal.any and AbortSignal.timeout may be collected before it fires (Node 20) and leaves its timer behind.
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
  const endWithParent = (): void => controller.abort(parent.reason)
  parent.addEventListener('abort', endWithParent, { once: true })
  try {
    return await task(controller.signal)
  } finally {
    clearTimeout(timer)
    parent.removeEventListener('abort', endWithParent)
  }
}
