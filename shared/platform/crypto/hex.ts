/** Every byte in two digits. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Bytes as lower-case hexadecimal digits, two a byte (RFC 4648 section 8, in lower case). */
export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += DIGITS[byte]
  return text
}
