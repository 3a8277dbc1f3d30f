import ipaddr from 'ipaddr.js'
import { newIdentifier } from '../identifiers.ts'

const ADDRESS_CHARACTERS_MAX = 45

/** Takes the id from the header X-Request-Id only if it is in the required format. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newIdentifier('req')
}

/**
 * Network of the client's address (/24 or /48), or null without an address. It is enough to
 * recognise abuse, and identifies no person.
 */
export function addressPrefixOf(request: Request): string | null {
  return networkOf(request, { ipv4: 24, ipv6: 48 })
}

/**
 * The network that counts as one client: a single IPv4 address, or a /64 of IPv6, because one
 * customer of a provider can use all 2^64 addresses of a /64. All clients without a valid address
 * share `unknown`, so that they are limited too.
 */
export function clientNetworkOf(request: Request): string {
  return networkOf(request, { ipv4: 32, ipv6: 64 }) ?? 'unknown'
}

/** The address part of a client network. Null for `unknown`. */
export function addressOfNetwork(clientNetwork: string): string | null {
  const [address = ''] = clientNetwork.split('/')
  return ipaddr.isValid(address) ? address : null
}

function networkOf(request: Request, bitsOf: { ipv4: number; ipv6: number }): string | null {
  const text = request.headers.get('cf-connecting-ip')
  if (text === null || text.length > ADDRESS_CHARACTERS_MAX) return null
  const address = parseAddress(text)
  if (address === null) return null
  const bits = bitsOf[address.kind()]
  if (bits === 32) return address.toString()
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}

function parseAddress(text: string): ReturnType<typeof ipaddr.process> | null {
  try {
    return ipaddr.process(text)
  } catch {
    return null
  }
}
