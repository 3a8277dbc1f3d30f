import { concatBytes, fromBase64, toBase64, utf8 } from './encodings.ts'

/**
 * Keys by version, each in base64 of 32 bytes (AES-256). The first encrypts, the others only
 * decrypt.
 */
export type SealKeys = Readonly<Record<string, string>>

export type RandomBytes = (count: number) => Uint8Array

/** The text was changed, or its owner or key is wrong; the error does not say which. */
export class SealBroken extends Error {
  constructor() {
    super('a sealed text cannot be opened')
    this.name = 'SealBroken'
  }
}

const FORMAT = 's1'
const KEY_BYTES = 32
/** Length of the nonce for AES-GCM (NIST SP 800-38D section 8.2). */
const NONCE_BYTES = 12

const systemRandomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))

// The owner is part of the authenticated data. So a sealed text that an attacker copies into
// another owner's row cannot be decrypted.
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
  return concatBytes([nonce, new Uint8Array(encrypted)])
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
 * Encrypts the text with a new random key, and this random key with the first one of `keys`.
 * `associatedData` names the owner and the purpose, for example `webhook_secret|usr_...`. Returns
 * `s1:<version>:<encrypted key>:<encrypted text>`.
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

/** `associatedData` must equal the one that was given to `seal`. Throws SealBroken. */
export async function unseal(
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
