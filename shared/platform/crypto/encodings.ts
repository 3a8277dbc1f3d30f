const encoder = new TextEncoder()

/** The UTF-8 bytes of a text. An encoder never answers with shared memory, which its type leaves open. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text) as Uint8Array<ArrayBuffer>

const bufferOver = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Bytes as lower-case hexadecimal digits, two a byte (RFC 4648 section 8, in lower case). */
export const hexOf = (bytes: Uint8Array): string => bufferOver(bytes).toString('hex')

/** Bytes in base64 with padding (RFC 4648 section 4). */
export const toBase64 = (bytes: Uint8Array): string => bufferOver(bytes).toString('base64')

/** The bytes of a base64 text. Throws on anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** The bytes of a base64 text that a person may have written: characters of no meaning are passed over, and it never throws. */
export const fromLooseBase64 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64'))

/** Bytes in base64url without padding (RFC 4648 section 5). */
export const encodeBase64url = (bytes: Uint8Array): string => bufferOver(bytes).toString('base64url')

/** The bytes of base64url text, or null when it is not the one spelling of them: no padding, no stray bits, no other characters. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  return encodeBase64url(bytes) === text ? bytes : null
}
