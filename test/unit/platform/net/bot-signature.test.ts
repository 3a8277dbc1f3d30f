import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Ed25519Key } from '../../../../shared/platform/crypto/ed25519.ts'
import { keyDirectory, requestSigner } from '../../../../shared/platform/net/bot-signature.ts'
import { signatureProblem } from '../../../internet/bot-signature.ts'

const newKey = (kid: string) =>
  Ed25519Key.parse({
    ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
    kid,
  })

const KEY = newKey('k2')
const OLD = newKey('k1')
const NOW = new Date('2026-11-20T12:00:00.700Z')

const signing = (
  keys: Ed25519Key[] | undefined,
  publicUrl = 'https://api.attribution.example',
) => ({
  env: { BOT_SIGNING_KEYS: keys, PUBLIC_URL: publicUrl },
  now: () => NOW,
  randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
})

const signed = async (url: string, keys = [KEY]) =>
  (await requestSigner(signing(keys))?.(url)) ?? {}

/** Checks as a site does, from the headers alone. */
function isGenuine(headers: Record<string, string>, authority: string, { x }: { x: string }) {
  const parameters = headers['signature-input']?.replace(/^sig1=/, '')
  const base = [
    `"@authority": ${authority}`,
    `"signature-agent": ${headers['signature-agent']}`,
    `"@signature-params": ${parameters}`,
  ].join('\n')
  const bytes = Buffer.from(headers.signature?.slice('sig1=:'.length, -1) ?? '', 'base64')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(base), key, bytes)
}

describe('a signed request', () => {
  test('proves its sender to the site, for one minute', async () => {
    const headers = await signed('https://Kork.example/imprint?x=1')
    expect(signatureProblem(new Headers(headers))).toBeNull()
    expect(headers['signature-agent']).toBe('"https://api.attribution.example"')
    expect(headers['signature-input']).toContain(';created=1795176000;')
    expect(headers['signature-input']).toContain(';expires=1795176060;')
    expect(isGenuine(headers, 'kork.example', KEY)).toBe(true)
  })

  test('is of no use at another site, and no other key made it', async () => {
    const headers = await signed('https://kork.example/')
    expect(isGenuine(headers, 'tarnbeck.example', KEY)).toBe(false)
    expect(isGenuine(headers, 'kork.example', OLD)).toBe(false)
  })

  test.each([
    ['http://kork.example:80/', 'kork.example'],
    ['https://kork.example:443/', 'kork.example'],
    ['http://kork.example:8080/', 'kork.example:8080'],
    ['https://xn--krk-8na.example/', 'xn--krk-8na.example'],
  ])('names the host of %s as %s', async (url, authority) => {
    expect(isGenuine(await signed(url), authority, KEY)).toBe(true)
  })

  test('uses the first key, and a new nonce each time', async () => {
    const [one, other] = [
      await signed('https://a.example/', [KEY, OLD]),
      await signed('https://a.example/'),
    ]
    expect(isGenuine(one, 'a.example', KEY)).toBe(true)
    expect(one['signature-input']).not.toBe(other['signature-input'])
  })

  test.each([
    ['without a key', undefined, 'https://api.attribution.example'],
    ['with a key that cannot sign', [{ ...KEY, d: undefined }], 'https://api.attribution.example'],
    ['if nobody can fetch the key by https', [KEY], 'http://127.0.0.1:8787'],
  ])('does not exist %s, and no directory either', async (_name, keys, publicUrl) => {
    expect(requestSigner(signing(keys, publicUrl))).toBeUndefined()
    expect(await keyDirectory(signing(keys, publicUrl))).toBeNull()
  })

  test('is sent without a signature if the key cannot sign', async () => {
    expect(await signed('https://kork.example/', [{ ...KEY, d: 'AA' }])).toEqual({})
  })
})

describe('the directory of keys', () => {
  test('each key signs the name of our host', async () => {
    const directory = await keyDirectory(signing([KEY, OLD]))
    expect(directory?.keys.map(({ x }) => x)).toEqual([KEY.x, OLD.x])
    const inputs = directory?.headers['signature-input']?.split(', ') ?? []
    const signatures = directory?.headers.signature?.split(', ') ?? []
    for (const [index, { x, kid }] of (directory?.keys ?? []).entries()) {
      const parameters = inputs[index]?.replace(`binding${index}=`, '') ?? ''
      expect(parameters).toBe(
        `("@authority";req);created=1795176000;keyid="${kid}";alg="ed25519";expires=1795176600;tag="http-message-signatures-directory"`,
      )
      const base = `"@authority";req: api.attribution.example\n"@signature-params": ${parameters}`
      const bytes = Buffer.from(signatures[index]?.split(':')[1] ?? '', 'base64')
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
      expect(verify(null, Buffer.from(base), key, bytes)).toBe(true)
    }
  })

  test('contains no private part, and no key that cannot sign', async () => {
    const { d: _, ...known } = OLD
    const directory = await keyDirectory(signing([KEY, known]))
    expect(directory?.keys.map((key) => Object.keys(key).sort())).toEqual([
      ['crv', 'kid', 'kty', 'use', 'x'],
    ])
  })
})
