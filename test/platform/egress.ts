import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault, Faults } from './faults.ts'
import type { OutgoingLog } from './outgoing-log.ts'
import type { Stats } from './stats.ts'

export type OutgoingCall = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** The body can be read only once, so a handler uses either `stream` or `body`. */
  readonly stream: Readable
  body(bytesMax: number): Promise<Buffer>
  /** The signal is aborted when the Worker cancels the request. */
  readonly signal: AbortSignal
}

/** Answer of a handler. The body is passed on unchanged, so a compressed body stays compressed. */
export type Answer = {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: string | Uint8Array | Readable | null
}

/** Answers a request of the Worker. If the handler throws, the `fetch` call in the Worker fails. */
export type Handler = (call: OutgoingCall) => Promise<Answer>

/**
 * A service that answers requests of the Worker. The proxy uses the first destination for which
 * `takes(url)` returns true.
 */
export type Destination = {
  /**
   * Name in the statistics. `postgres` and `redis` are also targets of simulated faults; for
   * `other`, the host name is the target.
   */
  readonly kind: 'postgres' | 'redis' | 'other'
  takes(url: URL): boolean
  readonly handle: Handler
}

/** Opens a TCP connection. Throws if the Worker may not connect to this address. */
export type Dial = (host: string, port: number) => Promise<Socket>

export type Egress = {
  readonly port: number
  close(): Promise<void>
}

const GARBAGE = Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 149 + 7) & 0xff))
const PROMISED_BYTES = 4_096

/**
 * Starts the proxy for every outgoing request of the Worker. To simulate a network error, the proxy
 * closes a connection, so that `fetch` in the Worker fails. A function that is passed to Miniflare
 * could not do this.
 */
export async function startEgress(parts: {
  destinations: readonly Destination[]
  /**
   * Opens connections for HTTP CONNECT (RFC 9110 section 9.3.6). A fault with the target `tcp`
   * breaks these connections.
   */
  dial: Dial
  faults: Faults
  log: OutgoingLog
  stats: Stats
}): Promise<Egress> {
  const sockets = new Set<Socket>()
  const server = createServer({
    requireHostHeader: false,
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 0,
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  server.on('connect', (request, socket: Socket, head: Buffer) => {
    tunnel(request.url ?? '', socket, head).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = readCall(request, response)
    const destination = parts.destinations.find((candidate) => candidate.takes(call.url))
    if (destination === undefined) throw new Error(`no destination answers ${call.url.host}`)
    const target = destination.kind === 'other' ? call.url.hostname : destination.kind
    parts.stats.outgoing(destination.kind, call.headers['x-request-id'])
    const finish =
      destination.kind === 'other' ? parts.log.begin(call.method, call.url.href) : () => undefined
    try {
      await answerBroken(call, destination.handle, response, parts.faults.strike(target))
      finish(response.headersSent ? response.statusCode : null)
    } catch (error) {
      finish(null)
      throw error
    }
  }

  async function tunnel(authority: string, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const { hostname, port } = new URL(`tcp://${authority}`)
    const fault = parts.faults.strike('tcp')
    if (fault?.mode === 'hang') return
    if (fault?.mode === 'slow') await delay(fault.ms)
    else if (fault !== null) throw new Error(`broken on purpose: ${fault.mode}`)
    const far = await parts.dial(hostname.replace(/^\[|\]$/g, ''), Number(port))
    sockets.add(far)
    far.once('close', () => sockets.delete(far))
    far.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    far.write(head)
    socket.pipe(far).pipe(socket)
  }

  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function readCall(request: IncomingMessage, response: ServerResponse): OutgoingCall {
  let gone: AbortController | null = null
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? ''),
    headers: request.headers,
    stream: request,
    get signal() {
      if (gone === null) {
        const controller = new AbortController()
        gone = controller
        if (response.closed) controller.abort()
        response.once('close', () => {
          if (!response.writableFinished) controller.abort()
        })
      }
      return gone.signal
    },
    body: (bytesMax) => readAll(request, bytesMax),
  }
}

async function readAll(stream: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > bytesMax) throw new Error(`a body of more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function answerBroken(
  call: OutgoingCall,
  handle: Handler,
  response: ServerResponse,
  fault: Fault | null,
): Promise<void> {
  if (fault === null) return send(response, await handle(call), call)
  switch (fault.mode) {
    case 'down':
      throw new Error('broken on purpose: down')
    case 'hang':
      return untilAborted(call.signal)
    case 'slow':
      await delay(fault.ms, undefined, { signal: call.signal })
      return send(response, await handle(call), call)
    case '500':
      return send(response, { status: 500, headers: {}, body: 'broken on purpose' }, call)
    case 'garbage':
      return send(response, { status: 200, headers: {}, body: GARBAGE }, call)
    case 'reset':
      response.writeHead(200, {
        'content-length': PROMISED_BYTES,
        'content-type': 'application/json',
      })
      response.write('{')
      await delay(fault.ms, undefined, { signal: call.signal })
      throw new Error('broken on purpose: reset')
    case 'lost_reply':
      await discard(await handle(call))
      throw new Error('broken on purpose: lost reply')
    default:
      return fault.mode satisfies never
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

async function discard(answer: Answer): Promise<void> {
  if (!(answer.body instanceof Readable)) return
  for await (const _ of answer.body);
}

async function send(response: ServerResponse, answer: Answer, call: OutgoingCall): Promise<void> {
  response.writeHead(answer.status, answer.headers)
  if (answer.body instanceof Readable)
    return pipeline(answer.body, response, { signal: call.signal })
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
    response.end(answer.body ?? undefined, resolve)
  })
}
