import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeBase64url,
  encodeBase64url,
  fromBase64,
  fromLooseBase64,
  hexOf,
  toBase64,
  utf8,
} from '../../../../shared/platform/crypto/encodings.ts'
import { sha256Hex } from '../../../../shared/platform/crypto/hashes.ts'

const anyBytes = fc.uint8Array({ maxLength: 300 })

test('decoding base64 and base64url gives the encoded bytes back, also for a part of a larger buffer', () => {
  fc.assert(
    fc.property(anyBytes, fc.nat(20), (bytes, from) => {
      const part = bytes.subarray(Math.min(from, bytes.length))
      expect(fromBase64(toBase64(part))).toEqual(new Uint8Array(part))
      expect(fromLooseBase64(toBase64(part))).toEqual(new Uint8Array(part))
      expect(decodeBase64url(encodeBase64url(part))).toEqual(new Uint8Array(part))
    }),
  )
})

test('hexadecimal has two lower-case digits for each byte', () => {
  expect(hexOf(new Uint8Array([0, 1, 0x7f, 0xff]))).toBe('00017fff')
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      expect(hexOf(bytes)).toMatch(new RegExp(`^[0-9a-f]{${bytes.length * 2}}$`))
    }),
  )
})

test.each(['a', 'ab=c', '****'])('%j is not valid base64', (text) => {
  expect(() => fromBase64(text)).toThrow()
})

test('SHA-256 of "abc" equals the example of FIPS 180-4', async () => {
  expect(await sha256Hex(utf8('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
