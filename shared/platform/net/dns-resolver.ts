import {
  type CaaAnswer,
  decode,
  encode,
  type MxAnswer,
  RECURSION_DESIRED,
  type SoaAnswer,
  type SoaData,
  type StringAnswer,
  type TxtAnswer,
  type TxtData,
} from 'dns-packet'
import type { Connections } from './connections.ts'
import { withDeadline } from './deadline.ts'
import { FetchFailure, orAbort } from './fetch-failure.ts'
import { readBounded } from './response-body.ts'

declare module 'dns-packet' {
  interface DecodedPacket {
    /** The name of the response code (RFC 1035 section 4.1.1), which @types/dns-packet 5.6.5 leaves out. */
    rcode: string
  }
}

/** One answer section, values in presentation form: names lower case without final dot, TXT strings joined. */
export interface DnsAnswer {
  rcode: string
  values: string[]
  /** The names passed through by CNAME, the first target first. */
  cnameChain: string[]
}

export type DnsRecordType = 'A' | 'AAAA' | 'NS' | 'MX' | 'TXT' | 'SOA' | 'CAA' | 'PTR' | 'CNAME'

export interface DnsResolver {
  /** Asks over HTTPS (RFC 8484), cloudflare-dns.com then dns.google. One question is asked once a run. Throws when no upstream answers. */
  resolve(name: string, type: DnsRecordType): Promise<DnsAnswer>
}

const UPSTREAMS = ['https://cloudflare-dns.com/dns-query', 'https://dns.google/dns-query'] as const
/** One upstream's time for one question, in milliseconds. */
const QUESTION_TIMEOUT_MS = 2_000
/** A DNS message has a 16-bit length on TCP (RFC 1035 section 4.2.2); over HTTPS nothing longer is legal either. */
const MESSAGE_BYTES_MAX = 65_535
/** Values kept of one answer, and characters of one value. */
const VALUES_MAX = 100
const VALUE_LENGTH_MAX = 2_048
/** Targets followed in one answer's CNAME chain. */
const CHAIN_MAX = 10
/** Distinct questions of one run. */
const QUESTIONS_MAX = 500

type DnsConnections = Omit<Connections, 'wait'>

/** A resolver for one run: every question goes out at most once, whoever asks, and at most `questionsMax` distinct ones do. */
export function createResolver(connections: DnsConnections, questionsMax = QUESTIONS_MAX): DnsResolver {
  const answers = new Map<string, Promise<DnsAnswer>>()
  return {
    resolve(name, type) {
      const folded = name.toLowerCase().replace(/\.$/u, '')
      const key = `${type} ${folded}`
      const known = answers.get(key)
      if (known !== undefined) return known
      if (answers.size >= questionsMax)
        return Promise.reject(new FetchFailure('unresolved', `This run has asked ${questionsMax} DNS questions.`))
      const answer = askUpstreams(folded, type, connections)
      // Every caller sees the rejection; the one that the map holds must not count as unhandled.
      answer.catch(() => undefined)
      answers.set(key, answer)
      return answer
    },
  }
}

/** The first upstream's answer; the second is asked when the first is silent or reports a server failure of its own. */
async function askUpstreams(name: string, type: DnsRecordType, connections: DnsConnections): Promise<DnsAnswer> {
  const query = encodeQuestion(name, type)
  let failure: unknown = null
  let servfail: DnsAnswer | null = null
  for (const upstream of UPSTREAMS) {
    const host = new URL(upstream).hostname
    if (!connections.circuits.allows(host, connections.now())) continue
    try {
      const answer = await askUpstream(upstream, query, type, connections)
      connections.circuits.succeeded(host)
      if (answer.rcode !== 'SERVFAIL') return answer
      servfail = answer
    } catch (error) {
      if (connections.signal.aborted) throw error
      connections.circuits.failed(host, connections.now())
      failure = error
    }
  }
  if (servfail !== null) return servfail
  throw new FetchFailure('unresolved', `No DNS service answered for ${name}.`, { cause: failure })
}

