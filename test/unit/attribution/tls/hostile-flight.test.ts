import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ClientHello,
  createClientHello,
} from '../../../../shared/attribution/tls/client-hello.ts'
import { type Certificate, createRoot } from '../../../internet/certificate-authority.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { seededRandom } from './garbled.ts'
import { replay } from './loopback.ts'
import { type FlightOptions, flight12, flight13, message, record, vector } from './sample-flight.ts'

const GARBLED_STREAMS = propertyRuns(10_000)

let hello: ClientHello
let own: Certificate
let foreign: Certificate
let rsa: Certificate
let p384: Certificate

beforeAll(async () => {
  const root = await createRoot('Sample Root')
  hello = await createClientHello('kork.example')
  own = await root.issue({ names: ['kork.example'] })
  foreign = await root.issue({ names: ['kork.example'], keyLabel: 'other' })
  rsa = await root.issue({ names: ['kork.example'], key: 'rsa-2048' })
  p384 = await root.issue({ names: ['kork.example'], key: 'p-384' })
})

const MAKERS = [
  ['1.2', flight12],
  ['1.3', flight13],
] as const

// SHA-256 of "HelloRetryRequest" (RFC 8446 section 4.1.3).
const RETRY_RANDOM = createHash('sha256').update('HelloRetryRequest').digest()

const options = (changes: Partial<FlightOptions> = {}): FlightOptions => ({
  hello,
  chain: own.chain,
  privateKey: own.privateKey,
  ...changes,
})

describe.each(MAKERS)('in TLS %s', (version, flight) => {
  const PROVEN = { outcome: 'read', version, isKeyProven: true }
  const NOT_PROVEN = { outcome: 'read', version, isKeyProven: false }

  test('a signature with the key of the certificate proves it', async () => {
    expect(await replay(hello, flight(options()))).toMatchObject(PROVEN)
  })

  test('a copied chain that another key signs proves nothing', async () => {
    const copied = flight(options({ chain: foreign.chain }))
    expect(await replay(hello, copied)).toMatchObject(NOT_PROVEN)
  })

  test('an answer to another client proves nothing', async () => {
    const answer = flight(options())
    const other = { ...hello, random: new Uint8Array(32), message: new Uint8Array(hello.message) }
    other.message[10] = (other.message[10] ?? 0) ^ 1
    const result = await replay(other, answer)
    expect(result).not.toMatchObject({ isKeyProven: true })
  })

  test.each([
    ['that was not offered', { scheme: 0x0203 }],
    ['of another kind of key', { scheme: 0x0804 }],
  ])('a signature scheme %s proves nothing', async (_, changes) => {
    expect(await replay(hello, flight(options(changes)))).toMatchObject(NOT_PROVEN)
  })

  test('TLS 1.3 binds a signature scheme to a curve, and TLS 1.2 does not', async () => {
    const { chain, privateKey } = p384
    const answer = flight(options({ chain, privateKey, scheme: 0x0403 }))
    expect(await replay(hello, answer)).toMatchObject(version === '1.2' ? PROVEN : NOT_PROVEN)
    const bound = flight(options({ chain, privateKey, scheme: 0x0503 }))
    expect(await replay(hello, bound)).toMatchObject(PROVEN)
  })

  test('messages may be split over records', async () => {
    expect(await replay(hello, flight(options({ recordBytes: 150 })))).toMatchObject(PROVEN)
  })

  test('records of one byte are too many', async () => {
    const answer = flight(options({ recordBytes: 1 }))
    expect(await replay(hello, answer)).toEqual({ outcome: 'unsupported' })
  })

  test('more than ten certificates are too many', async () => {
    const chain = Array<Buffer>(11).fill(own.der)
    expect(await replay(hello, flight(options({ chain })))).toEqual({ outcome: 'unsupported' })
  })

  test('an empty chain is no answer of a server', async () => {
    expect(await replay(hello, flight(options({ chain: [] })))).toEqual({ outcome: 'unsupported' })
  })

  test('a certificate that cannot be read proves nothing', async () => {
    const chain = [Buffer.from(own.der.subarray(0, 200))]
    const result = await replay(hello, flight(options({ chain })))
    expect(result).toMatchObject({ ...NOT_PROVEN, leaf: null })
  })

  test.each<[string, Partial<FlightOptions>]>([
    ['asks for another key share', { random: RETRY_RANDOM }],
    ['chooses a suite that was not offered', { suite: 0x1303 }],
    ['speaks TLS 1.1', { version: 0x0302 }],
  ])('a server that %s is not supported', async (_, changes) => {
    expect(await replay(hello, flight(options(changes)))).toEqual({ outcome: 'unsupported' })
  })

  test('every beginning of an answer has a verdict, and none proves the key', async () => {
    const answer = flight(options())
    const end = answer.length - (version === '1.2' ? 9 : 0)
    for (let length = 0; length < end; length += 7)
      expect(await replay(hello, answer.subarray(0, length))).toEqual({ outcome: 'no_answer' })
  })

  test(`${GARBLED_STREAMS} garbled answers each have a verdict`, async () => {
    const random = seededRandom(48)
    const answer = flight(options({ chain: [...own.chain, ...foreign.chain] }))
    const unread = version === '1.2' ? 9 : 0
    const seen = new Set<string>()
    for (let count = 0; count < GARBLED_STREAMS / MAKERS.length; count += 1) {
      const garbled = random.garble(answer.subarray(0, answer.length - unread))
      const result = await replay(hello, garbled)
      seen.add(result.outcome)
      if (result.outcome === 'read' && result.isKeyProven) {
        const chain = result.chain[0] ?? Buffer.alloc(0)
        expect(Buffer.compare(chain, own.der)).toBe(0)
      }
    }
    expect(seen.size).toBeGreaterThan(2)
  }, 120_000)
})

