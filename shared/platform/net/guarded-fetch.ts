import type { Permits } from '../limits/semaphore.ts'
import { isPublicAddress, publicHostName } from './addresses.ts'
import { type BodyText, readText } from './body-text.ts'
import type { SignRequest } from './bot-signature.ts'
import type { Connections } from './connections.ts'
import { withDeadline } from './deadline.ts'
import { type DnsResolver, resolveAddresses } from './dns-resolver.ts'
import type { FetchedText } from './fetch.ts'
import { FetchFailure, fetchFailure, orAbort } from './fetch-failure.ts'
import { type BoundedBody, discard, type ReadLimits, readBounded } from './response-body.ts'
import { parseUrl } from './url.ts'

export const REDIRECTS_MAX = 5
const RESPONSE_TIMEOUT_MS = 10_000
export const RESPONSE_BYTES_MAX = 2 * 1024 * 1024

const URL_LENGTH_MAX = 2_048
const PAGE_ACCEPT = 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5'

export interface GuardedConnections
  extends Pick<Connections, 'fetch' | 'sockets' | 'bodies' | 'signal'> {
  dns: DnsResolver
  userAgent: string
  /** Hosts of this service. Requests to them are refused. */
  ownHosts: readonly string[]
  /** Undefined: requests are not signed. */
  signRequest?: SignRequest | undefined
}

export interface FetchLimits {
  bytesMax?: number
  timeoutMs?: number
  accept?: string
  /** After this number of redirects, the next redirect is returned as the response. */
  redirectsMax?: number
  /** True if analyses of many domains ask this host. Its addresses may then be five minutes old. */
  isSharedHost?: boolean
}

type Fetched<Body> = Body & Pick<FetchedText, 'url' | 'status' | 'headers' | 'redirects'>
export type FetchedBytes = Fetched<BoundedBody>

/** `empty` is used as the body of a response that is a redirect. */
interface BodyReader<Body> {
  read(response: Response, limits: ReadLimits): Promise<Body>
  empty: Body
}

const BYTES: BodyReader<BoundedBody> = {
  read: (response, { bytesMax, signal, permits }) =>
    readBounded(response, bytesMax, signal, permits),
  empty: { bytes: new Uint8Array(0), truncated: false },
}
const TEXT: BodyReader<BodyText> = {
  read: (response, limits) => readText(response, limits, true),
  empty: { text: '', truncated: false, isText: true },
}

/**
 * Fetches a URL that an attacker may control. Throws FetchFailure unless all these rules hold:
 * - http or https, and no credentials in the URL
 * - port 80, 443, or 1024 and above
 * - all addresses of the host are public
 * Each redirect is checked by the same rules.
 */
export async function guardedFetch(
  url: string,
  limits: FetchLimits,
  connections: GuardedConnections,
): Promise<FetchedBytes> {
  return connections.bodies.withPermits((permits) =>
    fetchCounted(url, limits, connections, permits, BYTES),
  )
}

async function fetchCounted<Body>(
  url: string,
  limits: FetchLimits,
  connections: GuardedConnections,
  permits: Permits,
  reader: BodyReader<Body>,
): Promise<Fetched<Body>> {
  return withDeadline(limits.timeoutMs ?? RESPONSE_TIMEOUT_MS, connections.signal, (signal) =>
    followRedirects(url, limits, { ...connections, signal }, permits, reader),
  ).catch((error: unknown) => {
    throw fetchFailure(error, url)
  })
}

async function followRedirects<Body>(
  url: string,
  limits: FetchLimits,
  connections: GuardedConnections,
  permits: Permits,
  reader: BodyReader<Body>,
): Promise<Fetched<Body>> {
  const redirects: FetchedText['redirects'] = []
  const seen = new Set<string>()
  let current = url
  try {
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const target = permittedUrl(current, connections.ownHosts)
      if (seen.has(target.href))
        throw new FetchFailure('redirect_loop', `${target.hostname} redirects in a circle.`)
      seen.add(target.href)
      const isShared = hop === 0 && limits.isSharedHost === true
      await requirePublicAddresses(target.hostname, connections.dns, connections.signal, isShared)
      const answer = await ask(target.href, limits, connections, permits, reader)
      if (answer.location === null || hop === limits.redirectsMax)
        return { ...answer.page, url: target.href, redirects }
      const next = parseUrl(answer.location, target.href)?.href ?? null
      if (next === null) return { ...answer.page, url: target.href, redirects }
      redirects.push({ from: target.href, to: next, status: answer.page.status })
      current = next
    }
  } catch (error) {
    const { reason, message } = fetchFailure(error, current)
    throw new FetchFailure(reason, message, { cause: error, redirects })
  }
  throw new FetchFailure(
    'redirect_loop',
    `${url.slice(0, 200)} redirects more than ${REDIRECTS_MAX} times.`,
    {
      redirects,
    },
  )
}

