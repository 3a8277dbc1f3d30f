import type { Control } from '../limits/breaker.ts'
import type { Connections } from './connections.ts'
import { controlQuestion } from './control-question.ts'
import { withDeadline } from './deadline.ts'
import { type DnsAnswer, isAnswered } from './dns-answer.ts'
import { type DnsRecordType, encodeQuestion, parseDnsMessage } from './dns-wire-format.ts'
import { FetchFailure, orAbort } from './fetch-failure.ts'
import { readBounded } from './response-body.ts'

/**
 * Hosts of DNS over HTTPS (RFC 8484, path /dns-query), in the order in which they are asked. A
 * service with a filter, such as dns.quad9.net, answers NXDOMAIN for domains on lists of threats.
 * Quad9 requires HTTP/2 (quad9.net/news/blog/doh-http-1-1-retirement), which Workers use.
 */
export const DNS_SERVICES: readonly string[] = [
  'cloudflare-dns.com',
  'dns.google',
  'dns10.quad9.net',
]

const FIRST_SERVICE_MS = 2_000
/** Time of all services after the first one together, so that a question takes 3.8 s at most. */
const OTHER_SERVICES_MS = 1_800
// If no service is reachable, they are asked again until this time has passed.
const OUTAGE_MS = 1_500
const PAUSE_MS = 400
/** Time since the beginning of a question until which its last attempt may start. */
const LAST_ATTEMPT_MS = 2_500
// Control questions ask for this name. Nobody can register it (RFC 2606), so no API caller controls
// its servers.
const CONTROL_NAME = 'example.com'
const CONTROL_MS = 600
/** Questions that fail within this time share one control question. */
const CONTROL_MEMORY_MS = 1_000
/** DNS messages contain their length as a number of 16 bits (RFC 1035 section 4.2.2). */
const MESSAGE_BYTES_MAX = 65_535

export type DnsConnections = Omit<Connections, 'bodies'>

export interface DnsServices {
  /**
   * Throws FetchFailure. Its reason is `dns_unavailable` if a control question fails too, otherwise
   * `unresolved`.
   */
  ask(name: string, type: DnsRecordType): Promise<DnsAnswer>
  readonly isDown: boolean
}

interface Question {
  name: string
  type: DnsRecordType
  message: Uint8Array<ArrayBuffer>
}

interface Run {
  hosts: readonly string[]
  connections: DnsConnections
  control: { askedAt: number; works: Promise<boolean> } | null
  isDown: boolean
  /** Identifies the run for the breakers, which must not keep its connections in memory. */
  caller: object
}

/** One question to the services in turn. */
interface Round {
  /** The answer of the last service that sent one. It may be an error code such as SERVFAIL. */
  answer: DnsAnswer | null
  /**
   * Set if a service did not answer in time: the outcome of the control question that was asked
   * then. A later one could be answered although the services failed until now.
   */
  works: Promise<boolean> | null
}

const question = (name: string, type: DnsRecordType): Question => ({
  name,
  type,
  message: encodeQuestion(name, type),
})

/** Creates the DNS services of one run. `hosts` must not be empty. */
export function createDnsServices(
  hosts: readonly string[],
  connections: DnsConnections,
): DnsServices {
  const run: Run = { hosts, connections, control: null, isDown: false, caller: {} }
  return {
    ask: async (name, type) => askPatiently(question(name, type), run),
    get isDown() {
      return run.isDown
    },
  }
}

async function askPatiently(asked: Question, run: Run): Promise<DnsAnswer> {
  const { now, wait, signal } = run.connections
  const startedAt = now().getTime()
  const elapsedMs = () => now().getTime() - startedAt
  let round = await askInTurn(asked, run)
  while (round.answer === null && !run.isDown && elapsedMs() < OUTAGE_MS) {
    await wait(PAUSE_MS)
    signal.throwIfAborted()
    round = await askInTurn(asked, run)
  }
  if (round.answer !== null) return round.answer
  if (!run.isDown && (await (round.works ?? servicesWork(run)))) {
    // Services that refused the question and then answer the control question have just come back.
    const last = elapsedMs() < LAST_ATTEMPT_MS ? (await askInTurn(asked, run)).answer : null
    if (last !== null) return last
    throw new FetchFailure('unresolved', `The name servers of ${asked.name} did not answer.`)
  }
  signal.throwIfAborted()
  run.isDown = true
  throw new FetchFailure('dns_unavailable', 'Our DNS services did not answer.')
}

