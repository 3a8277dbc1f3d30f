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
import type { Control } from '../limits/breaker.ts'
import type { Connections } from './connections.ts'
import { controlQuestion } from './control-question.ts'
import { withDeadline } from './deadline.ts'
import { type DnsAnswer, isAnswered } from './dns-answer.ts'
import { FetchFailure, orAbort } from './fetch-failure.ts'
import { readBounded } from './response-body.ts'

declare module 'dns-packet' {
  interface DecodedPacket {
    /** The package @types/dns-packet 5.6.5 does not declare this field. */
    rcode: string
  }
}

export type DnsRecordType = 'A' | 'AAAA' | 'NS' | 'MX' | 'TXT' | 'SOA' | 'CAA' | 'PTR' | 'CNAME'

export interface DnsResolver {
  /**
   * Asks cloudflare-dns.com (RFC 8484) and, if it fails, dns.google. A repeated question gets the
   * stored answer. Throws FetchFailure. Set `isShared` only for names that do not belong to the
   * analyzed domain: the answer may then come from another analysis and be five minutes old.
   */
  resolve(name: string, type: DnsRecordType, isShared?: boolean): Promise<DnsAnswer>
}

/**
 * Both lists are empty if the name has no address. Throws FetchFailure if no address was found and
 * DNS did not answer every question.
 */
export async function resolveAddresses(
  name: string,
  dns: DnsResolver,
  isShared = false,
): Promise<{ v4: string[]; v6: string[] }> {
  const [v4, v6] = await Promise.allSettled([
    dns.resolve(name, 'A', isShared),
    dns.resolve(name, 'AAAA', isShared),
  ])
  const answers = [v4, v6].flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  const isKnown =
    answers.some(({ rcode, values }) => values.length > 0 || rcode === 'NXDOMAIN') ||
    (answers.length === 2 && answers.every(isAnswered))
  if (!isKnown)
    throw new FetchFailure('unresolved', `No DNS service knows the addresses of ${name}.`, {
      cause: v4.status === 'rejected' ? v4.reason : null,
    })
  const valuesOf = (answer: typeof v4): string[] =>
    answer.status === 'fulfilled' ? answer.value.values : []
  return { v4: valuesOf(v4), v6: valuesOf(v6) }
}

/** The DNS services in the order in which they are asked. */
export const DNS_SERVICES = ['cloudflare-dns.com', 'dns.google'] as const
export type DnsService = (typeof DNS_SERVICES)[number]
const addressOf = (service: DnsService): string => `https://${service}/dns-query`
const QUESTION_TIMEOUT_MS = 2_000
// Control questions ask for this name. Nobody can register it (RFC 2606), so no API caller controls
// its servers.
const CONTROL_NAME = 'example.com'
/** DNS messages contain their length as a number of 16 bits (RFC 1035 section 4.2.2). */
const MESSAGE_BYTES_MAX = 65_535
const VALUES_MAX = 100
const VALUE_LENGTH_MAX = 2_048
const CHAIN_MAX = 10
const QUESTIONS_MAX = 500

type DnsConnections = Omit<Connections, 'wait' | 'bodies'>

/**
 * Creates the resolver of one analysis or one search for subdomains. After `questionsMax` different
 * questions, each new question is rejected. If the first one of `services` fails, the next one is
 * asked.
 */
export function createResolver(
  connections: DnsConnections,
  questionsMax = QUESTIONS_MAX,
  services: readonly DnsService[] = DNS_SERVICES,
): DnsResolver {
  const answers = new Map<string, Promise<DnsAnswer>>()
  return {
    resolve(name, type, isShared = false) {
      const folded = name.toLowerCase().replace(/\.$/u, '')
      const key = `${type} ${folded}`
      const known = answers.get(key)
      if (known !== undefined) return known
      const shared = isShared ? connections.sharedAnswers.find(key, connections.now()) : null
      if (shared !== null) return Promise.resolve(shared)
      if (answers.size >= questionsMax)
        return Promise.reject(
          new FetchFailure(
            'unresolved',
            `This run has reached its limit of ${questionsMax} DNS questions.`,
          ),
        )
      const answer = askUpstreams(folded, type, connections, services)
      // The promise may be rejected while no caller waits for it. Without this handler, the runtime
      // would report an unhandled rejection.
      answer.catch(() => undefined)
      answers.set(key, answer)
      if (isShared) keepShared(key, answer, connections)
      return answer
    },
  }
}

// Shares the answer with other analyses if the name exists. A missing name may soon exist, so its
// answer is not shared.
function keepShared(
  key: string,
  asked: Promise<DnsAnswer>,
  { sharedAnswers, now }: DnsConnections,
): void {
  asked.then(
    (answer) => {
      if (answer.rcode === 'NOERROR') sharedAnswers.keep(key, answer, now())
    },
    () => undefined,
  )
}

async function askUpstreams(
  name: string,
  type: DnsRecordType,
  connections: DnsConnections,
  services: readonly DnsService[],
): Promise<DnsAnswer> {
  const query = encodeQuestion(name, type)
  let failure: unknown = null
  let unanswered: DnsAnswer | null = null
  for (const host of services) {
    const upstream = addressOf(host)
    if (!connections.breakerOf(host).allows(connections.now())) continue
    try {
      const answer = await askUpstream(upstream, query, type, connections)
      connections.breakerOf(host).succeeded()
      if (isAnswered(answer)) return answer
      unanswered = answer
    } catch (error) {
      if (connections.signal.aborted) throw error
      connections.breakerOf(host).failed(connections.now, controlOf(upstream, connections))
      failure = error
    }
  }
  if (unanswered !== null) return unanswered
  throw new FetchFailure('unresolved', `No DNS service answered for ${name}.`, { cause: failure })
}

