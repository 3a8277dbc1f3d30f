import {
  type Answer,
  decode,
  encode,
  type Question,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
} from 'dns-packet'

const UDP_PAYLOAD_BYTES = 1232
const RCODES: Readonly<Record<string, number>> = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
}

export function readQuery(
  bytes: Buffer,
): { id: number; question: Question | null; extended: boolean } | null {
  try {
    const message = decode(bytes)
    const extended = message.additionals?.some((record) => record.type === 'OPT') ?? false
    return { id: message.id ?? 0, question: message.questions?.[0] ?? null, extended }
  } catch {
    return null
  }
}

/**
 * If `extended` is true, the response has an OPT record. A query with an OPT record needs such a
 * response (RFC 6891).
 */
export function writeAnswer(answer: {
  id: number
  question: Question | null
  extended: boolean
  rcode: string
  answers: Answer[]
  authorities: Answer[]
}): Buffer {
  const rcode = RCODES[answer.rcode] ?? RCODES.SERVFAIL ?? 2
  return encode({
    type: 'response',
    id: answer.id,
    flags: RECURSION_DESIRED | RECURSION_AVAILABLE | rcode,
    questions: answer.question ? [answer.question] : [],
    answers: answer.answers,
    authorities: answer.authorities,
    additionals: answer.extended
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: UDP_PAYLOAD_BYTES,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  })
}
