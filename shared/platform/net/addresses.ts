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

/**
 * IANA IPv4 Special-Purpose Address Registry (RFC 6890), 6to4 relay (RFC 7526), multicast and
 * reserved.
 */
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

/** RFC 4291. Loopback, local and multicast addresses are outside of this block. */
const GLOBAL_UNICAST_IPV6 = block('2000::/3')

/** IANA IPv6 registry: Teredo and others, documentation, 6to4, which can hide a private IPv4. */
const BLOCKED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(block)

/** RFC 4291 section 2.5.5.2: the address is public only if the IPv4 address inside is. */
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
 * Returns 4 or 16 bytes, or null. Accepts every form of URL parsers (WHATWG): decimal, octal,
 * hexadecimal and short IPv4, full-width digits, brackets, one final dot.
 */
export function addressBytes(text: string): Uint8Array | null {
  const folded = text.normalize('NFKC').trim().toLowerCase().replace(/\.$/u, '')
  const bare = folded.startsWith('[') && folded.endsWith(']') ? folded.slice(1, -1) : folded
  if (bare.length === 0 || bare.length > 64) return null
  // Most texts are host names, which the parser refuses with a slow exception.
  if (!bare.includes(':') && !/^[\da-fx.]+$/u.test(bare)) return null
  try {
    if (bare.includes(':'))
      return bare.includes('%') ? null : Uint8Array.from(ipaddr.IPv6.parse(bare).toByteArray())
    return Uint8Array.from(ipaddr.IPv4.parse(bare).toByteArray())
  } catch {
    return null
  }
}

/** Invalid addresses are not public. */
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

/** An attacker could reach our database, cache, files and Workers below these domains. */
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
  // WHATWG: a host whose last label is a number is an IPv4 address.
  if (/^(?:\d+|0x[0-9a-f]*)$/u.test(labels.at(-1) ?? ''))
    return { ok: false, reason: 'is an IP address' }
  if (isLocalName(name)) return { ok: false, reason: 'is a local name' }
  if (OWN_PROVIDER_SUFFIXES.some((suffix) => under(name, suffix)))
    return { ok: false, reason: 'is a service host' }
  if (ownHosts.some((own) => name === own || under(name, own)))
    return { ok: false, reason: 'is a service host' }
  return { ok: true, name }
}
