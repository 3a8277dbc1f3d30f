import { concatBytes, utf8 } from '../crypto/encodings.ts'
import { FetchFailure, fetchFailure, orAbort } from './fetch-failure.ts'

const PROXY_REPLY_BYTES_MAX = 8 * 1024

export interface TcpSocket {
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<Uint8Array>
  close(): Promise<void>
}

export type Connect = (address: { hostname: string; port: number }) => TcpSocket

/** `proxy`: `host:port` of an HTTP proxy that accepts CONNECT. Null: connections are direct. */
export interface TcpConnections {
  connect: Connect
  proxy: string | null
}

/**
 * All functions reject with the reason of the signal when it aborts, and with FetchFailure when the
 * connection fails.
 */
export interface TcpStream {
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>
  /** Next bytes, or null at the end. A read that was aborted still takes its bytes. */
  read(signal: AbortSignal): Promise<Uint8Array | null>
  close(): void
}

/**
 * Passes a stream to `use` and closes it at the end. Throws FetchFailure if the connection fails or
 * the proxy refuses.
 */
export async function withTcpStream<T>(
  target: { hostname: string; port: number },
  { connect, proxy }: TcpConnections,
  signal: AbortSignal,
  use: (stream: TcpStream) => Promise<T>,
): Promise<T> {
  const address = proxy === null ? target : proxyAddress(proxy)
  const stream = openStream(() => connect(address), target.hostname)
  try {
    if (proxy === null) return await use(stream)
    const authority = `${target.hostname}:${target.port}`
    const request = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`
    await stream.write(utf8(request), signal)
    return await use(withEarlyBytes(await readProxyReply(stream, signal), stream))
  } finally {
    stream.close()
  }
}

// Errors of sockets have no class of their own, so they are marked here. Other errors are bugs.
function openStream(connect: () => TcpSocket, host: string): TcpStream {
  const fail = (error: unknown): never => {
    throw fetchFailure(error, host)
  }
  const socket = connected(connect, fail)
  const reader = socket.readable.getReader()
  const writer = socket.writable.getWriter()
  return {
    write: (bytes, signal) => orAbort(writer.write(bytes).catch(fail), signal),
    async read(signal) {
      const { done, value } = await orAbort(reader.read().catch(fail), signal)
      return done ? null : value
    },
    close() {
      reader.cancel().catch(() => undefined)
      writer.abort().catch(() => undefined)
      socket.close().catch(() => undefined)
    },
  }
}

function connected(connect: () => TcpSocket, fail: (error: unknown) => never): TcpSocket {
  try {
    return connect()
  } catch (error) {
    return fail(error)
  }
}

function withEarlyBytes(early: Uint8Array, stream: TcpStream): TcpStream {
  let waiting: Uint8Array | null = early.length > 0 ? early : null
  return {
    ...stream,
    async read(signal) {
      if (waiting === null) return stream.read(signal)
      const bytes = waiting
      waiting = null
      return bytes
    },
  }
}

function proxyAddress(proxy: string): { hostname: string; port: number } {
  const match = /^(.+):(\d{1,5})$/u.exec(proxy)
  if (match?.[1] === undefined) throw new Error('The proxy is not host:port.')
  return { hostname: match[1].replace(/^\[|\]$/gu, ''), port: Number(match[2]) }
}

// Reads the proxy's reply to CONNECT (RFC 9110 section 9.3.6). Returns the bytes after it, which
// are already from the server.
async function readProxyReply(stream: TcpStream, signal: AbortSignal): Promise<Uint8Array> {
  let reply: Uint8Array = new Uint8Array(0)
  while (reply.byteLength < PROXY_REPLY_BYTES_MAX) {
    const bytes = await stream.read(signal)
    if (bytes === null) break
    reply = concatBytes([reply, bytes])
    const text = new TextDecoder('latin1').decode(reply)
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) continue
    if (!/^HTTP\/1\.[01] 2\d\d\b/u.test(text))
      throw new FetchFailure('refused', 'The server could not be reached.')
    return reply.slice(end + 4)
  }
  throw new FetchFailure('refused', 'The proxy gave no answer.')
}
