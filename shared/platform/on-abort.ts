const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `callback` when the signal aborts, or at once if it has aborted already. Returns a function
 * that removes the callback.
 * All callbacks of a signal share one listener, because each listener is a call into the runtime.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback()
    return () => undefined
  }
  const callbacks = callbacksOf.get(signal) ?? listen(signal)
  callbacks.add(callback)
  return () => callbacks.delete(callback)
}

function listen(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>()
  callbacksOf.set(signal, callbacks)
  const callAll = (): void => {
    for (const callback of callbacks) callback()
  }
  signal.addEventListener('abort', callAll, { once: true })
  return callbacks
}
