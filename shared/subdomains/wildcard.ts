import type { DnsAnswer } from '../platform/net/dns-answer.ts'

export interface DnsFinding {
  /** True for the code NOERROR, or for an alias whose target does not exist (RFC 8020). */
  exists: boolean
  addresses: string[]
  cname: string | null
}

export function findingOf(answer: DnsAnswer): DnsFinding {
  const cname = answer.cnameChain[0] ?? null
  return { exists: answer.rcode === 'NOERROR' || cname !== null, addresses: answer.values, cname }
}

/** Answers for random labels. A guessed label exists only if its answer differs from them. */
export interface WildcardProfile {
  wildcard: boolean
  /** True if even random names exist: some zones never say that a name does not exist. */
  deniesNothing: boolean
  addresses: ReadonlySet<string>
  /** Alias targets, with the random label replaced by `*`; '' means no alias. */
  aliases: ReadonlySet<string>
  /** False if the last probes still gave new addresses: then no existing name can be recognised. */
  complete: boolean
}

export interface Probe {
  label: string
  finding: DnsFinding
}

const aliasPattern = (label: string, cname: string | null) => (cname ?? '').replaceAll(label, '*')

/** The profile is complete if the second half of the answers shows no new address or alias. */
export function profileWildcard(probes: readonly Probe[]): WildcardProfile {
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

export function differsFrom(profile: WildcardProfile, label: string, finding: DnsFinding): boolean {
  if (!finding.exists) return false
  if (!profile.deniesNothing) return true
  if (!profile.wildcard) return finding.addresses.length > 0 || finding.cname !== null
  if (!profile.complete) return false
  if (!profile.aliases.has(aliasPattern(label, finding.cname))) return true
  // A wildcard record does not apply to a name that exists, even without an address (RFC 4592). So
  // a name without addresses exists if random names have some.
  if (finding.addresses.length === 0) return profile.addresses.size > 0
  return finding.addresses.some((address) => !profile.addresses.has(address))
}
