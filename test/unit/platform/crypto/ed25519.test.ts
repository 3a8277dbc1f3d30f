import { expect, test } from 'vitest'
import {
  publicJwk,
  signEd25519,
  verifyEd25519,
} from '../../../../shared/platform/crypto/ed25519.ts'
import { decodeBase64url, encodeBase64url } from '../../../../shared/platform/crypto/encodings.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const url = (text: string) => encodeBase64url(hex(text))

/** Key from RFC 8032, section 7.1, test 2. */
const KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-2',
  d: url('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'),
  x: url('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
} as const
const MESSAGE = hex('72')
const SIGNATURE = url(
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
)

test('the signature equals the example of RFC 8032', async () => {
  expect(await signEd25519(KEY, MESSAGE)).toBe(SIGNATURE)
  expect(await verifyEd25519(KEY, SIGNATURE, MESSAGE)).toBe(true)
})

test.each([
  ['another message', SIGNATURE, hex('73')],
  ['unused bits in the last character', `${SIGNATURE.slice(0, -1)}B`, MESSAGE],
  ['padding', `${SIGNATURE}==`, MESSAGE],
  ['too few bytes', SIGNATURE.slice(0, 40), MESSAGE],
  ['no content', '', MESSAGE],
])('verification refuses a signature with %s', async (_, signature, message) => {
  expect(await verifyEd25519(KEY, signature, message)).toBe(false)
})

test('a published key has no private part', () => {
  expect(publicJwk(KEY)).toEqual({
    kty: 'OKP',
    crv: 'Ed25519',
    kid: 'test-2',
    x: KEY.x,
    alg: 'EdDSA',
    use: 'sig',
  })
})

test('base64url accepts only the canonical spelling of bytes', () => {
  expect(decodeBase64url('-_8')).toEqual(hex('fbff'))
  for (const text of ['-_9', '-_8=', '+/8', '-_ 8', 'A']) expect(decodeBase64url(text)).toBeNull()
})
