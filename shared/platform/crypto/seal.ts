import { fromBase64, toBase64, utf8 } from './encodings.ts'

/**
 * AES-256 keys by the name of their version. Each key is 32 bytes in base64. The first key encrypts
 * new texts; the other keys only decrypt older texts.
 */
export type SealKeys = Readonly<Record<string, string>>

export type RandomBytes = (count: number) => Uint8Array

/**
 * Error for an encrypted text that cannot be decrypted, because the text was changed, or its owner
 * or the key is wrong. The error does not state the reason.
 */
export class SealBroken extends Error {
  constructor() {
    super('a sealed text cannot be opened')
    this.name = 'SealBroken'
  }
}

const FORMAT = 's1'
const KEY_BYTES = 32
/** Length of an AES-GCM nonce in bytes (NIST SP 800-38D section 8.2). */
const NONCE_BYTES = 12

const systemRandomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))

/**
 * Returns the additional authenticated data (AES-GCM) that binds an encrypted text to its owner,
 * purpose and key version. Decryption fails if an attacker copies the encrypted text into another
 * owner's database row.
 */
const authenticatedData = (part: 'key' | 'text', version: string, associatedData: string) =>
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
  const encrypted = await crypto.subtle.encrypt(
    algorithm,
    await aesKey(key, 'encrypt'),
    new Uint8Array(plain),
  )
  const whole = new Uint8Array(NONCE_BYTES + encrypted.byteLength)
  whole.set(nonce)
  whole.set(new Uint8Array(encrypted), NONCE_BYTES)
  return whole
}

async function decrypt(
  key: Uint8Array,
  associatedData: Uint8Array,
  whole: Uint8Array,
): Promise<Uint8Array> {
  const algorithm = {
    name: 'AES-GCM',
    iv: whole.slice(0, NONCE_BYTES),
    additionalData: new Uint8Array(associatedData),
  }
  return new Uint8Array(
    await crypto.subtle.decrypt(algorithm, await aesKey(key, 'decrypt'), whole.slice(NONCE_BYTES)),
  )
}

/**
 * Encrypts a text with a new random AES-256-GCM key, and encrypts this key with the first key of
 * `keys`. `associatedData` names the owner and the purpose of the text, for example
 * `webhook_secret|usr_...`. Returns `s1:<version of the first key>:<encrypted key>:<encrypted
 * text>`.
 */
export async function seal(
  keys: SealKeys,
  associatedData: string,
  plaintext: string,
  randomBytes = systemRandomBytes,
): Promise<string> {
  const [current] = Object.entries(keys)
  if (current === undefined) throw new Error('SEAL_KEYS contains no key')
  const [version, keyText] = current
  const dataKey = randomBytes(KEY_BYTES)
  const sealedKey = await encrypt(
    fromBase64(keyText),
    authenticatedData('key', version, associatedData),
    dataKey,
    randomBytes,
  )
  const sealedText = await encrypt(
    dataKey,
    authenticatedData('text', version, associatedData),
    utf8(plaintext),
    randomBytes,
  )
  return [FORMAT, version, toBase64(sealedKey), toBase64(sealedText)].join(':')
}

/**
 * Decrypts a text that the function `seal` encrypted for the same owner and purpose
 * (`associatedData`). Throws SealBroken if the decryption fails.
 */
export async function open(
  keys: SealKeys,
  associatedData: string,
  sealed: string,
): Promise<string> {
  const [format, version = '', sealedKey = '', sealedText = '', ...more] = sealed.split(':')
  const keyText = Object.hasOwn(keys, version) ? keys[version] : undefined
  if (format !== FORMAT || keyText === undefined || more.length > 0) throw new SealBroken()
  try {
    const dataKey = await decrypt(
      fromBase64(keyText),
      authenticatedData('key', version, associatedData),
      fromBase64(sealedKey),
    )
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await decrypt(
        dataKey,
        authenticatedData('text', version, associatedData),
        fromBase64(sealedText),
      ),
    )
  } catch {
    throw new SealBroken()
  }
}
