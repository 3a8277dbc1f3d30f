import ipaddr from 'ipaddr.js'
import { isLocalName } from '../special-use.ts'

interface Block {
  bytes: readonly number[]
  bits: number
}

const block = (cidr: string): Block => {
  const [address, bits] = ipaddr.parseCIDR(cidr)
  return { bytes: address.toByteArray(), bits }
}

// Addresses that are not public: IANA IPv4 Special-Purpose Address Registry (RFC 6890), 6to4 relays
// (RFC 7526), multicast and reserved addresses.
const BLOCKED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(block)

// All public IPv6 addresses are in this block (RFC 4291). Loopback, local and multicast addresses
// are outside of it.
const GLOBAL_UNICAST_IPV6 = block('2000::/3')

// Blocks of IANA's IPv6 registry that are not public: Teredo and other protocols, documentation,
// and 6to4, whose addresses can contain a private IPv4 address.
const BLOCKED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(block)

// IPv6 addresses that contain an IPv4 address (RFC 4291 section 2.5.5.2). Such an address is public
// only if its IPv4 address is public.
const MAPPED_IPV4 = block('::ffff:0:0/96')

function within(bytes: ArrayLike<number>, { bytes: prefix, bits }: Block): boolean {
  const whole = bits >> 3
  for (let index = 0; index < whole; index += 1) if (bytes[index] !== prefix[index]) return false
  const rest = bits & 7
  if (rest === 0) return true
  const mask = (0xff << (8 - rest)) & 0xff
  return ((bytes[whole] ?? 0) & mask) === ((prefix[whole] ?? 0) & mask)
}

/**
 * Returns the 4 or 16 bytes of an IP address, or null. Accepts all spellings that URL parsers
 * accept (WHATWG URL standard): decimal, octal, hexadecimal and shortened IPv4, full-width digits,
 * brackets, one final dot.
 */
export function addressBytes(text: string): Uint8Array | null {
  const folded = text.normalize('NFKC').trim().toLowerCase().replace(/\.$/u, '')
  const bare = folded.startsWith('[') && folded.endsWith(']') ? folded.slice(1, -1) : folded
  if (bare.length === 0 || bare.length > 64) return null
  // Most texts are host names. The parser below would refuse them with an exception, which is slow.
  if (!bare.includes(':') && !/^[\da-fx.]+$/u.test(bare)) return null
  try {
    if (bare.includes(':'))
      return bare.includes('%') ? null : Uint8Array.from(ipaddr.IPv6.parse(bare).toByteArray())
    return Uint8Array.from(ipaddr.IPv4.parse(bare).toByteArray())
  } catch {
    return null
  }
}

/** False for an invalid address, so nothing connects to it. */
export function isPublicAddress(address: Uint8Array | string): boolean {
  const bytes = typeof address === 'string' ? addressBytes(address) : address
  if (bytes === null) return false
  if (bytes.length === 4) return !BLOCKED_IPV4.some((blocked) => within(bytes, blocked))
  if (bytes.length !== 16) return false
  if (within(bytes, MAPPED_IPV4)) return isPublicAddress(bytes.slice(12))
  return (
    within(bytes, GLOBAL_UNICAST_IPV6) && !BLOCKED_IPV6.some((blocked) => within(bytes, blocked))
  )
}

/** Makes a test for addresses in CIDR blocks. It is false for an invalid address. */
export function addressBlocks(cidrs: readonly string[]): (address: string) => boolean {
  const blocks = cidrs.map((cidr) => ({ ...block(cidr), isIpv6: cidr.includes(':') }))
  return (address) => {
    const bytes = addressBytes(address)
    if (bytes === null) return false
    const isIpv6 = bytes.length === 16
    return blocks.some((listed) => listed.isIpv6 === isIpv6 && within(bytes, listed))
  }
}

// Domains of the providers that run this service. They are refused, because an attacker could
// otherwise reach the service's database, cache, files and Workers.
const OWN_PROVIDER_SUFFIXES = [
  'neon.tech',
  'upstash.io',
  'r2.cloudflarestorage.com',
  'r2.dev',
  'workers.dev',
]

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/u
const NAME_LENGTH_MAX = 253

export type HostVerdict = { ok: true; name: string } | { ok: false; reason: string }

const under = (name: string, suffix: string): boolean => name.endsWith(`.${suffix}`)

/** Checked before the DNS lookup. `ownHosts` and their subdomains are refused. */
export function publicHostName(host: string, ownHosts: readonly string[] = []): HostVerdict {
  const name = host.normalize('NFKC').trim().toLowerCase().replace(/\.$/u, '')
  if (name.startsWith('[') || addressBytes(name) !== null)
    return { ok: false, reason: 'is an IP address' }
  if (name.length === 0 || name.length > NAME_LENGTH_MAX)
    return { ok: false, reason: 'is not a host name' }
  const labels = name.split('.')
  if (!labels.every((label) => LABEL.test(label)))
    return { ok: false, reason: 'is not a host name' }
  if (labels.length < 2) return { ok: false, reason: 'is a single label' }
  // A URL parser takes a host for an IPv4 address if its last label is a number (WHATWG URL
  // standard).
  if (/^(?:\d+|0x[0-9a-f]*)$/u.test(labels.at(-1) ?? ''))
    return { ok: false, reason: 'is an IP address' }
  if (isLocalName(name)) return { ok: false, reason: 'is a local name' }
  if (OWN_PROVIDER_SUFFIXES.some((suffix) => under(name, suffix)))
    return { ok: false, reason: 'is a service host' }
  if (ownHosts.some((own) => name === own || under(name, own)))
    return { ok: false, reason: 'is a service host' }
  return { ok: true, name }
}
