import { lookup as resolve } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isPublicAddress } from '../../shared/platform/net/addresses.ts'
import type { Answer, Dial, Handler, OutgoingCall } from './egress.ts'

const CONNECT_LIMIT_MS = 30_000
const IDLE_SOCKET_MS = 15_000
const SOCKETS_MAX = 256

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Sends requests of the Worker to the real internet. Bodies are not decoded and redirects are not
 * followed.
 * Hosts with private addresses are refused, because a deployed Worker cannot reach them. Hosts in
 * `trusted` are allowed.
 */
export function realInternet(trusted: ReadonlySet<string>): Handler {
  const agents = createAgents(publicLookup)
  const trustedAgents = createAgents(undefined)
  return async (call) => {
    const isTrusted = trusted.has(call.url.hostname)
    const literal = call.url.hostname.replace(/^\[|\]$/g, '')
    if (!isTrusted && isIP(literal) !== 0 && !isPublicAddress(literal))
      throw new Error(`${literal} is not a public address`)
    return pass(call, call.url, {}, isTrusted ? trustedAgents : agents)
  }
}

/**
 * Sends all requests of the Worker to one address. The request header `x-egress-url` contains the
 * original URL.
 */
export function egressAddress(address: URL): Handler {
  const agents = createAgents(undefined)
  return (call) => pass(call, address, { 'x-egress-url': call.url.href }, agents)
}

/** Sends all requests to one host, each with its own path and query. */
export function hostAt(origin: URL): Handler {
  const agents = createAgents(undefined)
  return (call) => {
    const to = new URL(origin)
    to.pathname = call.url.pathname
    to.search = call.url.search
    return pass(call, to, { host: origin.host }, agents)
  }
}

const WHOIS_PORT = 43

/** Connects only to WHOIS servers with public addresses, and to `proxy` (`host:port`). */
export function realTcp(proxy: string | undefined): Dial {
  return async (host, port) => {
    if (`${host}:${port}` === proxy) return connected({ host, port })
    if (port !== WHOIS_PORT) throw new Error(`TCP port ${port} is not for WHOIS`)
    if (isIP(host) !== 0 && !isPublicAddress(host))
      throw new Error(`${host} is not a public address`)
    return connected({ host, port, lookup: publicLookup })
  }
}

function connected(to: { host: string; port: number; lookup?: LookupFunction }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...to, timeout: CONNECT_LIMIT_MS })
    socket.once('timeout', () => socket.destroy(new Error('the server is silent')))
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket))
  })
}

type Agents = { http: HttpAgent; https: HttpsAgent }

function createAgents(lookup: LookupFunction | undefined): Agents {
  const options = {
    keepAlive: true,
    keepAliveMsecs: IDLE_SOCKET_MS,
    timeout: CONNECT_LIMIT_MS,
    maxSockets: SOCKETS_MAX,
    ...(lookup === undefined ? {} : { lookup }),
  }
  return { http: new HttpAgent(options), https: new HttpsAgent(options) }
}

function pass(
  call: OutgoingCall,
  to: URL,
  extra: Record<string, string>,
  agents: Agents,
): Promise<Answer> {
  const secure = to.protocol === 'https:'
  const headers = { ...endToEnd(call.headers), host: call.url.host, ...extra }
  return new Promise((resolve, reject) => {
    const request = (secure ? requestHttps : requestHttp)(to, {
      method: call.method,
      headers,
      agent: secure ? agents.https : agents.http,
      servername: secure ? to.hostname : undefined,
      signal: call.signal,
    })
    request.once('error', reject)
    request.once('timeout', () => request.destroy(new Error('the server is silent')))
    request.once('response', (response: IncomingMessage) => {
      resolve({
        status: response.statusCode ?? 502,
        headers: endToEnd(response.headersDistinct),
        body: response,
      })
    })
    call.stream.pipe(request)
  })
}

function endToEnd(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) kept[name] = value
  }
  return kept
}

/**
 * Resolves a host name to public addresses only. Otherwise the holder of a domain could publish a
 * private address in DNS and lead the Worker into the private network.
 */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const first = addresses[0]
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new Error(`${hostname} is not a public host`), '', 0)
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}
