import { readText } from './body-text.ts'
import type { Connections } from './connections.ts'
import { controlByUrl } from './control-question.ts'
import { withDeadline } from './deadline.ts'
import type { DnsResolver } from './dns-resolver.ts'
import type { FetchedText } from './fetch.ts'
import { FetchFailure, type FetchFailureReason, fetchFailure, orAbort } from './fetch-failure.ts'
import { permittedUrl, requirePublicAddresses } from './guarded-fetch.ts'
import { discard } from './response-body.ts'
import { parseUrl } from './url.ts'

const UPSTREAM_TIMEOUT_MS = 8_000
const UPSTREAM_BYTES_MAX = 2 * 1024 * 1024
const REDIRECTS_MAX = 3
const ATTEMPTS_MAX = 2
const RETRIED_STATUSES = [502, 503, 504]

export interface UpstreamConnections extends Omit<Connections, 'wait'> {
  dns: DnsResolver
  userAgent: string
  /** Hosts of this service. Redirects to them are refused. */
  ownHosts: readonly string[]
}

export interface UpstreamRequest {
  /**
   * URL of a control question that shows, after repeated failures, if the host works. No API caller
   * can influence its outcome.
   */
  controlUrl: string
  /** True if a registry's list names the host. All addresses of such a host must be public. */
  isListedHost?: boolean
  /**
   * True if the caller keeps to the rate limit of the host and repeats a refused request itself.
   * Status 429 and 503 are then no failure of the host (nginx documentation, limit_req_status), and
   * this function does not repeat the request.
   */
  isLimited?: boolean
  headers?: Record<string, string>
  bytesMax?: number
  timeoutMs?: number
}

/**
 * Fetches from a host that is named in the code or listed by a registry. Hosts behind a redirect
 * must be public. Retries once after a network failure or status 502, 503 or 504. Returns any
 * status or throws FetchFailure.
 */
export async function fetchUpstream(
  url: string,
  request: UpstreamRequest,
  connections: UpstreamConnections,
): Promise<FetchedText> {
  const { breakerOf, now } = connections
  const timeoutMs = request.timeoutMs ?? UPSTREAM_TIMEOUT_MS
  const host = permittedUrl(url, []).hostname
  if (!breakerOf(host).allows(now()))
    throw new FetchFailure('circuit_open', `${host} has failed repeatedly; requests are paused.`)
  const outcome = await withDeadline(timeoutMs, connections.signal, (signal) =>
    fetchWithRetry(url, request, connections, signal),
  ).catch((failure: unknown) => ({ answer: null, failure }))
  if (
    outcome.answer !== null &&
    (outcome.answer.status < 500 || isLimitRefusal(request, outcome.answer.status))
  )
    breakerOf(host).succeeded()
  // If the analysis was aborted, the failure says nothing about the host.
  else if (!connections.signal.aborted && !isOwnRefusal(outcome.failure))
    breakerOf(host).failed(now, controlByUrl(request.controlUrl, connections, timeoutMs))
  if (outcome.answer !== null) return outcome.answer
  throw fetchFailure(outcome.failure, url)
}

export const REFUSED_STATUSES = [429, 503]

const isLimitRefusal = ({ isLimited }: UpstreamRequest, status: number): boolean =>
  isLimited === true && REFUSED_STATUSES.includes(status)

const OWN_REFUSALS: readonly FetchFailureReason[] = [
  'forbidden',
  'no_address',
  'unresolved',
  'dns_unavailable',
  'dns_timeout',
]

/** In these cases no request was sent, so the failure says nothing about the host. */
const isOwnRefusal = (failure: unknown): boolean =>
  failure instanceof FetchFailure && OWN_REFUSALS.includes(failure.reason)

interface Outcome {
  answer: FetchedText | null
  failure: unknown
}

async function fetchWithRetry(
  url: string,
  request: UpstreamRequest,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { answer: null, failure: null }
  const attemptsMax = request.isLimited === true ? 1 : ATTEMPTS_MAX
  for (let attempt = 1; attempt <= attemptsMax && !signal.aborted; attempt += 1) {
    try {
      outcome.answer = await followRedirects(url, request, connections, signal)
      if (!RETRIED_STATUSES.includes(outcome.answer.status)) break
    } catch (error) {
      outcome.failure = error
      if (error instanceof FetchFailure) break
    }
  }
  return outcome
}

async function followRedirects(
  url: string,
  request: UpstreamRequest,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<FetchedText> {
  const redirects: FetchedText['redirects'] = []
  const named = permittedUrl(url, [])
  let current = named.href
  if (request.isListedHost === true)
    await requirePublicAddresses(named.hostname, connections.dns, signal, true)
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const isNamedHost = new URL(current).hostname === named.hostname
    const sent = isNamedHost ? request : { ...request, headers: withoutKey(request.headers) }
    const { location, ...page } = await askOnce(current, sent, connections, signal)
    const target = location === null ? null : parseUrl(location, current)
    if (target === null) return { ...page, url: current, redirects }
    const permitted = permittedUrl(target.href, connections.ownHosts)
    if (permitted.hostname !== named.hostname)
      await requirePublicAddresses(permitted.hostname, connections.dns, signal)
    const next = permitted.href
    redirects.push({ from: current, to: next, status: page.status })
    current = next
  }
  throw new FetchFailure(
    'redirect_loop',
    `${new URL(url).hostname} redirects more than ${REDIRECTS_MAX} times.`,
  )
}

const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'ocp-apim-subscription-key'])

// Removes the API key, which is only for the host of the first URL and must not be sent to the host
// of a redirect.
function withoutKey(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !KEY_HEADERS.has(name.toLowerCase())),
  )
}

async function askOnce(
  url: string,
  request: UpstreamRequest,
  { fetch, sockets, bodies, userAgent }: UpstreamConnections,
  signal: AbortSignal,
): Promise<Omit<FetchedText, 'url' | 'redirects'> & { location: string | null }> {
  const ask = () =>
    bodies.withPermits(async (permits) => {
      const headers = { 'user-agent': userAgent, accept: 'application/json', ...request.headers }
      const response = await orAbort(fetch(url, { headers, redirect: 'manual', signal }), signal)
      const page = { status: response.status, headers: response.headers }
      const location =
        response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (location !== null) {
        discard(response)
        return { ...page, text: '', truncated: false, location }
      }
      const limits = { bytesMax: request.bytesMax ?? UPSTREAM_BYTES_MAX, signal, permits }
      const { text, truncated } = await readText(response, limits, false)
      return { ...page, text, truncated, location: null }
    })
  return sockets.run(ask, signal, 'urgent')
}
