import type { Connections } from './connections.ts'
import { withDeadline } from './deadline.ts'
import type { FetchedText } from './fetch.ts'
import { FetchFailure, fetchFailure, orAbort } from './fetch-failure.ts'
import { permittedUrl } from './guarded-fetch.ts'
import { decodeBody, discard, readBounded } from './response-body.ts'
import { parseUrl } from './url.ts'

const UPSTREAM_TIMEOUT_MS = 8_000
const UPSTREAM_BYTES_MAX = 2 * 1024 * 1024
/** Registries move their services now and then; more hops than this is a misconfiguration. */
const REDIRECTS_MAX = 3
const ATTEMPTS_MAX = 2
/** Statuses that mean "not now": the only ones worth the second attempt. */
const RETRIED_STATUSES = [502, 503, 504]

type UpstreamConnections = Omit<Connections, 'wait'> & { userAgent: string }

export interface UpstreamRequest {
  headers?: Record<string, string>
  bytesMax?: number
  timeoutMs?: number
}

/**
 * GET from an outside service whose host is fixed or comes from a registry (RDAP, certificate logs, GLEIF): no address is checked, but
 * scheme and host name are, on every hop. Any status is an answer. One retry after a network failure or a 502-504; a host that failed
 * five times in a row is left alone for 30 s. Throws FetchFailure.
 */
export async function fetchUpstream(
  url: string,
  request: UpstreamRequest,
  connections: UpstreamConnections,
): Promise<FetchedText> {
  const { circuits, now } = connections
  const host = permittedUrl(url, []).hostname
  if (!circuits.allows(host, now()))
    throw new FetchFailure('circuit_open', `${host} has failed repeatedly and is left alone.`)
  const outcome = await withDeadline(request.timeoutMs ?? UPSTREAM_TIMEOUT_MS, connections.signal, (signal) =>
    attempts(url, request, connections, signal),
  ).catch((failure: unknown) => ({ answer: null, failure }))
  if (outcome.answer !== null && outcome.answer.status < 500) circuits.succeeded(host)
  // A run that was stopped says nothing about the service.
  else if (!connections.signal.aborted) circuits.failed(host, now())
  if (outcome.answer !== null) return outcome.answer
  throw fetchFailure(outcome.failure, url)
}

interface Outcome {
  answer: FetchedText | null
  failure: unknown
}

async function attempts(
  url: string,
  request: UpstreamRequest,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { answer: null, failure: null }
  for (let attempt = 1; attempt <= ATTEMPTS_MAX && !signal.aborted; attempt += 1) {
    try {
      outcome.answer = await followed(url, request, connections, signal)
      if (!RETRIED_STATUSES.includes(outcome.answer.status)) break
    } catch (error) {
      outcome.failure = error
      if (error instanceof FetchFailure) break
    }
  }
  return outcome
}

async function followed(
  url: string,
  request: UpstreamRequest,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<FetchedText> {
  const redirects: FetchedText['redirects'] = []
  let current = permittedUrl(url, []).href
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const { location, ...page } = await askOnce(current, request, connections, signal)
    const target = location === null ? null : parseUrl(location, current)
    if (target === null) return { ...page, url: current, redirects }
    const next = permittedUrl(target.href, []).href
    redirects.push({ from: current, to: next, status: page.status })
    current = next
  }
  throw new FetchFailure('redirect_loop', `${new URL(url).hostname} redirects more than ${REDIRECTS_MAX} times.`)
}

async function askOnce(
  url: string,
  request: UpstreamRequest,
  { fetch, gate, userAgent }: UpstreamConnections,
  signal: AbortSignal,
): Promise<Omit<FetchedText, 'url' | 'redirects'> & { location: string | null }> {
  return gate.pass(
    async () => {
      const headers = { 'user-agent': userAgent, accept: 'application/json', ...request.headers }
      const response = await orAbort(fetch(url, { headers, redirect: 'manual', signal }), signal)
      const page = { status: response.status, headers: response.headers }
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (location !== null) {
        discard(response)
        return { ...page, text: '', truncated: false, location }
      }
      const { bytes, truncated } = await readBounded(response, request.bytesMax ?? UPSTREAM_BYTES_MAX, signal)
      return { ...page, text: decodeBody(bytes, response.headers.get('content-type')), truncated, location: null }
    },
    signal,
    'urgent',
  )
}
