import ipaddr from 'ipaddr.js'
import { newIdentifier } from '../identifiers.ts'

/** The longest text of an IPv6 address, with an embedded IPv4 one. */
const ADDRESS_CHARACTERS_MAX = 45

/** The caller's own id where it is one (8-64 of A-Z a-z 0-9 _ -), else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newIdentifier('req')
}

/**
 * The client's network: /24 or, for IPv6, /48. Enough to recognise a pattern, too little to name a person. Null without an address, and
 * for a header that holds none.
 */
export function addressPrefixOf(request: Request): string | null {
  const text = request.headers.get('cf-connecting-ip')
  if (text === null || text.length > ADDRESS_CHARACTERS_MAX || !ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  const bits = address.kind() === 'ipv4' ? 24 : 48
  const bytes = address.toByteArray().map((byte, place) => (place < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}
