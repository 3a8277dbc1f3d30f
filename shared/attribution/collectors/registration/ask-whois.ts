import { utf8 } from '../../../platform/crypto/encodings.ts'
import { publicHostName } from '../../../platform/net/addresses.ts'
import type { Connections } from '../../../platform/net/connections.ts'
import { withDeadline } from '../../../platform/net/deadline.ts'
import type { DnsResolver } from '../../../platform/net/dns-resolver.ts'
import { FetchFailure, fetchFailure, orAbort } from '../../../platform/net/fetch-failure.ts'
import { requirePublicAddresses } from '../../../platform/net/guarded-fetch.ts'

const WHOIS_PORT = 43
/** A normal record has a few kilobytes, so a longer response is cut. */
const RESPONSE_BYTES_MAX = 64 * 1024
const TOTAL_TIMEOUT_MS = 8_000
// Some servers keep the connection open after the response. So the response counts as complete when
// no byte has arrived for this time.
const IDLE_TIMEOUT_MS = 2_500
const QUERY_LENGTH_MAX = 300
const PROXY_REPLY_BYTES_MAX = 8 * 1024

export interface TcpSocket {
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<Uint8Array>
  close(): Promise<void>
}

export type Connect = (address: { hostname: string; port: number }) => TcpSocket

export interface WhoisConnections extends Pick<Connections, 'sockets' | 'signal'> {
  connect: Connect
  proxy: string | null
  dns: DnsResolver
}

/**
 * An attacker may choose the server, so its name and all its addresses must be public. This also
 * holds with a proxy, because the proxy may reach our private network. Throws FetchFailure.
 */
export async function askWhois(
  server: string,
  query: string,
  connections: WhoisConnections,
): Promise<Uint8Array> {
  const { sockets, dns } = connections
  const verdict = publicHostName(server)
  if (!verdict.ok)
    throw new FetchFailure(
      'forbidden',
      `The WHOIS server ${server.slice(0, 100)} ${verdict.reason}.`,
    )
  if (query.length > QUERY_LENGTH_MAX || /[\r\n\0]/u.test(query))
    throw new FetchFailure('forbidden', 'A WHOIS query must be one short line.')
  return withDeadline(TOTAL_TIMEOUT_MS, connections.signal, async (signal) => {
    await requirePublicAddresses(verdict.name, dns, signal, true)
    return sockets.run(() => exchange(verdict.name, query, connections, signal), signal)
  }).catch((error: unknown) => {
    throw fetchFailure(error, verdict.name)
  })
}

async function exchange(
  server: string,
  query: string,
  { connect, proxy }: WhoisConnections,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const socket = connect(
    proxy === null ? { hostname: server, port: WHOIS_PORT } : proxyAddress(proxy),
  )
  const reader = socket.readable.getReader()
  const writer = socket.writable.getWriter()
  try {
    let early: Uint8Array = new Uint8Array(0)
    if (proxy !== null) {
      const authority = `${server}:${WHOIS_PORT}`
      const connectRequest = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`
      await orAbort(writer.write(utf8(connectRequest)), signal)
      early = await readProxyReply(reader, signal)
    }
    await orAbort(writer.write(utf8(`${query}\r\n`)), signal)
    return await readAnswer(reader, early, signal)
  } finally {
    reader.cancel().catch(() => undefined)
    writer.abort().catch(() => undefined)
    socket.close().catch(() => undefined)
  }
}

function proxyAddress(proxy: string): { hostname: string; port: number } {
  const match = /^(.+):(\d{1,5})$/u.exec(proxy)
  if (match?.[1] === undefined) throw new Error('WHOIS_PROXY is not host:port')
  return { hostname: match[1].replace(/^\[|\]$/gu, ''), port: Number(match[2]) }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

// Reads the proxy's reply to CONNECT (RFC 9110 section 9.3.6). Returns the bytes after it, which
// are already from the WHOIS server.
async function readProxyReply(reader: Reader, signal: AbortSignal): Promise<Uint8Array> {
  let reply: Uint8Array = new Uint8Array(0)
  while (reply.byteLength < PROXY_REPLY_BYTES_MAX) {
    const { done, value } = await orAbort(reader.read(), signal)
    if (done) break
    reply = append(reply, value)
    const text = new TextDecoder('latin1').decode(reply)
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) continue
    if (!/^HTTP\/1\.[01] 2\d\d\b/u.test(text))
      throw new FetchFailure('refused', 'The WHOIS server could not be reached.')
    return reply.slice(end + 4)
  }
  throw new FetchFailure('refused', 'The WHOIS proxy gave no answer.')
}

async function readAnswer(
  reader: Reader,
  early: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let answer = early
  while (answer.byteLength < RESPONSE_BYTES_MAX) {
    const read = reader.read()
    try {
      const { done, value } = await (answer.byteLength === 0
        ? orAbort(read, signal)
        : withDeadline(IDLE_TIMEOUT_MS, signal, (idle) => orAbort(read, idle)))
      if (done) break
      answer = append(answer, value)
    } catch (error) {
      const silent = error instanceof DOMException && error.name === 'TimeoutError'
      if (answer.byteLength > 0 && silent && !signal.aborted) break
      throw error
    }
  }
  if (answer.byteLength === 0)
    throw new FetchFailure('refused', 'The WHOIS server closed the connection without an answer.')
  return answer.slice(0, RESPONSE_BYTES_MAX)
}

function append(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const joined = new Uint8Array(head.byteLength + tail.byteLength)
  joined.set(head)
  joined.set(tail, head.byteLength)
  return joined
}
