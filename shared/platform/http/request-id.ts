import ipaddr from 'ipaddr.js'
import { newRequestIdentifier } from '../identifiers.ts'

const ADDRESS_CHARACTERS_MAX = 45

/**
 * IPv4 address in the form that the parser would return. Most requests have one, so they need no
 * parser.
 */
const DOTTED_QUAD = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * Returns the value of the request header X-Request-Id if it has 8 to 64 characters of A-Z, a-z,
 * 0-9, `_` and `-`. Otherwise returns a new request id. `now` is in milliseconds since 1970.
 */
export function requestIdOf(request: Request, now: number): string {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newRequestIdentifier(now)
}

/**
 * Returns the network of the client's IP address (/24 for IPv4, /48 for IPv6), or null without a
 * valid address. The network is enough to recognise abuse and, unlike the full address, does not
 * identify a person.
 */
export function addressPrefixOf(request: Request): string | null {
  return networkOf(request, { ipv4: 24, ipv6: 48 })
}

/**
 * Returns the client's IPv4 address or its /64 network of IPv6, for limits per client. One IPv6
 * client has 2^64 addresses, so a limit per address would not limit it. All clients without a valid
 * address share the name `unknown`, so that they are limited too.
 */
export function clientNetworkOf(request: Request): string {
  return networkOf(request, { ipv4: 32, ipv6: 64 }) ?? 'unknown'
}

/**
 * Returns an address of a network that `clientNetworkOf` returned, or null for the network
 * `unknown`.
 */
export function addressOfNetwork(clientNetwork: string): string | null {
  const [address = ''] = clientNetwork.split('/')
  return ipaddr.isValid(address) ? address : null
}

function networkOf(request: Request, bitsOf: { ipv4: number; ipv6: number }): string | null {
  const text = request.headers.get('cf-connecting-ip')
  if (text === null || text.length > ADDRESS_CHARACTERS_MAX) return null
  if (bitsOf.ipv4 === 32 && DOTTED_QUAD.test(text)) return text
  const address = parseAddress(text)
  if (address === null) return null
  const bits = bitsOf[address.kind()]
  if (bits === 32) return address.toString()
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}

/** `ipaddr.process` checks the text itself, so a check before it would parse the text twice. */
function parseAddress(text: string): ReturnType<typeof ipaddr.process> | null {
  try {
    return ipaddr.process(text)
  } catch {
    return null
  }
}
