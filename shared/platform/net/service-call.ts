import { parseJson } from '../crypto/encodings.ts'
import type { Connections } from './connections.ts'
import { controlByUrl } from './control-question.ts'
import { withDeadline } from './deadline.ts'
import type { Fetch } from './fetch.ts'
import { FetchFailure, fetchFailure, orAbort } from './fetch-failure.ts'
import { readBounded } from './response-body.ts'
import { hostOf } from './url.ts'

export interface ServiceCall {
  /** The host must be fixed in the code, because the request contains our key. */
  url: string
  /**
   * URL for control questions, as in UpstreamRequest. Null: requests to this service are never
   * paused.
   */
  controlUrl: string | null
  headers: Record<string, string>
  /** Body of the request, sent as JSON with POST. Without it, the request is a GET. */
  json?: unknown
  timeoutMs: number
  bytesMax: number
  /** Returns a larger response cut at `bytesMax`. By default, it is a failure. */
  mayBeCut?: boolean
}

export interface ServiceAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
  truncated: boolean
}

/**
 * Calls a paid service with our key. The call is never repeated, because the service could charge
 * it twice. Redirects are not followed, because another host would get our key. Returns any status
 * or throws FetchFailure.
 */
export async function callService(
  call: ServiceCall,
  { fetch, sockets, breakerOf, now, signal: run }: Omit<Connections, 'wait'>,
): Promise<ServiceAnswer> {
  const { controlUrl, timeoutMs } = call
  const control =
    controlUrl === null
      ? () => Promise.resolve(true)
      : controlByUrl(controlUrl, { fetch, sockets }, timeoutMs)
  const host = hostOf(call.url)
  if (!breakerOf(host).allows(now()))
    throw new FetchFailure('circuit_open', `${host} has failed repeatedly; requests are paused.`)
  try {
    const answer = await withDeadline(timeoutMs, run, (signal) =>
      sockets.run(() => send(call, fetch, signal), signal),
    )
    if (answer.status >= 500) breakerOf(host).failed(now, control)
    else breakerOf(host).succeeded()
    return answer
  } catch (error) {
    // If the analysis was aborted, the failure says nothing about the host.
    if (!run.aborted) breakerOf(host).failed(now, control)
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
  if (truncated && call.mayBeCut !== true)
    throw new FetchFailure('refused', `${hostOf(call.url)} sent a response that is too large.`)
  return { status: response.status, headers: response.headers, bytes, truncated }
}

export const jsonOf = ({ bytes }: ServiceAnswer): unknown =>
  parseJson(new TextDecoder().decode(bytes))