async function askUpstream(
  upstream: string,
  query: Uint8Array<ArrayBuffer>,
  type: DnsRecordType,
  { fetch, gate, signal: run }: DnsConnections,
): Promise<DnsAnswer> {
  // Addresses go first: a page fetch waits for those of its host.
  const urgency = type === 'A' || type === 'AAAA' ? 'urgent' : 'ordinary'
  return gate.pass(
    () =>
      withDeadline(QUESTION_TIMEOUT_MS, run, async (signal) => {
        const headers = { 'content-type': 'application/dns-message', accept: 'application/dns-message' }
        const response = await orAbort(fetch(upstream, { method: 'POST', headers, body: query, signal }), signal)
        const { bytes } = await readBounded(response, MESSAGE_BYTES_MAX, signal)
        if (response.status !== 200) throw new Error(`${new URL(upstream).hostname} answered ${response.status}`)
        return parseDnsMessage(bytes, type)
      }),
    run,
    urgency,
  )
}

/** The wire form of one question; the id is 0 for the sake of HTTP caches (RFC 8484 section 4.1). Throws on a name that cannot be asked. */
export function encodeQuestion(name: string, type: DnsRecordType): Uint8Array<ArrayBuffer> {
  const labels = name.split('.')
  if (name.length > 253 || labels.some((label) => label.length === 0 || label.length > 63))
    throw new FetchFailure('unresolved', 'A name that is too long or has an empty label cannot be asked.')
  const message = encode({ type: 'query', id: 0, flags: RECURSION_DESIRED, questions: [{ type, name }] })
  return new Uint8Array(message)
}

/** Reads a DNS message. Throws on bytes that are none. */
export function parseDnsMessage(bytes: Uint8Array, type: DnsRecordType): DnsAnswer {
  const message = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (message.type !== 'response') throw new Error('a DNS message that is no response')
  const values: string[] = []
  const aliases = new Map<string, string>()
  for (const answer of message.answers ?? []) {
    if (answer.type === 'CNAME') aliases.set(presentedName(answer.name), presentedName(answer.data))
    if (answer.type !== type || values.length >= VALUES_MAX) continue
    const value = presented(answer)
    if (value !== '') values.push(value.slice(0, VALUE_LENGTH_MAX))
  }
  return { rcode: message.rcode, values, cnameChain: followed(aliases, message.questions?.[0]?.name) }
}

function followed(aliases: ReadonlyMap<string, string>, asked: string | undefined): string[] {
  const chain: string[] = []
  let current = aliases.get(presentedName(asked ?? aliases.keys().next().value ?? ''))
  while (current !== undefined && chain.length < CHAIN_MAX && !chain.includes(current)) {
    chain.push(current)
    current = aliases.get(current)
  }
  return chain
}

function presented(answer: StringAnswer | MxAnswer | TxtAnswer | SoaAnswer | CaaAnswer): string {
  switch (answer.type) {
    case 'A':
    case 'AAAA':
      return answer.data.toLowerCase()
    case 'NS':
    case 'PTR':
    case 'CNAME':
    case 'DNAME':
      return presentedName(answer.data)
    case 'TXT':
      return presentedText(answer.data)
    case 'MX':
      return `${answer.data.preference ?? 0} ${presentedName(answer.data.exchange)}`.trimEnd()
    case 'SOA':
      return presentedStart(answer.data)
    case 'CAA':
      return `${answer.data.flags ?? 0} ${printable(answer.data.tag)} "${printable(answer.data.value)}"`
    default:
      return answer satisfies never
  }
}

function presentedStart({ mname, rname, serial, refresh, retry, expire, minimum }: SoaData): string {
  const numbers = [serial, refresh, retry, expire, minimum].map((number) => number ?? 0)
  return [presentedName(mname), presentedName(rname), ...numbers].join(' ')
}

function presentedText(data: TxtData): string {
  const parts = Array.isArray(data) ? data : [data]
  return printable(Buffer.concat(parts.map((part) => Buffer.from(part))).toString('utf8'))
}

function presentedName(name: string): string {
  return printable(name).toLowerCase().replace(/\.$/u, '').slice(0, 255)
}

/** Text without control characters, which no record needs and a log or page could obey. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/gu, '')
}
