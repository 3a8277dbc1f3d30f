import { createRequire } from 'node:module'

/** A resource record as dns-packet takes it: `data` by type (RFC 1035 and successors). */
export interface ResourceRecord {
  name: string
  type: string
  ttl: number
  class: 'IN'
  data: unknown
}

export interface Question {
  name: string
  type: string
  class?: string
}

interface Message {
  type?: 'query' | 'response'
  id?: number
  flags?: number
  rcode?: string
  questions?: Question[]
  answers?: ResourceRecord[]
  authorities?: ResourceRecord[]
  additionals?: { type: string; name: string; udpPayloadSize?: number; flags?: number; options?: unknown[] }[]
}

interface DnsPacket {
  decode(bytes: Uint8Array): Message
  encode(message: Message): Uint8Array
  RECURSION_DESIRED: number
  RECURSION_AVAILABLE: number
}

// The package carries no type declarations.
const packet = createRequire(import.meta.url)('dns-packet') as DnsPacket

const UDP_PAYLOAD_BYTES = 1232
const RCODES: Readonly<Record<string, number>> = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
}

/** The question of a DNS message, null when the bytes are none. */
export function readQuery(bytes: Uint8Array): { id: number; question: Question | null; extended: boolean } | null {
  try {
    const message = packet.decode(bytes)
    const extended = message.additionals?.some((record) => record.type === 'OPT') ?? false
    return { id: message.id ?? 0, question: message.questions?.[0] ?? null, extended }
  } catch {
    return null
  }
}

/** The answer message of a recursive resolver; `extended` adds the OPT record that a query with one is owed (RFC 6891). */
export function writeAnswer(answer: {
  id: number
  question: Question | null
  extended: boolean
  rcode: string
  answers: ResourceRecord[]
  authorities: ResourceRecord[]
}): Uint8Array {
  const rcode = RCODES[answer.rcode] ?? RCODES.SERVFAIL ?? 2
  return packet.encode({
    type: 'response',
    id: answer.id,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode,
    questions: answer.question ? [answer.question] : [],
    answers: answer.answers,
    authorities: answer.authorities,
    additionals: answer.extended
      ? [{ type: 'OPT', name: '.', udpPayloadSize: UDP_PAYLOAD_BYTES, flags: 0, options: [] }]
      : [],
  })
}
