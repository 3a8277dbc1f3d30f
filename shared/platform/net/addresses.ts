import ipaddr from 'ipaddr.js'

/** A block of addresses as its first bytes and its prefix length in bits. */
interface Block {
  bytes: readonly number[]
  bits: number
}

const block = (cidr: string): Block => {
  const [address, bits] = ipaddr.parseCIDR(cidr)
  return { bytes: address.toByteArray(), bits }
}

/**
 * IPv4 blocks that no public server has (IANA IPv4 Special-Purpose Address Registry, RFC 6890; 192.88.99.0/24 is the retired 6to4
 * relay of RFC 7526; 224/4 multicast; 240/4 reserved and broadcast).
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

/** The only IPv6 space from which public servers get addresses (RFC 4291, IANA): loopback, local, multicast and ::/96 are all outside. */
const GLOBAL_UNICAST_IPV6 = block('2000::/3')

/**
 * Blocks inside global unicast space that lead elsewhere or nowhere (IANA IPv6 Special-Purpose Address Registry): protocol assignments
 * with Teredo, documentation, and 6to4, which carries an IPv4 address of the sender's choice.
 */
const BLOCKED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(block)

/** ::ffff:0:0/96, an IPv4 address in IPv6 clothes (RFC 4291 section 2.5.5.2): judged by the address inside. */
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
 * The bytes of an address literal, 4 or 16, or null when the text is none. Reads what the WHATWG URL parser reads as an address:
 * decimal, octal, hexadecimal and short IPv4 forms, full-width digits, brackets, one trailing dot.
 */
export function addressBytes(text: string): Uint8Array | null {
  const folded = text.normalize('NFKC').trim().toLowerCase().replace(/\.$/u, '')
  const bare = folded.startsWith('[') && folded.endsWith(']') ? folded.slice(1, -1) : folded
  if (bare.length === 0 || bare.length > 64) return null
  try {
    if (bare.includes(':')) return bare.includes('%') ? null : Uint8Array.from(ipaddr.IPv6.parse(bare).toByteArray())
    return Uint8Array.from(ipaddr.IPv4.parse(bare).toByteArray())
  } catch {
    return null
  }
}

/** Whether a server on the public internet can have this address: bytes (4 or 16) or text. Anything else is not public. */
export function isPublicAddress(address: Uint8Array | string): boolean {
  const bytes = typeof address === 'string' ? addressBytes(address) : address
  if (bytes === null) return false
  if (bytes.length === 4) return !BLOCKED_IPV4.some((blocked) => within(bytes, blocked))
  if (bytes.length !== 16) return false
  if (within(bytes, MAPPED_IPV4)) return isPublicAddress(bytes.slice(12))
  return within(bytes, GLOBAL_UNICAST_IPV6) && !BLOCKED_IPV6.some((blocked) => within(bytes, blocked))
}

/** Names that never lead to the public internet: RFC 6761, 6762, 7686, 8375, 9476 and ICANN's `internal`. */
const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'arpa', 'onion', 'alt']

/** Hosts under which this service's own database, cache, files and scripts answer; their public web sites are the names themselves. */
const OWN_PROVIDER_SUFFIXES = ['neon.tech', 'upstash.io', 'r2.cloudflarestorage.com', 'r2.dev', 'workers.dev']

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/u
const NAME_LENGTH_MAX = 253

export type HostVerdict = { ok: true; name: string } | { ok: false; reason: string }

const under = (name: string, suffix: string): boolean => name.endsWith(`.${suffix}`)

/**
 * Whether a host name may be asked at all, before it is resolved. Takes what stands in a URL (any case, one trailing dot) and gives
 * the folded name, or one plain phrase on what is wrong with it. `ownHosts` are the service's own names, refused with all below them.
 */
export function publicHostName(host: string, ownHosts: readonly string[] = []): HostVerdict {
  const name = host.normalize('NFKC').trim().toLowerCase().replace(/\.$/u, '')
  if (name.startsWith('[') || addressBytes(name) !== null) return { ok: false, reason: 'is an IP address' }
  if (name.length === 0 || name.length > NAME_LENGTH_MAX) return { ok: false, reason: 'is not a host name' }
  const labels = name.split('.')
  if (!labels.every((label) => LABEL.test(label))) return { ok: false, reason: 'is not a host name' }
  if (labels.length < 2) return { ok: false, reason: 'is a single label' }
  // The URL standard reads a name whose last label is a number as an address, whatever stands before it.
  if (/^(?:\d+|0x[0-9a-f]*)$/u.test(labels.at(-1) ?? '')) return { ok: false, reason: 'is an IP address' }
  if (LOCAL_SUFFIXES.some((suffix) => under(name, suffix))) return { ok: false, reason: 'is a local name' }
  if (OWN_PROVIDER_SUFFIXES.some((suffix) => under(name, suffix))) return { ok: false, reason: 'is a service host' }
  if (ownHosts.some((own) => name === own || under(name, own))) return { ok: false, reason: 'is a service host' }
  return { ok: true, name }
}
