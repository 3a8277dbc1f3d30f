import ipaddr from 'ipaddr.js'
import type { Contents } from './contents.ts'
import type { NameRecords } from './world.ts'

const REVERSE_V4 = '.in-addr.arpa'
const REVERSE_V6 = '.ip6.arpa'
const ORIGIN_V4 = '.origin.asn.cymru.com'
const ORIGIN_V6 = '.origin6.asn.cymru.com'
const AS_NAME = /^as(\d{1,10})\.asn\.cymru\.com$/

/**
 * Generates the records of reverse DNS names, and of Team Cymru's zones, which map IP addresses to
 * autonomous systems. Null for a name in any other zone.
 */
export function generatedRecords(contents: Contents, name: string): NameRecords | null {
  if (name.endsWith(REVERSE_V4))
    return pointer(contents, addressV4(name.slice(0, -REVERSE_V4.length)))
  if (name.endsWith(REVERSE_V6))
    return pointer(contents, addressV6(name.slice(0, -REVERSE_V6.length)))
  if (name.endsWith(ORIGIN_V4)) return origin(contents, addressV4(name.slice(0, -ORIGIN_V4.length)))
  if (name.endsWith(ORIGIN_V6)) return origin(contents, addressV6(name.slice(0, -ORIGIN_V6.length)))
  const system = AS_NAME.exec(name)?.[1]
  return system === undefined ? null : autonomousSystem(contents, Number(system))
}

const nothing: NameRecords = { rcode: 'NXDOMAIN', records: {} }

function pointer(contents: Contents, address: string | null): NameRecords {
  const ptr = address === null ? null : contents.world.address(address)?.ptr
  return ptr ? { rcode: null, records: { PTR: [ptr] } } : nothing
}

/**
 * TXT record in the format `ASN | prefix | country | registry | allocated`
 * (https://www.team-cymru.com/ip-asn-mapping).
 */
function origin(contents: Contents, address: string | null): NameRecords {
  const entry = address === null ? null : contents.world.address(address)
  if (!entry) return nothing
  const text = [entry.asn, entry.prefix, entry.cc, entry.registry, entry.allocated].join(' | ')
  return { rcode: null, records: { TXT: [text] } }
}

function autonomousSystem(contents: Contents, asn: number): NameRecords {
  const entry = contents.autonomousSystem(asn)
  if (!entry) return nothing
  const between = entry.registry === 'arin' ? ' - ' : ' '
  const text = [
    asn,
    entry.cc,
    entry.registry,
    entry.allocated,
    `${entry.as_name}${between}${entry.org}, ${entry.cc}`,
  ].join(' | ')
  return { rcode: null, records: { TXT: [text] } }
}

function addressV4(labels: string): string | null {
  const address = labels.split('.').toReversed().join('.')
  return ipaddr.IPv4.isValidFourPartDecimal(address) ? address : null
}

/**
 * Reads an IPv6 address from its reversed hexadecimal digits (RFC 3596 section 2.5). Team Cymru
 * also accepts fewer digits, so missing digits become zeros.
 */
function addressV6(labels: string): string | null {
  const nibbles = labels.split('.').toReversed().join('')
  if (!/^[0-9a-f]{1,32}$/.test(nibbles)) return null
  const groups = nibbles.padEnd(32, '0').match(/.{4}/g) ?? []
  return ipaddr.IPv6.parse(groups.join(':')).toString()
}
