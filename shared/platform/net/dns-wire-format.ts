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
import type { DnsAnswer } from './dns-answer.ts'
import { FetchFailure } from './fetch-failure.ts'

declare module 'dns-packet' {
  interface DecodedPacket {
    /** The package @types/dns-packet 5.6.5 does not declare this field. */
    rcode: string
  }
}

export type DnsRecordType = 'A' | 'AAAA' | 'NS' | 'MX' | 'TXT' | 'SOA' | 'CAA' | 'PTR' | 'CNAME'

const VALUES_MAX = 100
const VALUE_LENGTH_MAX = 2_048
const CHAIN_MAX = 10

/** Message id 0 lets HTTP caches reuse the response (RFC 8484). Throws FetchFailure. */
export function encodeQuestion(name: string, type: DnsRecordType): Uint8Array<ArrayBuffer> {
  const labels = name.split('.')
  if (name.length > 253 || labels.some((label) => label.length === 0 || label.length > 63))
    throw new FetchFailure(
      'no_address',
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
