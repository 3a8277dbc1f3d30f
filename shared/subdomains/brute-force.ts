import pMap, { pMapStop } from 'p-map'
import { CONNECTIONS_MAX } from '../platform/net/connection-gate.ts'
import { isAnswered } from '../platform/net/dns-answer.ts'
import type { DnsResolver } from '../platform/net/dns-resolver.ts'
import {
  type DnsFinding,
  differsFrom,
  findingOf,
  type Probe,
  type WildcardProfile,
  wildcardProfileOf,
} from './wildcard.ts'

/**
 * Number of random subdomain labels that are tried first. If one of them resolves, the zone has a
 * wildcard record. In this case FURTHER_PROBES more random labels are tried, to see all addresses
 * of the wildcard record.
 */
const PROBES = 3
const FURTHER_PROBES = 9

export interface DnsSearch {
  dns: DnsResolver
  /**
   * Returns a random DNS label of at least 64 random bits, in letters and digits. No zone contains
   * such a label by chance.
   */
  randomLabel(): string
  signal: AbortSignal
}

export interface BruteForced {
  found: Map<string, DnsFinding>
  wildcard: boolean
  complete: boolean
}

/**
 * Calls `work` for each item, with at most CONNECTIONS_MAX calls in parallel. After `signal`
 * aborts, no further call starts.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  await pMap(items, (item) => (signal.aborted ? pMapStop : work(item)), {
    concurrency: CONNECTIONS_MAX,
  })
}

/**
 * Queries the DNS for each of the given labels as a subdomain of `parent`. Returns the names that
 * exist. Names that exist only because of a wildcard record are left out.
 */
export async function bruteForce(
  search: DnsSearch,
  parent: string,
  labels: readonly string[],
): Promise<BruteForced> {
  const profile = await probeWildcard(search, parent)
  const found = new Map<string, DnsFinding>()
  if (profile === null) return { found, wildcard: false, complete: false }
  // The wildcard record has so many different addresses that the DNS cannot distinguish a guessed
  // name from it. Existing names can then only be found in TLS certificates.
  if (profile.wildcard && !profile.complete) return { found, wildcard: true, complete: true }
  let unanswered = await askAll(search, parent, labels, profile, found)
  if (unanswered.length > 0) unanswered = await askAll(search, parent, unanswered, profile, found)
  return {
    found,
    wildcard: profile.wildcard,
    complete: unanswered.length === 0 && !search.signal.aborted,
  }
}

async function askAll(
  search: DnsSearch,
  parent: string,
  labels: readonly string[],
  profile: WildcardProfile,
  found: Map<string, DnsFinding>,
): Promise<string[]> {
  const unanswered: string[] = []
  await inParallel(labels, search.signal, async (label) => {
    const finding = await lookUp(search.dns, `${label}.${parent}`, profile.deniesNothing)
    if (finding === null) unanswered.push(label)
    else if (differsFrom(profile, label, finding)) found.set(`${label}.${parent}`, finding)
  })
  return unanswered
}

/**
 * Returns the DNS data of a name, or null if no DNS server answered. `decidedByAddress` is true if
 * only addresses can distinguish a real name from a wildcard record. A name without an IPv4 address
 * is then also queried for IPv6.
 */
async function lookUp(
  dns: DnsResolver,
  name: string,
  decidedByAddress: boolean,
): Promise<DnsFinding | null> {
  try {
    const answer = await dns.resolve(name, 'A')
    if (!isAnswered(answer)) return null
    const finding = findingOf(answer)
    if (!decidedByAddress || !finding.exists || finding.addresses.length > 0) return finding
    const ipv6 = await dns.resolve(name, 'AAAA')
    if (!isAnswered(ipv6)) return null
    return { ...finding, addresses: ipv6.values }
  } catch {
    // No DNS server answered. The caller tries the label a second time; if this fails too, the
    // result shows that names may be missing.
    return null
  }
}

async function probeWildcard(search: DnsSearch, parent: string): Promise<WildcardProfile | null> {
  const probes: Probe[] = []
  const ask = async (count: number) => {
    const labels = Array.from({ length: count }, () => search.randomLabel())
    await inParallel(labels, search.signal, async (label) => {
      const finding = await lookUp(search.dns, `${label}.${parent}`, true)
      if (finding !== null) probes.push({ label, finding })
    })
  }
  await ask(PROBES)
  if (probes.some(({ finding }) => finding.addresses.length > 0 || finding.cname !== null))
    await ask(FURTHER_PROBES)
  return probes.length === 0 ? null : wildcardProfileOf(probes)
}
