import { concatBytes, utf8 } from '../../../platform/crypto/encodings.ts'
import { publicHostName } from '../../../platform/net/addresses.ts'
import type { Connections } from '../../../platform/net/connections.ts'
import { withDeadline } from '../../../platform/net/deadline.ts'
import type { DnsResolver } from '../../../platform/net/dns-resolver.ts'
import { FetchFailure, fetchFailure } from '../../../platform/net/fetch-failure.ts'
import { requirePublicAddresses } from '../../../platform/net/guarded-fetch.ts'
import {
  type TcpConnections,
  type TcpStream,
  withTcpStream,
} from '../../../platform/net/tcp-stream.ts'

const WHOIS_PORT = 43
/** A normal record has a few kilobytes, so a longer response is cut. */
const RESPONSE_BYTES_MAX = 64 * 1024
const TOTAL_TIMEOUT_MS = 8_000
// Some servers keep the connection open after the response. So the response counts as complete when
// no byte has arrived for this time.
const IDLE_TIMEOUT_MS = 2_500
const QUERY_LENGTH_MAX = 300

export interface WhoisConnections extends TcpConnections, Pick<Connections, 'sockets' | 'signal'> {
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

function exchange(
  hostname: string,
  query: string,
  connections: TcpConnections,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return withTcpStream({ hostname, port: WHOIS_PORT }, connections, signal, async (stream) => {
    await stream.write(utf8(`${query}\r\n`), signal)
    return readAnswer(stream, signal)
  })
}

async function readAnswer(stream: TcpStream, signal: AbortSignal): Promise<Uint8Array> {
  let answer: Uint8Array = new Uint8Array(0)
  while (answer.byteLength < RESPONSE_BYTES_MAX) {
    try {
      const bytes = await (answer.byteLength === 0
        ? stream.read(signal)
        : withDeadline(IDLE_TIMEOUT_MS, signal, (idle) => stream.read(idle)))
      if (bytes === null) break
      answer = concatBytes([answer, bytes])
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
