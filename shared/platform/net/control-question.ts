import type { Control } from '../limits/breaker.ts'
import type { Connections } from './connections.ts'
import { withDeadline } from './deadline.ts'
import { orAbort } from './fetch-failure.ts'
import { discard } from './response-body.ts'

// One attempt is not enough: another request can block the isolate for longer than the time limit
// of an attempt.
const ATTEMPTS_MAX = 2

/**
 * Returns a control question for the circuit breaker. It runs `ask` at most twice, each time with a
 * free connection and a time limit. `ask` resolves to true if the host works. The control question
 * continues if the analysis that sent it ends, because all analyses need its outcome.
 */
export function controlQuestion(
  { sockets }: Pick<Connections, 'sockets'>,
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<boolean>,
): Control {
  return async () => {
    const { signal: never } = new AbortController()
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const works = await sockets
        .run(() => withDeadline(timeoutMs, never, ask), never, 'urgent')
        .catch(() => false)
      if (works) return true
    }
    return false
  }
}

/**
 * Returns a control question for a fixed URL of the host, without a body and without our secret
 * key. Every status below 500 shows that the host works.
 */
export function controlByUrl(
  url: string,
  { fetch, sockets }: Pick<Connections, 'fetch' | 'sockets'>,
  timeoutMs: number,
): Control {
  return controlQuestion({ sockets }, timeoutMs, async (signal) => {
    const response = await orAbort(fetch(url, { redirect: 'manual', signal }), signal)
    discard(response)
    return response.status < 500
  })
}
