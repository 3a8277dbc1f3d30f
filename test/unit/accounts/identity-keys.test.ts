import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createKeyRing,
  type KeyRing,
  type KeySource,
  parseKeys,
} from '../../../shared/accounts/identity-keys.ts'

const published = (kid: string, extra: Record<string, unknown> = {}) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...publicKey.export({ format: 'jwk' }), kid, ...extra }
}
const first = published('first')
const second = published('second')

const MINUTE_MS = 60_000
let ring: KeyRing
let now: number
let asked: number
let set: Record<string, unknown>[]
let answerAfterMs: number
let failing: boolean
let background: Promise<unknown>[]

/**
 * The sleeping calls, each with the time at which its wait ends. The test clock jumps from the end
 * of one wait to the end of the next.
 */
let sleepers: { at: number; wake: () => void }[]
const sleep = (ms: number) => new Promise<void>((wake) => sleepers.push({ at: now + ms, wake }))
async function passTime(until: number): Promise<void> {
  for (;;) {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    sleepers.sort((a, b) => a.at - b.at)
    const [next] = sleepers
    if (next === undefined || next.at > until) break
    sleepers.shift()
    now = Math.max(now, next.at)
    next.wake()
  }
  now = Math.max(now, until)
}

const question: KeySource = {
  async fetchKeys() {
    asked += 1
    await sleep(answerAfterMs)
    if (failing) throw new Error('out of reach')
    return set
  },
  now: () => now,
  wait: sleep,
  background: (work) => background.push(work),
  failed: () => undefined,
  mayBeEmpty: false,
}

async function find(kid: string): Promise<string> {
  let result: string | null = null
  const done = ring.find(kid, question).then((found) => {
    result = typeof found === 'string' ? found : found.algorithm
  })
  for (let steps = 0; result === null && steps < 1_000; steps++) await passTime(now + 25)
  await done
  return result ?? 'nothing'
}

beforeEach(() => {
  ring = createKeyRing()
  now = 1_000_000
  asked = 0
  set = [first]
  answerAfterMs = 50
  failing = false
  background = []
  sleepers = []
})

describe('the key ring', () => {
  test('keys are fetched once and then cached', async () => {
    expect([await find('first'), await find('first'), asked]).toEqual(['ES256', 'ES256', 1])
  })

  test('parallel requests fetch the keys once', async () => {
    const found = Array.from({ length: 20 }, () => ring.find('first', question))
    await passTime(now + 200)
    expect(new Set((await Promise.all(found)).map((key) => typeof key))).toEqual(
      new Set(['object']),
    )
    expect(asked).toBe(1)
  })

  test('a rotated key is fetched at once, and unknown key ids cause at most one fetch every 30 seconds', async () => {
    await find('first')
    set = [first, second]
    expect([await find('second'), asked]).toEqual(['ES256', 2])
    for (let n = 0; n < 50; n++) expect(await find(`invented-${n}`)).toBe('unknown')
    expect(asked).toBe(2)
    now += 30_000
    expect([await find('invented'), asked]).toEqual(['unknown', 3])
  })

  test('without any keys the result is "unavailable", and the next fetch happens after a second', async () => {
    failing = true
    expect(await find('first')).toBe('unavailable')
    expect([await find('first'), asked]).toEqual(['unavailable', 1])
    failing = false
    now += 1_000
    expect([await find('first'), asked]).toEqual(['ES256', 2])
  })

  test('cached keys stay valid for an hour while the identity provider is down', async () => {
    await find('first')
    failing = true
    now += 30 * MINUTE_MS
    expect(await find('first')).toBe('ES256')
    now += 31 * MINUTE_MS
    expect(await find('first')).toBe('unavailable')
  })

  test('keys older than ten minutes are renewed in the background, and a withdrawn key becomes unknown', async () => {
    await find('first')
    set = [second]
    now += 11 * MINUTE_MS
    expect(await find('first')).toBe('ES256')
    await passTime(now + 100)
    await Promise.all(background)
    expect([await find('first'), asked]).toEqual(['unknown', 3])
  })

  test('requests that waited for a failed fetch do not fetch again', async () => {
    failing = true
    const found = Array.from({ length: 5 }, () => ring.find('first', question))
    await passTime(now + 200)
    expect([await Promise.all(found), asked]).toEqual([Array(5).fill('unavailable'), 1])
  })

  test('a fetch that never ends is abandoned after its time limit', async () => {
    answerAfterMs = Number.POSITIVE_INFINITY
    ring.find('first', question).catch(() => undefined)
    await passTime(now + 10)
    answerAfterMs = 50
    expect([await find('first'), asked]).toEqual(['ES256', 2])
  })
})

const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { publicKey: edwards, privateKey: secretEdwards } = generateKeyPairSync('ed25519')

test.each([
  ['P-256', first, 'ES256'],
  ['RSA', { ...rsa.export({ format: 'jwk' }), kid: 'k' }, 'RS256'],
  ['Ed25519', { ...edwards.export({ format: 'jwk' }), kid: 'k', alg: 'EdDSA' }, 'EdDSA'],
  [
    'Ed25519 with its newer algorithm name',
    { ...edwards.export({ format: 'jwk' }), kid: 'k', alg: 'Ed25519' },
    'EdDSA',
  ],
  [
    'Ed25519 with a private part',
    { ...secretEdwards.export({ format: 'jwk' }), kid: 'k' },
    'EdDSA',
  ],
])('a key of type %s is accepted', async (_, jwk, algorithm) => {
  const [key] = (await parseKeys([jwk])).values()
  expect([key?.algorithm, key?.key.type]).toEqual([algorithm, 'public'])
})

test.each([
  ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0', kid: 'k', alg: 'HS256' }],
  ['a key for encryption', published('k', { use: 'enc' })],
  ['a key without a kid', { ...first, kid: undefined }],
  ['a key with an algorithm of another key type', published('k', { alg: 'RS256' })],
  [
    'a key on the curve P-384',
    {
      ...generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' }),
      kid: 'k',
    },
  ],
  ['a broken key', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'k' }],
  ['an empty key', {}],
])('%s is not accepted for signatures', async (_, jwk) => {
  expect(await parseKeys([jwk])).toEqual(new Map())
})
