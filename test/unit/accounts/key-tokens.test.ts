import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createApiKey,
  digestApiKey,
  isWellFormedKey,
  possibleDigests,
} from '../../../shared/accounts/key-tokens.ts'

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count))

test('a key starts with the prefix of its kind, and keys are unique', () => {
  const keys = Array.from({ length: 500 }, () => createApiKey('ordinary', random))
  expect(keys.every((key) => /^dak_[0-9A-Za-z]{38}$/.test(key) && isWellFormedKey(key))).toBe(true)
  expect(new Set(keys).size).toBe(500)
  expect(createApiKey('playground', random)).toMatch(/^dpk_/)
})

test('a key with a changed character is refused without a database query', () => {
  const key = createApiKey('ordinary', random)
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: key.length - 1 }),
      fc.constantFrom(...'0aZ9'),
      (place, character) => {
        const changed = key.slice(0, place) + character + key.slice(place + 1)
        return changed === key || !isWellFormedKey(changed)
      },
    ),
  )
})

test.each([
  '',
  'dak_',
  'dak_short',
  `dak_${'0'.repeat(38)}`,
  `xyz_${'0'.repeat(38)}`,
  `dak_${'é'.repeat(38)}`,
])('%j is not a well-formed key', (text) => {
  expect(isWellFormedKey(text)).toBe(false)
})

test('the checksum is the CRC-32 of the rest of the key, in base 62', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  for (let round = 0; round < 50; round++) {
    const key = createApiKey('ordinary', random)
    const value = [...key.slice(-6)].reduce(
      (sum, character) => sum * 62 + alphabet.indexOf(character),
      0,
    )
    expect(value).toBe(crc32(key.slice(0, -6)))
  }
})

// An earlier version of the service issued these keys with their CRC-32 checksums. Customers may
// still use such keys, so they must stay valid.
test.each([
  'dak_BQ7yxq3Wni9CXuVgvcTSLY1IDeh2P0BQ2tUHZM',
  'dpk_IVYn03IVYn03IVYn03IVYn03IVYn03IV3Ncenv',
])('the older key %s is well-formed', (key) => {
  expect(isWellFormedKey(key)).toBe(true)
})

test('a digest is made with the current pepper and found with any known pepper', async () => {
  const key = createApiKey('ordinary', random)
  const before = await digestApiKey({ one: 'pepper number one' }, key)
  const peppers = { two: 'pepper number two', one: 'pepper number one' }
  expect(before).toMatch(/^one:[0-9a-f]{64}$/)
  expect(await digestApiKey(peppers, key)).toMatch(/^two:/)
  expect(await possibleDigests(peppers, key)).toContain(before)
})
