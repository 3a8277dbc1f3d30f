import { addressBytes } from '../../platform/net/addresses.ts'

/**
 * Returns the parts of an IP address in reverse order, as DNS queries need them: bytes for IPv4
 * (RFC 1035 section 3.5), hexadecimal digits for IPv6 (RFC 3596 section 2.5). Null when the text is
 * not an IP address.
 */
export function reversedLabels(address: string): { labels: string; family: 4 | 6 } | null {
  const bytes = addressBytes(address)
  if (bytes === null) return null
  if (bytes.length === 4) return { labels: [...bytes].toReversed().join('.'), family: 4 }
  const nibbles = [...bytes].flatMap((byte) => [byte >> 4, byte & 15]).toReversed()
  return { labels: nibbles.map((nibble) => nibble.toString(16)).join('.'), family: 6 }
}
