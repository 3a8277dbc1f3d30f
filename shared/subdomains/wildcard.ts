import type { DnsAnswer } from '../platform/net/dns-answer.ts'

export interface DnsFinding {
  /**
   * True if the DNS returned NOERROR, or an alias with a target that does not exist. In both cases
   * the name itself exists (RFC 8020).
   */
  exists: boolean
  addresses: string[]
  cname: string | null
}

export function findingOf(answer: DnsAnswer): DnsFinding {
  const cname = answer.cnameChain[0] ?? null
  return { exists: answer.rcode === 'NOERROR' || cname !== null, addresses: answer.values, cname }
}

/**
 * DNS answers for random labels under one parent name. With a wildcard record every label resolves.
 * So a guessed label exists only if its DNS answer differs from the answers for random labels.
 */
export interface WildcardProfile {
  wildcard: boolean
  /**
   * True if the DNS reports that random labels exist, with or without an address. Some zones never
   * report that a name does not exist.
   */
  deniesNothing: boolean
  addresses: ReadonlySet<string>
  /**
   * Alias targets of the random labels. In each target the random label is replaced by `*`, so that
   * targets can be compared. '' means no alias.
   */
  aliases: ReadonlySet<string>
  /**
   * False if the last random labels still returned new addresses. In this case no name can be
   * distinguished from the wildcard record.
   */
  complete: boolean
}

export interface Probe {
  label: string
  finding: DnsFinding
}

const aliasPattern = (label: string, cname: string | null) => (cname ?? '').replaceAll(label, '*')

/**
 * Builds a profile of the wildcard record from the DNS answers for random labels. The profile is
 * complete if the second half of the answers contains no new address or alias.
 */
export function wildcardProfileOf(probes: readonly Probe[]): WildcardProfile {
  const addresses = new Set<string>()
  const aliases = new Set<string>()
  let lastNew = -1
  for (const [index, { label, finding }] of probes.entries()) {
    if (!finding.exists) continue
    const pattern = aliasPattern(label, finding.cname)
    if (!aliases.has(pattern) || finding.addresses.some((address) => !addresses.has(address)))
      lastNew = index
    aliases.add(pattern)
    for (const address of finding.addresses) addresses.add(address)
  }
  return {
    wildcard: probes.some(({ finding }) => finding.addresses.length > 0 || finding.cname !== null),
    deniesNothing: probes.some(({ finding }) => finding.exists),
    addresses,
    aliases,
    complete: lastNew < Math.max(1, probes.length / 2),
  }
}

/**
 * Returns true if a name really exists, because its DNS answer differs from the answers of the
 * wildcard record.
 */
export function differsFrom(profile: WildcardProfile, label: string, finding: DnsFinding): boolean {
  if (!finding.exists) return false
  if (!profile.deniesNothing) return true
  if (!profile.wildcard) return finding.addresses.length > 0 || finding.cname !== null
  if (!profile.complete) return false
  if (!profile.aliases.has(aliasPattern(label, finding.cname))) return true
  // A wildcard record does not apply to a name that exists, even if this name has no address (RFC
  // 4592 section 2.2.1).
  if (finding.addresses.length === 0) return profile.addresses.size > 0
  return finding.addresses.some((address) => !profile.addresses.has(address))
}
