const encoder = new TextEncoder()

/** TextEncoder never uses a SharedArrayBuffer, so the cast is safe. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(text) as Uint8Array<ArrayBuffer>

/** Writes as much as fits; counts UTF-16 characters read and bytes written. */
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

/** A person may have typed the text, so invalid characters are ignored. */
export const fromLooseBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'base64'))

export const encodeBase64url = (bytes: Uint8Array): string =>
  bufferOver(bytes).toString('base64url')

/**
 * Returns null for padding, invalid characters or non-zero unused bits, so that each byte sequence
 * has only one valid encoding.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  return encodeBase64url(bytes) === text ? bytes : null
}

/** Returns null for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
