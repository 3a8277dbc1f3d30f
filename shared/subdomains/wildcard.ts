import type { DnsAnswer } from '../platform/net/dns-resolver.ts'

/** What the DNS says of one name. */
export interface Sighting {
  /** NOERROR, or an alias whose target is gone: the name is there (RFC 8020). */
  exists: boolean
  addresses: string[]
  cname: string | null
}

export function sightingOf(answer: DnsAnswer): Sighting {
  const cname = answer.cnameChain[0] ?? null
  return { exists: answer.rcode === 'NOERROR' || cname !== null, addresses: answer.values, cname }
}

/** How names that nobody made look under one parent, from probes with random labels. */
export interface Backdrop {
  /** Random names have an address or an alias. */
  wildcard: boolean
  /** Random names exist, with or without an address: some zones deny nothing. */
  deniesNothing: boolean
  addresses: ReadonlySet<string>
  /** Aliases with the label itself replaced by `*`; '' where there was none. */
  aliases: ReadonlySet<string>
  /** False when random names still showed new addresses at the end: then no name can be told from the wildcard. */
  settled: boolean
}

export interface Probe {
  label: string
  sighting: Sighting
}

const aliasPattern = (label: string, cname: string | null) => (cname ?? '').replaceAll(label, '*')

/** The backdrop that probes show. The later half must bring nothing new for it to be settled. */
export function backdropOf(probes: readonly Probe[]): Backdrop {
  const addresses = new Set<string>()
  const aliases = new Set<string>()
  let lastNew = -1
  for (const [index, { label, sighting }] of probes.entries()) {
    if (!sighting.exists) continue
    const pattern = aliasPattern(label, sighting.cname)
    if (!aliases.has(pattern) || sighting.addresses.some((address) => !addresses.has(address))) lastNew = index
    aliases.add(pattern)
    for (const address of sighting.addresses) addresses.add(address)
  }
  return {
    wildcard: probes.some(({ sighting }) => sighting.addresses.length > 0 || sighting.cname !== null),
    deniesNothing: probes.some(({ sighting }) => sighting.exists),
    addresses,
    aliases,
    settled: lastNew < Math.max(1, probes.length / 2),
  }
}

/** Whether a name stands out from its backdrop: it was made by somebody, and is not the wildcard's doing. */
export function standsOut(label: string, sighting: Sighting, backdrop: Backdrop): boolean {
  if (!sighting.exists) return false
  if (!backdrop.deniesNothing) return true
  if (!backdrop.wildcard) return sighting.addresses.length > 0 || sighting.cname !== null
  if (!backdrop.settled) return false
  if (!backdrop.aliases.has(aliasPattern(label, sighting.cname))) return true
  // A node of its own stops the wildcard even without an address (RFC 4592 section 2.2.1).
  if (sighting.addresses.length === 0) return backdrop.addresses.size > 0
  return sighting.addresses.some((address) => !backdrop.addresses.has(address))
}
