import { toUUIDBytes } from 'typeid-js'
import { expect, test } from 'vitest'
import { isIdentifier, newRequestIdentifier } from '../../../shared/platform/identifiers.ts'

const NOW = Date.parse('2026-11-25T08:00:00.123Z')

test('an identifier of a request is a UUIDv7 of its time', () => {
  for (let n = 0; n < 200; n += 1) {
    const identifier = newRequestIdentifier(NOW)
    expect(isIdentifier('req', identifier)).toBe(true)
    const bytes = Buffer.from(toUUIDBytes(identifier as Parameters<typeof toUUIDBytes>[0]))
    expect(bytes.readUIntBE(0, 6)).toBe(NOW)
    expect((bytes[6] ?? 0) >> 4).toBe(7)
    expect((bytes[8] ?? 0) >> 6).toBe(0b10)
  }
})

test('identifiers of requests of the same millisecond differ in each of their random bits', () => {
  const made = Array.from({ length: 200 }, () => newRequestIdentifier(NOW))
  expect(new Set(made).size).toBe(made.length)
  const bits = made.map((identifier) =>
    [...toUUIDBytes(identifier as Parameters<typeof toUUIDBytes>[0])]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join(''),
  )
  const fixed = Array.from({ length: 128 }, (_, place) => place).filter(
    (place) => new Set(bits.map((each) => each[place])).size === 1,
  )
  expect(fixed).toEqual([...Array.from({ length: 52 }, (_, place) => place), 64, 65])
})
