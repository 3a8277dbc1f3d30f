import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

const QUERY_BYTES_MAX = 1024
const IDLE_MS_MAX = 15_000
const WHOIS_PORT = '43'
const TLS_PORT = '443'

export interface WhoisService {
  isServer(server: string): boolean
  /**
   * Returns the response to one line. Null keeps the connection open without a response. A
   * rejection closes the connection.
   */
  answer(server: string, line: string): Promise<Buffer | null>
}

export interface TlsService {
  /** False for a host that refuses connections to port 443. */
  isServer(host: string): boolean
  /** Takes over a connection to the host. A rejection closes it. */
  accept(host: string, socket: Socket): Promise<void>
}

export interface TcpServices {
  whois: WhoisService
  tls: TlsService
}

/**
 * Starts a proxy that accepts `CONNECT <server>:43` and `CONNECT <host>:443` (RFC 9110 section
 * 9.3.6) and refuses other requests with status 502.
 * It then acts as the server. A WHOIS server reads one line, sends the response and closes the
 * connection (RFC 3912).
 */
export function startTcpProxy(
  services: TcpServices,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => {
    response.writeHead(405, { allow: 'CONNECT' }).end()
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connect', (request, socket, head) =>
    tunnel(services, request.url ?? '', socket as Socket, head),
  )
  return listening(server, sockets)
}

function listening(
  server: Server,
  sockets: Set<Socket>,
): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            for (const socket of sockets) socket.destroy()
            server.close(() => done())
          }),
      })
    })
  })
}

/** Acts as the server that the client requested. `authority` is the `host:port` of this server. */
export function tunnel(
  { whois, tls }: TcpServices,
  authority: string,
  socket: Socket,
  head: Buffer,
): void {
  const [host = '', port] = authority.toLowerCase().split(':')
  socket.on('error', () => socket.destroy())
  socket.setTimeout(IDLE_MS_MAX, () => socket.destroy())
  if (port === WHOIS_PORT && whois.isServer(host)) {
    establish(socket)
    answerLine(whois, host, socket, head)
  } else if (port === TLS_PORT && tls.isServer(host)) {
    establish(socket)
    if (head.byteLength > 0) socket.unshift(head)
    tls.accept(host, socket).catch(() => socket.destroy())
  } else {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  }
}

function establish(socket: Socket): void {
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
}

function answerLine(service: WhoisService, host: string, socket: Socket, head: Buffer): void {
  let received = head.toString('utf8')
  const read = (chunk: Buffer): void => {
    received += chunk.toString('utf8')
    const end = received.indexOf('\n')
    if (end < 0) {
      if (received.length > QUERY_BYTES_MAX) socket.destroy()
      return
    }
    socket.off('data', read)
    socket.resume()
    service.answer(host, received.slice(0, end)).then(
      (answer) => {
        if (answer) socket.end(answer)
      },
      () => socket.destroy(),
    )
  }
  socket.on('data', read)
  if (received.includes('\n')) read(Buffer.alloc(0))
}
