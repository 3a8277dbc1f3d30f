import pMap, { pMapStop } from 'p-map'
import { CONNECTIONS_MAX } from '../platform/net/connection-gate.ts'
import type { DnsResolver } from '../platform/net/dns-resolver.ts'
import { type Backdrop, backdropOf, type Probe, type Sighting, sightingOf, standsOut } from './wildcard.ts'

/** Random labels asked first; and how many more when one of them resolves, to see all of a wildcard's addresses. */
const PROBES = 3
const FURTHER_PROBES = 9

/** The means to look for names in the DNS. */
export interface DnsSearch {
  dns: DnsResolver
  /** A label that nobody can have made: at least 64 random bits in letters and digits. */
  randomLabel(): string
  signal: AbortSignal
}

export interface BruteForced {
  found: Map<string, Sighting>
  wildcard: boolean
  /** False when questions stayed without an answer. */
  complete: boolean
}

/** Works through items, as many at once as there are connections; stops when the signal aborts. */
export async function inParallel<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  await pMap(items, (item) => (signal.aborted ? pMapStop : work(item)), { concurrency: CONNECTIONS_MAX })
}

/** Asks for every label under `parent` and keeps what stands out from names that nobody made. */
export async function bruteForce(search: DnsSearch, parent: string, labels: readonly string[]): Promise<BruteForced> {
  const backdrop = await lookAtBackdrop(search, parent)
  const found = new Map<string, Sighting>()
  if (backdrop === null) return { found, wildcard: false, complete: false }
  // Where no name can be told from the wildcard, asking is of no use: certificates alone speak.
  if (backdrop.wildcard && !backdrop.settled) return { found, wildcard: true, complete: true }
  let unanswered = await askAll(search, parent, labels, backdrop, found)
  if (unanswered.length > 0) unanswered = await askAll(search, parent, unanswered, backdrop, found)
  return { found, wildcard: backdrop.wildcard, complete: unanswered.length === 0 && !search.signal.aborted }
}

/** Returns the labels that stayed without an answer. */
async function askAll(
  search: DnsSearch,
  parent: string,
  labels: readonly string[],
  backdrop: Backdrop,
  found: Map<string, Sighting>,
): Promise<string[]> {
  const unanswered: string[] = []
  await inParallel(labels, search.signal, async (label) => {
    const sighting = await look(search.dns, `${label}.${parent}`, backdrop.deniesNothing)
    if (sighting === null) unanswered.push(label)
    else if (standsOut(label, sighting, backdrop)) found.set(`${label}.${parent}`, sighting)
  })
  return unanswered
}

/**
 * The DNS's answer about a name, or null without one. IPv4 first: a name without one that is there all the same is asked for IPv6
 * too when that decides whether it stands out.
 */
async function look(dns: DnsResolver, name: string, decidedByAddress: boolean): Promise<Sighting | null> {
  try {
    const answer = await dns.resolve(name, 'A')
    if (answer.rcode === 'SERVFAIL') return null
    const sighting = sightingOf(answer)
    if (!decidedByAddress || !sighting.exists || sighting.addresses.length > 0) return sighting
    const sixth = await dns.resolve(name, 'AAAA')
    return { ...sighting, addresses: sixth.values }
  } catch {
    // No DNS service answered: the label is asked once more, then the source counts as failed.
    return null
  }
}

async function lookAtBackdrop(search: DnsSearch, parent: string): Promise<Backdrop | null> {
  const probes: Probe[] = []
  const ask = async (count: number) => {
    const labels = Array.from({ length: count }, () => search.randomLabel())
    await inParallel(labels, search.signal, async (label) => {
      const sighting = await look(search.dns, `${label}.${parent}`, true)
      if (sighting !== null) probes.push({ label, sighting })
    })
  }
  await ask(PROBES)
  if (probes.some(({ sighting }) => sighting.addresses.length > 0 || sighting.cname !== null)) await ask(FURTHER_PROBES)
  return probes.length === 0 ? null : backdropOf(probes)
}
