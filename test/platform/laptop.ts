import { Readable } from 'node:stream'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { readQuery, writeAnswer } from '../internet/dns-message.ts'
import type { Answer, Handler, OutgoingCall } from './egress.ts'

/** Nobody can register this name (RFC 2606), so no webhook for it can reach a stranger. */
export const LAPTOP_HOST = 'laptop.example.com'

// Any public address: the Worker refuses private ones. The proxy passes the requests on by the name
// of their host, so nobody connects to it.
const PUBLIC_ADDRESS = '1.1.1.1'

const QUESTION_BYTES_MAX = 65_535

/**
 * Gives requests for LAPTOP_HOST to `laptop` and answers the DNS questions for it. All other
 * requests go to `world`.
 */
export function withLaptop(world: Handler, laptop: Handler): Handler {
  return async (call) => {
    if (call.url.hostname === LAPTOP_HOST) return laptop(call)
    const isQuestion = call.method === 'POST' && call.url.pathname === '/dns-query'
    if (!isQuestion || !DNS_SERVICES.includes(call.url.hostname)) return world(call)
    const bytes = await call.body(QUESTION_BYTES_MAX)
    return answerOf(bytes) ?? world(replayed(call, bytes))
  }
}

function answerOf(bytes: Buffer): Answer | null {
  const query = readQuery(bytes)
  if (query?.question?.name.toLowerCase() !== LAPTOP_HOST) return null
  const { name, type } = query.question
  const body = writeAnswer({
    ...query,
    rcode: 'NOERROR',
    answers: type === 'A' ? [{ type, name, ttl: 60, data: PUBLIC_ADDRESS }] : [],
    authorities: [],
  })
  return { status: 200, headers: { 'content-type': 'application/dns-message' }, body }
}

const replayed = (call: OutgoingCall, bytes: Buffer): OutgoingCall => ({
  method: call.method,
  url: call.url,
  headers: call.headers,
  stream: Readable.from([bytes]),
  body: async () => bytes,
  signal: call.signal,
})
