import { fromBase64, toBase64, utf8 } from './encodings.ts'

/** Key-encryption keys by version, base64 of 32 bytes each, the first one current. */
export type SealKeys = Readonly<Record<string, string>>

export type RandomBytes = (count: number) => Uint8Array

/** A sealed text that cannot be opened: another owner's, another key's, changed, or none at all. Says nothing about which. */
export class SealBroken extends Error {
  constructor() {
    super('a sealed text cannot be opened')
    this.name = 'SealBroken'
  }
}

const FORMAT = 's1'
const KEY_BYTES = 32
/** The nonce that AES-GCM is specified for (NIST SP 800-38D section 8.2); random, and each data key is used once. */
const NONCE_BYTES = 12

const systemRandomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))

/** What a ciphertext is bound to: moving it to another owner, purpose, part or key version makes it unreadable. */
const bound = (part: 'key' | 'text', version: string, associatedData: string) =>
  utf8(`${FORMAT}|${part}|${version}|${associatedData}`)

const aesKey = (bytes: Uint8Array, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, [use])

async function encrypt(
  key: Uint8Array,
  associatedData: Uint8Array,
  plain: Uint8Array,
  randomBytes: RandomBytes,
): Promise<Uint8Array> {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES))
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: new Uint8Array(associatedData) }
  const encrypted = await crypto.subtle.encrypt(algorithm, await aesKey(key, 'encrypt'), new Uint8Array(plain))
  const whole = new Uint8Array(NONCE_BYTES + encrypted.byteLength)
  whole.set(nonce)
  whole.set(new Uint8Array(encrypted), NONCE_BYTES)
  return whole
}

async function decrypt(key: Uint8Array, associatedData: Uint8Array, whole: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'AES-GCM', iv: whole.slice(0, NONCE_BYTES), additionalData: new Uint8Array(associatedData) }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, await aesKey(key, 'decrypt'), whole.slice(NONCE_BYTES)))
}

/**
 * Seals a text with AES-256-GCM under a key of its own, which is sealed in turn under the current key. `associatedData` names the owner
 * and the purpose (`webhook_secret|usr_…`) and must be given again to open. Returns `s1:<version>:<sealed key>:<sealed text>`.
 */
export async function seal(
  keys: SealKeys,
  associatedData: string,
  plaintext: string,
  randomBytes = systemRandomBytes,
): Promise<string> {
  const [current] = Object.entries(keys)
  if (current === undefined) throw new Error('SEAL_KEYS names no key')
  const [version, keyText] = current
  const dataKey = randomBytes(KEY_BYTES)
  const sealedKey = await encrypt(fromBase64(keyText), bound('key', version, associatedData), dataKey, randomBytes)
  const sealedText = await encrypt(dataKey, bound('text', version, associatedData), utf8(plaintext), randomBytes)
  return [FORMAT, version, toBase64(sealedKey), toBase64(sealedText)].join(':')
}

/** The text that `seal` was given with the same associated data. Throws SealBroken. */
export async function open(keys: SealKeys, associatedData: string, sealed: string): Promise<string> {
  const [format, version = '', sealedKey = '', sealedText = '', ...more] = sealed.split(':')
  const keyText = Object.hasOwn(keys, version) ? keys[version] : undefined
  if (format !== FORMAT || keyText === undefined || more.length > 0) throw new SealBroken()
  try {
    const dataKey = await decrypt(fromBase64(keyText), bound('key', version, associatedData), fromBase64(sealedKey))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await decrypt(dataKey, bound('text', version, associatedData), fromBase64(sealedText)),
    )
  } catch {
    throw new SealBroken()
  }
}
