import pMap, { pMapStop } from 'p-map'
import { SOCKETS_MAX } from '../platform/net/connections.ts'
import { isAnswered } from '../platform/net/dns-answer.ts'
import type { DnsResolver } from '../platform/net/dns-resolver.ts'
import {
  type DnsFinding,
  differsFrom,
  findingOf,
  type Probe,
  profileWildcard,
  type WildcardProfile,
} from './wildcard.ts'

// Number of random names to look up. If one of them resolves, the zone has a wildcard record, and
// FURTHER_PROBES more names are looked up to find all its addresses.
const PROBES = 3
const FURTHER_PROBES = 9

export interface DnsSearch {
  dns: DnsResolver
  /** Returns a label with at least 64 random bits, so that no zone contains it by chance. */
  randomLabel(): string
  signal: AbortSignal
}

export interface BruteForced {
  found: Map<string, DnsFinding>
  wildcard: boolean
  complete: boolean
}

/** Calls `work` for each item, some at a time. After `signal` aborts, no further call starts. */
export async function inParallel<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  await pMap(items, (item) => (signal.aborted ? pMapStop : work(item)), {
    concurrency: SOCKETS_MAX,
  })
}

/** Finds existing names below `parent`. Names that only a wildcard record answers are left out. */
export async function bruteForce(
  search: DnsSearch,
  parent: string,
  labels: readonly string[],
): Promise<BruteForced> {
  const profile = await probeWildcard(search, parent)
  const found = new Map<string, DnsFinding>()
  if (profile === null) return { found, wildcard: false, complete: false }
  // A wildcard record with too many addresses: a lookup cannot show if a name exists, so no label
  // is tried.
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
 * Looks up a name. Null if no DNS server answered. With `decidedByAddress`, only the addresses show
 * if the name differs from a wildcard record, so a name without IPv4 addresses is also looked up
 * for IPv6.
 */
export async function lookUp(
  dns: DnsResolver,
  name: string,
  decidedByAddress = false,
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
  return probes.length === 0 ? null : profileWildcard(probes)
}
