import type { Connections } from './connections.ts'
import { withDeadline } from './deadline.ts'
import type { Fetch } from './fetch.ts'
import { FetchFailure, fetchFailure, orAbort } from './fetch-failure.ts'
import { readBounded } from './response-body.ts'
import { hostOf } from './url.ts'

export interface ServiceCall {
  /** At a fixed host of ours to name, never a caller's. */
  url: string
  headers: Record<string, string>
  /** Sent by POST as JSON; without it the call is a GET. */
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
 * One call to a paid service, never repeated here: a repetition may cost twice. A redirect is not followed, since the key would go with
 * it. Any status is an answer; statuses from 500 count against the host's circuit. Throws FetchFailure.
 */
export async function callService(
  call: ServiceCall,
  { fetch, gate, circuits, now, signal: run }: Omit<Connections, 'wait'>,
): Promise<ServiceAnswer> {
  const host = hostOf(call.url)
  if (!circuits.allows(host, now()))
    throw new FetchFailure('circuit_open', `${host} has failed repeatedly and is left alone.`)
  try {
    const answer = await withDeadline(call.timeoutMs, run, (signal) =>
      gate.pass(() => send(call, fetch, signal), signal),
    )
    if (answer.status >= 500) circuits.failed(host, now())
    else circuits.succeeded(host)
    return answer
  } catch (error) {
    // A run that was stopped says nothing about the service.
    if (!run.aborted) circuits.failed(host, now())
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
  if (truncated) throw new FetchFailure('refused', `${hostOf(call.url)} answered more than may be read.`)
  return { status: response.status, headers: response.headers, bytes }
}

/** The JSON of an answer, null when it is none. */
export function jsonOf({ bytes }: ServiceAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
