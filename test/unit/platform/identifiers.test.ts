import { toUUIDBytes } from 'typeid-js'
import { expect, test } from 'vitest'
import { isIdentifier, newIdentifier } from '../../../shared/platform/identifiers.ts'

test('an identifier is a UUIDv7 of its time, and no two are equal', () => {
  const made = Array.from({ length: 200 }, () => newIdentifier('req'))
  expect(new Set(made).size).toBe(made.length)
  for (const identifier of made) {
    expect(isIdentifier('req', identifier)).toBe(true)
    const bytes = Buffer.from(toUUIDBytes(identifier as Parameters<typeof toUUIDBytes>[0]))
    expect(Math.abs(bytes.readUIntBE(0, 6) - Date.now())).toBeLessThan(60_000)
    expect((bytes[6] ?? 0) >> 4).toBe(7)
    expect((bytes[8] ?? 0) >> 6).toBe(0b10)
  }
})
