import type { Answer, CaaData, Question } from 'dns-packet'
import type { Contents } from './contents.ts'
import { readQuery, writeAnswer } from './dns-message.ts'
import { BytesResponse, type SampleRequest } from './messages.ts'
import { NetworkFailure } from './network-failure.ts'
import { generatedRecords } from './reverse-zones.ts'
import type { Wait } from './waits.ts'
import type { NameRecords } from './world.ts'

const TTL_SECONDS = 300
const CNAME_HOPS_MAX = 8
const TXT_STRING_BYTES_MAX = 255
const MESSAGE_BYTES_MAX = 4096
/**
 * Value of `_rcode` for a name whose name servers never answer. The resolver then sends no response
 * either.
 */
const SILENT = 'SILENT'
const SILENCE_MS = 30_000
/** Address of the RDAP and WHOIS servers that have no DNS records in the test data. */
const REGISTRATION_SERVER_ADDRESS = '192.0.43.9'

interface Resolution {
  rcode: string
  answers: Answer[]
}

/**
 * DNS over HTTPS (RFC 8484 section 4.1): GET with a base64url message in `dns=`, or POST with a
 * binary message.
 */
export async function answerDnsOverHttps(
  contents: Contents,
  request: SampleRequest,
  wait: Wait,
): Promise<Response> {
  const bytes = await messageOf(request)
  if (bytes instanceof Response) return bytes
  const query = readQuery(bytes)
  if (!query) return new Response('the message cannot be read', { status: 400 })
  const resolution = query.question
    ? answerTo(contents, query.question)
    : { rcode: 'FORMERR', answers: [], authorities: [] }
  if (resolution.rcode === SILENT) {
    await wait(SILENCE_MS)
    throw new NetworkFailure('timeout', request.url)
  }
  const message = new Uint8Array(writeAnswer({ ...query, ...resolution }))
  return new BytesResponse(message, {
    headers: {
      'content-type': 'application/dns-message',
      'content-length': String(message.byteLength),
      'cache-control': `max-age=${TTL_SECONDS}`,
    },
  })
}

function answerTo(contents: Contents, question: Question): Resolution & { authorities: Answer[] } {
  const name = question.name.toLowerCase().replace(/\.$/, '')
  const resolution = resolve(contents, name, question.type)
  const negative =
    resolution.answers.length === 0 && ['NOERROR', 'NXDOMAIN'].includes(resolution.rcode)
  return { ...resolution, authorities: negative ? zoneOf(contents, name) : [] }
}

async function messageOf(request: SampleRequest): Promise<Buffer | Response> {
  if (request.method === 'GET') {
    const parameter = new URL(request.url).searchParams.get('dns')
    if (parameter === null || parameter === '')
      return new Response('dns parameter missing', { status: 400 })
    return Buffer.from(parameter, 'base64url')
  }
  if (request.method !== 'POST')
    return new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
  if (!request.headers.get('content-type')?.startsWith('application/dns-message')) {
    return new Response('not a DNS message', { status: 415 })
  }
  const body = Buffer.from(await request.arrayBuffer())
  return body.byteLength > MESSAGE_BYTES_MAX ? new Response('too long', { status: 413 }) : body
}

export function hasAddress(contents: Contents, host: string): boolean {
  return ['A', 'AAAA'].some((type) =>
    resolve(contents, host, type).answers.some((record) => record.type === type),
  )
}

function resolve(contents: Contents, name: string, type: string): Resolution {
  const answers: Answer[] = []
  let current = name
  for (let hop = 0; hop <= CNAME_HOPS_MAX; hop++) {
    const found = recordsAt(contents, current)
    if (found.rcode) return { rcode: found.rcode, answers }
    const alias = type === 'CNAME' ? undefined : found.records.CNAME?.[0]
    if (alias === undefined) {
      const values = found.records[type] ?? []
      return {
        rcode: 'NOERROR',
        answers: [...answers, ...values.flatMap((value) => recordOf(current, type, value))],
      }
    }
    answers.push(...recordOf(current, 'CNAME', alias))
    current = alias.toLowerCase().replace(/\.$/, '')
  }
  return { rcode: 'SERVFAIL', answers: [] }
}

/**
 * Returns the records of a name.
 * A name that exists only because a longer name below it exists has no records. An unknown name has
 * the records of the closest wildcard (RFC 4592), or NXDOMAIN.
 */
function recordsAt(contents: Contents, name: string): NameRecords {
  const world = contents.around(name)
  const own = world.names.get(name) ?? generatedRecords(contents, name)
  if (own) return own
  if (world.parents.has(name)) return { rcode: null, records: {} }
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const ancestor = name.slice(dot + 1)
    const wildcard = world.names.get(`*.${ancestor}`)
    if (wildcard) return wildcard
    const enclosing = world.names.get(ancestor)
    if (enclosing?.rcode) return { rcode: enclosing.rcode, records: {} }
    if (enclosing || world.parents.has(ancestor)) break
  }
  if (
    contents.world.rdapHosts.has(name) ||
    contents.world.whoisServers.has(name) ||
    name === 'whois.iana.org'
  )
    return { rcode: null, records: { A: [REGISTRATION_SERVER_ADDRESS] } }
  return { rcode: 'NXDOMAIN', records: {} }
}

/**
 * Returns the SOA record of the zone. A response without an answer has it in its authority section
 * (RFC 2308).
 */
function zoneOf(contents: Contents, name: string): Answer[] {
  const world = contents.around(name)
  for (let zone = name; zone.includes('.'); zone = zone.slice(zone.indexOf('.') + 1)) {
    const soa = world.names.get(zone)?.records.SOA?.[0]
    if (soa) return recordOf(zone, 'SOA', soa)
  }
  return []
}

function recordOf(name: string, type: string, value: string): Answer[] {
  const common = { name, ttl: TTL_SECONDS, class: 'IN' as const }
  const words = value.trim().split(/\s+/)
  switch (type) {
    case 'A':
    case 'AAAA':
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return [{ ...common, type, data: value }]
    case 'TXT':
      return [{ ...common, type, data: textStrings(value) }]
    case 'MX':
      return [
        { ...common, type, data: { preference: Number(words[0]), exchange: words[1] ?? '.' } },
      ]
    case 'SOA': {
      const [serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0] = words
        .slice(2)
        .map(Number)
      return [
        {
          ...common,
          type,
          data: {
            mname: words[0] ?? '.',
            rname: words[1] ?? '.',
            serial,
            refresh,
            retry,
            expire,
            minimum,
          },
        },
      ]
    }
    case 'CAA': {
      // The types of the package dns-packet allow only three CAA tags, but RFC 8659 allows any tag.
      const tag = (words[1] ?? '') as CaaData['tag']
      const text = value.slice(value.indexOf(words[2] ?? '')).replace(/^"|"$/g, '')
      return [{ ...common, type, data: { flags: Number(words[0]), tag, value: text } }]
    }
    default:
      return []
  }
}

function textStrings(value: string): Buffer[] {
  const bytes = Buffer.from(value, 'utf8')
  const strings: Buffer[] = []
  for (let at = 0; at < bytes.byteLength || at === 0; at += TXT_STRING_BYTES_MAX) {
    strings.push(bytes.subarray(at, at + TXT_STRING_BYTES_MAX))
  }
  return strings
}
