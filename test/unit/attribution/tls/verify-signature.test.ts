import { createPublicKey, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  methodOf,
  parsePublicKey,
  type SignatureMethod,
  verifySignature,
} from '../../../../shared/attribution/tls/verify-signature.ts'

const spki = (key: KeyObject): Uint8Array =>
  new Uint8Array(key.export({ type: 'spki', format: 'der' }))
const rsa = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })

test.each<[string, { publicKey: KeyObject }, boolean]>([
  ['RSA with 2,048 bits', rsa(2_048), true],
  ['RSA with 1,024 bits', rsa(1_024), false],
  ['P-256', curve('P-256'), true],
  ['P-521', curve('P-521'), true],
  ['a curve that no public website may have', curve('secp256k1'), false],
  ['Ed25519', generateKeyPairSync('ed25519'), false],
])('a key of %s is read: %s', (_, { publicKey }, isRead) => {
  expect(parsePublicKey(spki(publicKey)) !== null).toBe(isRead)
})

test('an RSA key that makes a check slow is refused', () => {
  const { n = '', kty = '' } = rsa(2_048).publicKey.export({ format: 'jwk' })
  const long = Buffer.alloc(8, 0xff).toString('base64url')
  for (const [modulus, exponent] of [
    [n, long],
    [Buffer.alloc(1_100, 0xff).toString('base64url'), 'AQAB'],
  ]) {
    const key = { key: { kty, n: modulus ?? '', e: exponent ?? '' }, format: 'jwk' as const }
    expect(parsePublicKey(spki(createPublicKey(key)))).toBeNull()
  }
})

test.each([
  ['RSA with SHA-1', '300d06092a864886f70d0101050500'],
  ['RSA with MD5', '300d06092a864886f70d0101040500'],
  ['ECDSA with SHA-1', '300906072a8648ce3d0401'],
  ['Ed25519', '300506032b6570'],
])('a signature of %s has no method', (_, hex) => {
  expect(methodOf(Buffer.from(hex, 'hex'))).toBeNull()
})

test.each([
  ['SHA-256', '01', '20'],
  ['SHA-384', '02', '30'],
  ['SHA-512', '03', '40'],
])('a signature of RSA-PSS with %s has a method', (hash, digest, salt) => {
  const algorithm = `300d06096086480165030402${digest}0500`
  const mask = `301a06092a864886f70d010108${algorithm}`
  const parameters = `3034a00f${algorithm}a11c${mask}a2030201${salt}`
  const identifier = Buffer.from(`304106092a864886f70d01010a${parameters}`, 'hex')
  expect(methodOf(identifier)).toEqual({ kind: 'rsa-pss', hash })
})

const text = Buffer.from('signed')
const ecdsa: SignatureMethod = { kind: 'ecdsa', hash: 'SHA-256' }

test('a signature counts for its key, its bytes and its method only', async () => {
  const pair = curve('P-256')
  const key = parsePublicKey(spki(pair.publicKey))
  const other = parsePublicKey(spki(curve('P-256').publicKey))
  const large = parsePublicKey(spki(rsa(2_048).publicKey))
  if (key === null || other === null || large === null) throw new Error('a key is refused')
  const signature = createSign('sha256').update(text).sign(pair.privateKey)
  expect(await verifySignature(key, ecdsa, signature, text)).toBe(true)
  expect(await verifySignature(other, ecdsa, signature, text)).toBe(false)
  expect(await verifySignature(large, ecdsa, signature, text)).toBe(false)
  expect(await verifySignature(key, ecdsa, signature, Buffer.from('other'))).toBe(false)
  expect(await verifySignature(key, { ...ecdsa, hash: 'SHA-384' }, signature, text)).toBe(false)
  expect(await verifySignature(key, { kind: 'rsa-pss', hash: 'SHA-256' }, signature, text)).toBe(
    false,
  )
})

test.each([
  ['empty', ''],
  ['no sequence', '0202ffff'],
  ['one number', '3003020101'],
  ['three numbers', '3009020101020101020101'],
  ['a number that is too long', `302702${'22'}${'01'.repeat(34)}020101`],
])('an ECDSA signature with %s is wrong', async (_, hex) => {
  const key = parsePublicKey(spki(curve('P-256').publicKey))
  if (key === null) throw new Error('the key is refused')
  expect(await verifySignature(key, ecdsa, Buffer.from(hex, 'hex'), text)).toBe(false)
})

test('a key that is no point of its curve verifies nothing', async () => {
  const der = spki(curve('P-256').publicKey)
  der.fill(1, -64)
  const key = parsePublicKey(der)
  if (key === null) throw new Error('the key is refused')
  const signature = sign('sha256', text, curve('P-256').privateKey)
  expect(await verifySignature(key, ecdsa, signature, text)).toBe(false)
})