function controlOf(upstream: string, connections: DnsConnections): Control {
  return controlQuestion(connections, QUESTION_TIMEOUT_MS, async (signal) =>
    isAnswered(await post(upstream, encodeQuestion(CONTROL_NAME, 'A'), 'A', connections, signal)),
  )
}

async function askUpstream(
  upstream: string,
  query: Uint8Array<ArrayBuffer>,
  type: DnsRecordType,
  connections: DnsConnections,
): Promise<DnsAnswer> {
  const { sockets, signal: run } = connections
  // Questions for addresses are urgent, because a page can be fetched only when the address of its
  // host is known.
  const urgency = type === 'A' || type === 'AAAA' ? 'urgent' : 'ordinary'
  return sockets.run(
    () =>
      withDeadline(QUESTION_TIMEOUT_MS, run, (signal) =>
        post(upstream, query, type, connections, signal),
      ),
    run,
    urgency,
  )
}

async function post(
  upstream: string,
  query: Uint8Array<ArrayBuffer>,
  type: DnsRecordType,
  { fetch }: DnsConnections,
  signal: AbortSignal,
): Promise<DnsAnswer> {
  const headers = { 'content-type': 'application/dns-message', accept: 'application/dns-message' }
  const response = await orAbort(
    fetch(upstream, { method: 'POST', headers, body: query, signal }),
    signal,
  )
  const { bytes } = await readBounded(response, MESSAGE_BYTES_MAX, signal)
  if (response.status !== 200)
    throw new Error(`${new URL(upstream).hostname} answered ${response.status}`)
  return parseDnsMessage(bytes, type)
}

/** Message id 0 lets HTTP caches reuse the response (RFC 8484). Throws FetchFailure. */
export function encodeQuestion(name: string, type: DnsRecordType): Uint8Array<ArrayBuffer> {
  const labels = name.split('.')
  if (name.length > 253 || labels.some((label) => label.length === 0 || label.length > 63))
    throw new FetchFailure(
      'unresolved',
      'A DNS name must not be too long or contain an empty label.',
    )
  const message = encode({
    type: 'query',
    id: 0,
    flags: RECURSION_DESIRED,
    questions: [{ type, name }],
  })
  return new Uint8Array(message)
}

/** Reads a DNS response. Throws if the bytes are not a DNS response. */
export function parseDnsMessage(bytes: Uint8Array, type: DnsRecordType): DnsAnswer {
  const message = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (message.type !== 'response') throw new Error('the DNS message is not a response')
  const values: string[] = []
  const aliases = new Map<string, string>()
  for (const answer of message.answers ?? []) {
    if (answer.type === 'CNAME') aliases.set(formatName(answer.name), formatName(answer.data))
    if (answer.type !== type || values.length >= VALUES_MAX) continue
    const value = formatValue(answer)
    if (value !== '') values.push(value.slice(0, VALUE_LENGTH_MAX))
  }
  return {
    rcode: message.rcode,
    values,
    cnameChain: followAliases(aliases, message.questions?.[0]?.name),
  }
}

function followAliases(aliases: ReadonlyMap<string, string>, asked: string | undefined): string[] {
  const chain: string[] = []
  let current = aliases.get(formatName(asked ?? aliases.keys().next().value ?? ''))
  while (current !== undefined && chain.length < CHAIN_MAX && !chain.includes(current)) {
    chain.push(current)
    current = aliases.get(current)
  }
  return chain
}

function formatValue(answer: StringAnswer | MxAnswer | TxtAnswer | SoaAnswer | CaaAnswer): string {
  switch (answer.type) {
    case 'A':
    case 'AAAA':
      return answer.data.toLowerCase()
    case 'NS':
    case 'PTR':
    case 'CNAME':
    case 'DNAME':
      return formatName(answer.data)
    case 'TXT':
      return formatTxt(answer.data)
    case 'MX':
      return `${answer.data.preference ?? 0} ${formatName(answer.data.exchange)}`.trimEnd()
    case 'SOA':
      return formatSoa(answer.data)
    case 'CAA':
      return (
        `${answer.data.flags ?? 0} ${removeControlCharacters(answer.data.tag)} ` +
        `"${removeControlCharacters(answer.data.value)}"`
      )
    default:
      return answer satisfies never
  }
}

function formatSoa({ mname, rname, serial, refresh, retry, expire, minimum }: SoaData): string {
  const numbers = [serial, refresh, retry, expire, minimum].map((number) => number ?? 0)
  return [formatName(mname), formatName(rname), ...numbers].join(' ')
}

function formatTxt(data: TxtData): string {
  const parts = Array.isArray(data) ? data : [data]
  return removeControlCharacters(
    Buffer.concat(parts.map((part) => Buffer.from(part))).toString('utf8'),
  )
}

function formatName(name: string): string {
  return removeControlCharacters(name).toLowerCase().replace(/\.$/u, '').slice(0, 255)
}

// With control characters in a DNS record, an attacker could change the display of a log viewer or
// a page.
function removeControlCharacters(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/gu, '')
}
