import { crc32 } from 'node:zlib'
import { hexOf, utf8 } from '../platform/crypto/encodings.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 32
const CHECKSUM_CHARACTERS = 6

export const KEY_PREFIXES = { ordinary: 'dak_', playground: 'dpk_' } as const
export type KeyKind = keyof typeof KEY_PREFIXES

/** Secret keys (peppers) for stored digests, by version. The first one is the current one. */
export type Peppers = Record<string, string>

function checksum(text: string): string {
  let rest = crc32(text)
  let encoded = ''
  for (let digit = 0; digit < CHECKSUM_CHARACTERS; digit++) {
    encoded = ALPHABET.charAt(rest % 62) + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}

/** Creates an API key: prefix, 32 random base62 characters (190 bits), 6 characters of checksum. */
export function createApiKey(kind: KeyKind, randomBytes: (count: number) => Uint8Array): string {
  let random = ''
  while (random.length < RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS)) {
      // 248 is the largest multiple of 62 below 256. With larger bytes, some characters would be
      // more frequent than others.
      if (byte < 248 && random.length < RANDOM_CHARACTERS) random += ALPHABET.charAt(byte % 62)
    }
  }
  const body = KEY_PREFIXES[kind] + random
  return body + checksum(body)
}

export function isWellFormedKey(text: string): boolean {
  if (!/^d[ap]k_[0-9A-Za-z]{38}$/.test(text)) return false
  const body = text.slice(0, -CHECKSUM_CHARACTERS)
  return checksum(body) === text.slice(-CHECKSUM_CHARACTERS)
}

export function keyHint(key: string): string {
  return key.slice(0, 8)
}

const importedPeppers = new Map<string, CryptoKey>()

async function digestUnder(version: string, pepper: string, key: string): Promise<string> {
  let imported = importedPeppers.get(pepper)
  if (imported === undefined) {
    imported = await crypto.subtle.importKey(
      'raw',
      utf8(pepper),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    importedPeppers.set(pepper, imported)
  }
  const bytes = await crypto.subtle.sign('HMAC', imported, utf8(key))
  return `${version}:${hexOf(new Uint8Array(bytes))}`
}

/** HMAC-SHA-256 under the current pepper, as `<version>:<hex>`. Throws if there is no pepper. */
export async function digestText(peppers: Peppers, text: string): Promise<string> {
  const [current] = Object.entries(peppers)
  if (current === undefined) throw new Error('API_KEY_PEPPER contains no pepper')
  return digestUnder(current[0], current[1], text)
}

export async function possibleTextDigests(peppers: Peppers, text: string): Promise<string[]> {
  return Promise.all(
    Object.entries(peppers).map(([version, pepper]) => digestUnder(version, pepper, text)),
  )
}

export function digestApiKey(peppers: Peppers, key: string): Promise<string> {
  return digestText(peppers, key)
}

export function possibleDigests(peppers: Peppers, key: string): Promise<string[]> {
  return possibleTextDigests(peppers, key)
}