/** Fetches a page as text. Throws FetchFailure, with the reason `not_text` for a binary body. */
export async function guardedFetchText(
  url: string,
  limits: FetchLimits,
  connections: GuardedConnections,
): Promise<FetchedText> {
  return guardedRead(url, limits, connections, async (page) => page)
}

/** The body counts against the memory limit of the isolate until `read` has ended. */
export async function guardedRead<T>(
  url: string,
  limits: FetchLimits,
  connections: GuardedConnections,
  read: (page: FetchedText) => Promise<T>,
): Promise<T> {
  return connections.bodies.withPermits(async (permits) =>
    read(await fetchCountedText(url, limits, connections, permits)),
  )
}

async function fetchCountedText(
  url: string,
  limits: FetchLimits,
  connections: GuardedConnections,
  permits: Permits,
): Promise<FetchedText> {
  const { isText, ...page } = await fetchCounted(url, limits, connections, permits, TEXT)
  if (!isText) throw new FetchFailure('not_text', `${url.slice(0, 200)} is not text.`)
  return page
}

/** The fragment is removed. Throws FetchFailure with the reason `forbidden`. */
export function permittedUrl(url: string, ownHosts: readonly string[]): URL {
  const refuse = (why: string): FetchFailure =>
    new FetchFailure('forbidden', `${url.slice(0, 200)} ${why}.`)
  const parsed = url.length > URL_LENGTH_MAX ? null : parseUrl(url)
  if (parsed === null) throw refuse('is not a URL')
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw refuse('is neither http nor https')
  if (parsed.username !== '' || parsed.password !== '') throw refuse('contains credentials')
  const port = parsed.port === '' ? 443 : Number(parsed.port)
  if (port !== 80 && port !== 443 && port < 1024) throw refuse('has a port that is not allowed')
  const verdict = publicHostName(parsed.hostname, ownHosts)
  if (!verdict.ok) throw refuse(verdict.reason)
  parsed.hash = ''
  return parsed
}

/** The runtime may connect to any address, so all must be public. Throws FetchFailure. */
export async function requirePublicAddresses(
  host: string,
  dns: DnsResolver,
  signal: AbortSignal,
  isShared = false,
): Promise<string[]> {
  const name = host.toLowerCase().replace(/\.$/u, '')
  const { v4, v6 } = await orAbort(resolveAddresses(name, dns, isShared), signal).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error
      // The host itself was not asked yet, so it must not look as if it were slow.
      const reason = dns.isDown ? 'dns_unavailable' : 'dns_timeout'
      throw new FetchFailure(reason, 'The DNS did not answer in time.', { cause: error })
    },
  )
  const addresses = [...v4, ...v6]
  if (addresses.length === 0) throw new FetchFailure('no_address', `${name} has no address.`)
  const hidden = addresses.find((address) => !isPublicAddress(address))
  if (hidden !== undefined)
    throw new FetchFailure('forbidden', `${name} has the address ${hidden}, which is not public.`)
  return addresses
}

/** HTTP statuses with which Cloudflare reports that it cannot reach the web server of a site. */
const EDGE_FAILURES: Readonly<Record<number, 'refused' | 'timeout' | 'tls_error' | 'no_address'>> =
  {
    521: 'refused',
    522: 'timeout',
    523: 'refused',
    524: 'timeout',
    525: 'tls_error',
    526: 'tls_error',
    530: 'no_address',
  }

async function ask<Body>(
  url: string,
  limits: FetchLimits,
  { fetch, sockets, userAgent, signal, signRequest }: GuardedConnections,
  permits: Permits,
  reader: BodyReader<Body>,
): Promise<{ page: Body & Pick<FetchedText, 'status' | 'headers'>; location: string | null }> {
  const headers = {
    'user-agent': userAgent,
    accept: limits.accept ?? PAGE_ACCEPT,
    'accept-language': 'en;q=0.9, *;q=0.5',
    ...(await signRequest?.(url)),
  }
  return sockets.run(
    async () => {
      const response = await orAbort(fetch(url, { headers, redirect: 'manual', signal }), signal)
      const location = response.headers.get('location')
      const edgeFailure = EDGE_FAILURES[response.status]
      if (edgeFailure !== undefined) {
        discard(response)
        throw new FetchFailure(
          edgeFailure,
          `${new URL(url).hostname} could not be reached (${response.status}).`,
        )
      }
      const redirected = response.status >= 300 && response.status < 400 && location !== null
      const page = { status: response.status, headers: response.headers }
      if (redirected) {
        discard(response)
        return { page: { ...reader.empty, ...page }, location: location.slice(0, URL_LENGTH_MAX) }
      }
      const body = await reader.read(response, {
        bytesMax: limits.bytesMax ?? RESPONSE_BYTES_MAX,
        signal,
        permits,
      })
      return { page: { ...body, ...page }, location: null }
    },
    signal,
    'urgent',
  )
}
