import { addressBytes } from '../../platform/net/addresses.ts'

/**
 * The labels of an address in reverse order: octets for IPv4 (RFC 1035 section 3.5), nibbles for IPv6 (RFC 3596 section 2.5). Null
 * when the text is no address.
 */
export function reversedLabels(address: string): { labels: string; family: 4 | 6 } | null {
  const bytes = addressBytes(address)
  if (bytes === null) return null
  if (bytes.length === 4) return { labels: [...bytes].toReversed().join('.'), family: 4 }
  const nibbles = [...bytes].flatMap((byte) => [byte >> 4, byte & 15]).toReversed()
  return { labels: nibbles.map((nibble) => nibble.toString(16)).join('.'), family: 6 }
}
