import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'
import {
  type ClientHello,
  createClientHello,
} from '../../../../shared/attribution/tls/client-hello.ts'
import {
  readServerFlight,
  type ServerFlight,
} from '../../../../shared/attribution/tls/handshake.ts'
import type { NextChunk } from '../../../../shared/attribution/tls/records.ts'

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Starts a TLS server on loopback until the end of the test, and returns its port. */
export function startTls(options: TlsOptions, prepare?: (server: Server) => void): Promise<number> {
  const server = createTlsServer(options)
  server.on('tlsClientError', () => undefined)
  prepare?.(server)
  return listening(server)
}

/** Starts a server that treats each connection itself. */
export const startTcp = (onConnection: (socket: Socket) => void): Promise<number> =>
  listening(createServer(onConnection))

export interface Recording {
  hello: ClientHello
  flight: ServerFlight
  /** Bytes that the server has sent until the verdict. */
  received: Buffer
}

/** Handshake over a loopback connection. `cut` splits what arrives into smaller chunks. */
export async function shakeHands(
  port: number,
  host = 'kork.example',
  cut: (bytes: Buffer) => Iterable<Buffer> = (bytes) => [bytes],
): Promise<Recording> {
  const hello = await createClientHello(host)
  const socket = connect({ host: '127.0.0.1', port })
  const received: Buffer[] = []
  const chunks = (async function* () {
    for await (const bytes of socket) {
      received.push(bytes)
      yield* cut(bytes)
    }
  })()
  socket.on('error', () => undefined)
  socket.write(hello.record)
  const next: NextChunk = async () => {
    const { done, value } = await chunks.next()
    return done === true ? null : value
  }
  try {
    const flight = await readServerFlight(hello, next)
    return { hello, flight, received: Buffer.concat(received) }
  } finally {
    socket.destroy()
  }
}

/** Feeds recorded bytes to the client, as if a server had sent them. */
export function replay(hello: ClientHello, bytes: Uint8Array): Promise<ServerFlight> {
  const chunks = [bytes]
  return readServerFlight(hello, async () => chunks.shift() ?? null)
}
