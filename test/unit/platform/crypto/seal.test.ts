import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SealBroken, seal, unseal } from '../../../../shared/platform/crypto/seal.ts'

const key = () => randomBytes(32).toString('base64')
const OLD = { k1: key() }
const BOTH = { k2: key(), ...OLD }

test('a sealed text opens for the same owner', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, owner) => {
      expect(await unseal(BOTH, owner, await seal(BOTH, owner, text))).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test('sealing one text twice never gives the same bytes', async () => {
  const sealed = await Promise.all(Array.from({ length: 20 }, () => seal(BOTH, 'a', 'text')))
  expect(new Set(sealed).size).toBe(20)
})

test('the first key seals, and an older key opens until it is removed', async () => {
  const before = await seal(OLD, 'a', 'text')
  expect(before).toMatch(/^s1:k1:/)
  expect(await seal(BOTH, 'a', 'text')).toMatch(/^s1:k2:/)
  expect(await unseal(BOTH, 'a', before)).toBe('text')
  await expect(unseal({ k2: BOTH.k2 }, 'a', before)).rejects.toThrow(SealBroken)
})

test('a sealed text with any changed character does not open as another text', async () => {
  const sealed = await seal(OLD, 'a', 'text')
  for (let place = 0; place < sealed.length; place++) {
    const changed =
      sealed.slice(0, place) + (sealed[place] === 'A' ? 'B' : 'A') + sealed.slice(place + 1)
    // The last base64 character can contain unused bits. A change of only these bits gives the same
    // bytes, so unsealing may succeed.
    const opened = await unseal(OLD, 'a', changed).catch(() => 'refused')
    expect(['refused', 'text']).toContain(opened)
    if (opened === 'text') expect([':', '=']).toContain(sealed[place + 1] ?? '=')
  }
})

test('parts of two sealed texts cannot be combined', async () => {
  const [one, two] = await Promise.all([seal(OLD, 'a', 'one'), seal(OLD, 'a', 'two')])
  const mixed = [...one.split(':').slice(0, 3), two.split(':')[3]].join(':')
  await expect(unseal(OLD, 'a', mixed)).rejects.toThrow(SealBroken)
})

test.each([
  ['a text of another owner', async () => unseal(OLD, 'b', await seal(OLD, 'a', 'text'))],
  [
    'a text with the same key id but another key',
    async () => unseal({ k1: key() }, 'a', await seal(OLD, 'a', 'text')),
  ],
  ['a text with an unknown key id', () => unseal(OLD, 'a', 's1:k9:AAAA:AAAA')],
  ['a text with the key id "constructor"', () => unseal(OLD, 'a', 's1:constructor:AAAA:AAAA')],
  ['a text of an unknown format', () => unseal(OLD, 'a', 's2:k1:AAAA:AAAA')],
  ['an empty text', () => unseal(OLD, 'a', '')],
  [
    'a text with too many parts',
    async () => unseal(OLD, 'a', `${await seal(OLD, 'a', 'text')}:more`),
  ],
  ['a text that is not base64', () => unseal(OLD, 'a', 's1:k1:%%%%:%%%%')],
  ['a text with too few bytes', () => unseal(OLD, 'a', 's1:k1:AA==:AA==')],
])('%s cannot be opened', async (_, attempt) => {
  await expect(attempt()).rejects.toThrow(SealBroken)
})