describe('in TLS 1.2', () => {
  test('a stapled status comes between the certificate and the signature', async () => {
    const status = message(22, Buffer.of(1), vector(3, Buffer.alloc(100)))
    const edit = (messages: Buffer[]) => messages.toSpliced(2, 0, status)
    const result = await replay(hello, flight12(options({ edit })))
    expect(result).toMatchObject({ outcome: 'read', isKeyProven: true })
  })

  test('a server that signs nothing proves nothing', async () => {
    const edit = (messages: Buffer[]) => messages.toSpliced(2, 1)
    expect(await replay(hello, flight12(options({ edit })))).toEqual({ outcome: 'unsupported' })
  })

  test('a server that knows TLS 1.3 was made to use less, so somebody is in between', async () => {
    const random = Buffer.concat([Buffer.alloc(24, 1), Buffer.from('444f574e47524401', 'hex')])
    expect(await replay(hello, flight12(options({ random })))).toEqual({ outcome: 'unsupported' })
  })

  test('the warning that the name is unknown is no refusal', async () => {
    const warning = record(21, Buffer.of(1, 112))
    const answer = Buffer.concat([warning, flight12(options())])
    expect(await replay(hello, answer)).toMatchObject({ outcome: 'read', isKeyProven: true })
  })
})

describe('in TLS 1.3', () => {
  test('PKCS #1 signatures are not allowed', async () => {
    const { chain, privateKey } = rsa
    const answer = flight13(options({ chain, privateKey, scheme: 0x0401 }))
    expect(await replay(hello, answer)).toMatchObject({ isKeyProven: false })
    const allowed = flight13(options({ chain, privateKey, scheme: 0x0804 }))
    expect(await replay(hello, allowed)).toMatchObject({ isKeyProven: true })
  })

  test.each<[string, Partial<FlightOptions>]>([
    ['does not repeat the session id', { sessionId: Buffer.alloc(0) }],
    ['uses another group than its key', { group: 0x001d }],
    [
      'compresses its certificate',
      { edit: ([first = Buffer.alloc(0), ...rest]) => [first, message(25, ...rest)] },
    ],
  ])('a server that %s is not supported', async (_, changes) => {
    expect(await replay(hello, flight13(options(changes)))).toEqual({ outcome: 'unsupported' })
  })

  test('a message must not span the change of keys', async () => {
    const answer = flight13(options())
    const length = 5 + answer.readUInt16BE(3)
    const longer = Buffer.concat([
      record(22, Buffer.concat([answer.subarray(5, length), Buffer.of(8)])),
      answer.subarray(length),
    ])
    expect(await replay(hello, longer)).toEqual({ outcome: 'unsupported' })
  })
})