async function askInTurn(asked: Question, run: Run): Promise<Round> {
  const { breakerOf, now, signal } = run.connections
  const round: Round = { answer: null, works: null }
  let timeoutMs = FIRST_SERVICE_MS
  let hasHung = false
  for (const host of hostsInTurn(run, round)) {
    try {
      round.answer = await askHost(host, asked, timeoutMs, run, () => {
        round.works ??= servicesWork(run)
      })
      breakerOf(host).succeeded()
      if (isAnswered(round.answer)) return round
    } catch (error) {
      if (signal.aborted) throw error
      breakerOf(host).failed(now, controlOf(host, run.connections))
      // The second service that hangs: without an answer to the control question, no other service
      // works, and the callers learn of the outage before their time is over.
      if (isTimeout(error) && hasHung && !(await round.works)) return round
      hasHung ||= isTimeout(error)
    }
    timeoutMs = OTHER_SERVICES_MS / Math.max(1, run.hosts.length - 1)
  }
  return round
}

/** A service with an open breaker comes last, and only if no other one has sent an answer. */
function* hostsInTurn(run: Run, round: Round): Generator<string> {
  const { hosts, caller } = run
  const { breakerOf, now } = run.connections
  const paused: string[] = []
  for (const host of hosts) {
    if (breakerOf(host).allows(now(), caller)) yield host
    else paused.push(host)
  }
  if (round.answer === null) yield* paused
}

async function askHost(
  host: string,
  { type, message }: Question,
  timeoutMs: number,
  { connections }: Run,
  onTimeout: () => void,
): Promise<DnsAnswer> {
  const { sockets, signal: run } = connections
  // Questions for addresses are urgent, because a page can be fetched only when the address of its
  // host is known.
  const urgency = type === 'A' || type === 'AAAA' ? 'urgent' : 'ordinary'
  return sockets.run(
    async () => {
      try {
        return await withDeadline(timeoutMs, run, (signal) =>
          post(host, message, type, connections, signal),
        )
      } catch (error) {
        // Called while this question still has its connection: the control question then gets the
        // connection before all ordinary questions that wait for one.
        if (isTimeout(error)) onTimeout()
        throw error
      }
    },
    run,
    urgency,
  )
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

/** True if one of the services answers the control question. */
function servicesWork(run: Run): Promise<boolean> {
  const askedAt = run.connections.now().getTime()
  if (run.control === null || askedAt - run.control.askedAt >= CONTROL_MEMORY_MS) {
    const answers = run.hosts.map(async (host) => {
      const answer = await askHost(host, question(CONTROL_NAME, 'A'), CONTROL_MS, run, () => {})
      if (!isAnswered(answer)) throw new Error(`${host} gave no answer to the control question`)
    })
    const works = Promise.any(answers).then(
      () => true,
      () => false,
    )
    run.control = { askedAt, works }
  }
  return run.control.works
}

function controlOf(host: string, connections: DnsConnections): Control {
  const { message, type } = question(CONTROL_NAME, 'A')
  return controlQuestion(connections, FIRST_SERVICE_MS, async (signal) =>
    isAnswered(await post(host, message, type, connections, signal)),
  )
}

async function post(
  host: string,
  message: Uint8Array<ArrayBuffer>,
  type: DnsRecordType,
  { fetch }: DnsConnections,
  signal: AbortSignal,
): Promise<DnsAnswer> {
  const headers = { 'content-type': 'application/dns-message', accept: 'application/dns-message' }
  const response = await orAbort(
    fetch(`https://${host}/dns-query`, { method: 'POST', headers, body: message, signal }),
    signal,
  )
  const { bytes } = await readBounded(response, MESSAGE_BYTES_MAX, signal)
  if (response.status !== 200) throw new Error(`${host} answered ${response.status}`)
  return parseDnsMessage(bytes, type)
}
