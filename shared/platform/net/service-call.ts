import type { Connections } from './connections.ts'
import { controlByUrl } from './control-question.ts'
import { withDeadline } from './deadline.ts'
import type { Fetch } from './fetch.ts'
import { FetchFailure, fetchFailure, orAbort } from './fetch-failure.ts'
import { readBounded } from './response-body.ts'
import { hostOf } from './url.ts'

export interface ServiceCall {
  /**
   * URL with a host that is fixed in the code. An API caller must never choose the host, because
   * the request contains our secret key.
   */
  url: string
  /**
   * URL of the same host that no API caller can influence and that needs no key. After repeated
   * failures, this URL decides whether requests are paused. Null if there is no such URL; then
   * requests are never paused.
   */
  controlUrl: string | null
  headers: Record<string, string>
  /** Body of a POST request, sent as JSON. Without a body, the request is a GET request. */
  json?: unknown
  timeoutMs: number
  bytesMax: number
}

export interface ServiceAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
}

/**
 * Sends one request to a paid API. There is no retry, because a retry could be charged twice.
 * Redirects are not followed, because another host would get our secret key. Returns a response of
 * any status. Throws FetchFailure.
 */
export async function callService(
  call: ServiceCall,
  { fetch, gate, circuits, now, signal: run }: Omit<Connections, 'wait'>,
): Promise<ServiceAnswer> {
  const { controlUrl, timeoutMs } = call
  const control =
    controlUrl === null
      ? () => Promise.resolve(true)
      : controlByUrl(controlUrl, { fetch, gate }, timeoutMs)
  const host = hostOf(call.url)
  if (!circuits.allows(host, now()))
    throw new FetchFailure('circuit_open', `${host} has failed repeatedly; requests are paused.`)
  try {
    const answer = await withDeadline(timeoutMs, run, (signal) =>
      gate.pass(() => send(call, fetch, signal), signal),
    )
    if (answer.status >= 500) circuits.failed(host, now, control)
    else circuits.succeeded(host)
    return answer
  } catch (error) {
    // If the whole analysis was aborted, the host may be healthy, so its circuit breaker does not
    // count the failure.
    if (!run.aborted) circuits.failed(host, now, control)
    throw fetchFailure(error, call.url)
  }
}

async function send(call: ServiceCall, fetch: Fetch, signal: AbortSignal): Promise<ServiceAnswer> {
  const init: RequestInit =
    call.json === undefined
      ? { headers: call.headers }
      : {
          method: 'POST',
          headers: { ...call.headers, 'content-type': 'application/json' },
          body: JSON.stringify(call.json),
        }
  const response = await orAbort(fetch(call.url, { ...init, redirect: 'manual', signal }), signal)
  const { bytes, truncated } = await readBounded(response, call.bytesMax, signal)
  if (truncated)
    throw new FetchFailure('refused', `${hostOf(call.url)} sent a response that is too large.`)
  return { status: response.status, headers: response.headers, bytes }
}

export function jsonOf({ bytes }: ServiceAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
