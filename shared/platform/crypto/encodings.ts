const encoder = new TextEncoder()

/**
 * Returns the UTF-8 bytes of a text. TextEncoder never uses a SharedArrayBuffer, so the cast to
 * Uint8Array<ArrayBuffer> is safe.
 */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(text) as Uint8Array<ArrayBuffer>

/**
 * Writes as much of the text into the buffer as fits. Returns the number of characters (UTF-16)
 * read and of bytes written.
 */
export const utf8Into = (text: string, buffer: Uint8Array): { read: number; written: number } =>
  encoder.encodeInto(text, buffer)

const bufferOver = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const hexOf = (bytes: Uint8Array): string => bufferOver(bytes).toString('hex')

export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'hex'))

export const toBase64 = (bytes: Uint8Array): string => bufferOver(bytes).toString('base64')

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/**
 * Decodes base64 that a person may have typed. Ignores invalid characters instead of throwing an
 * error.
 */
export const fromLooseBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'base64'))

export const encodeBase64url = (bytes: Uint8Array): string =>
  bufferOver(bytes).toString('base64url')

/**
 * Decodes base64url. Returns null for padding, invalid characters, or non-zero unused bits in the
 * last character, so that each byte sequence has only one valid encoding.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  return encodeBase64url(bytes) === text ? bytes : null
}
