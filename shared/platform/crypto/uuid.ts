import { createHash } from 'node:crypto'
import { fromHex, hexOf, utf8 } from './encodings.ts'

/**
 * Returns the UUID version 5 of a name in a namespace, in lower case (RFC 9562, section 5.5).
 * `namespace` is a UUID.
 */
export function uuidV5(namespace: string, name: string): string {
  const digest = createHash('sha1')
    .update(fromHex(namespace.replaceAll('-', '')))
    .update(utf8(name))
    .digest()
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = hexOf(digest)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
