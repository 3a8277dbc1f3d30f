const encoder = new TextEncoder()

/** The cast is safe, because TextEncoder never returns bytes in a SharedArrayBuffer. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(text) as Uint8Array<ArrayBuffer>

/**
 * Writes as much of the text as fits into the buffer. `read`: number of UTF-16 characters of the
 * text that were written. `written`: number of bytes.
 */
export const utf8Into = (text: string, buffer: Uint8Array): { read: number; written: number } =>
  encoder.encodeInto(text, buffer)

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.byteLength
  }
  return bytes
}

const bufferOver = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const hexOf = (bytes: Uint8Array): string => bufferOver(bytes).toString('hex')

export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'hex'))

export const toBase64 = (bytes: Uint8Array): string => bufferOver(bytes).toString('base64')

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Invalid characters are ignored, because a person may have typed the text. */
export const fromLooseBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'base64'))

export const encodeBase64url = (bytes: Uint8Array): string =>
  bufferOver(bytes).toString('base64url')

/**
 * Returns null for padding, invalid characters or unused bits that are not zero. So each byte
 * sequence has only one valid text.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  return encodeBase64url(bytes) === text ? bytes : null
}

/** Returns null if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
