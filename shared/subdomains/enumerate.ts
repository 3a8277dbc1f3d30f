import type { DnsResolver } from '../platform/net/dns-resolver.ts'
import { bruteForce, type DnsSearch, inParallel } from './brute-force.ts'
import { type CertificateNames, certificateNames, type FetchUpstream } from './certificate-names.ts'
import { type Enumeration, SUBDOMAINS_MAX, type Subdomain, type SubdomainSource } from './enumeration.ts'
import { byDepthAndName, parentOf } from './names-below.ts'
import { type Sighting, sightingOf } from './wildcard.ts'

/** `signal` ends the enumeration; the names found until then are the answer. */
export interface SubdomainSearch extends DnsSearch {
  fetchUpstream: FetchUpstream
  /** Most frequent first. */
  labels: readonly string[]
}

/** Deeper levels that are tried, those with most known names first, and the labels tried on each. */
const DEEPER_LEVELS_MAX = 5
const DEEPER_LABELS = 40

/** DNS questions that one enumeration may ask: labels, probes, and two a name that is shown. */
export const QUESTIONS_MAX = 8_000

interface Found {
  sources: Set<SubdomainSource>
  sighting: Sighting | null
}

/**
 * Maps what lives under a domain: names in logged certificates, and labels tried one after another on each level that is known, told
 * apart from wildcards by random probes. Never throws for the outside world: a source that failed is named.
 */
export async function enumerate(search: SubdomainSearch, domain: string): Promise<Enumeration> {
  const found = new Map<string, Found>()
  const failed = new Set<SubdomainSource>()
  const [logged, tried] = await Promise.all([
    certificateNames(search.fetchUpstream, domain),
    tryLevel(search, domain, search.labels),
  ])
  if (logged === null) failed.add('ct')
  if (!tried.complete) failed.add('brute_force')
  add(found, tried.found, 'brute_force')
  for (const name of logged?.names ?? []) add(found, new Map([[name, null]]), 'ct')
  for (const level of deeperLevels(domain, logged, tried.found)) {
    const deeper = await tryLevel(search, level, search.labels.slice(0, DEEPER_LABELS))
    if (!deeper.complete) failed.add('brute_force')
    add(found, deeper.found, 'brute_force')
  }
  const names = [...found.keys()].sort(byDepthAndName)
  await resolveAll(search, found, names.slice(0, SUBDOMAINS_MAX))
  await dropEmptyNodes(search, found)
  if (!tried.wildcard) await addLivingParents(search, found, logged)
  const subdomains = [...found].map(([name, { sources, sighting }]) => present(name, sources, sighting))
  subdomains.sort((a, b) => byDepthAndName(a.name, b.name))
  return {
    total: subdomains.length,
    truncated: subdomains.length > SUBDOMAINS_MAX || logged?.truncated === true || search.signal.aborted,
    subdomains: subdomains.slice(0, SUBDOMAINS_MAX),
    wildcard: tried.wildcard,
    sources_failed: [...failed].sort(),
  }
}

/** Nothing can live under a name that does not exist (RFC 8020), so nothing is asked for there. */
async function tryLevel(
  search: SubdomainSearch,
  parent: string,
  labels: readonly string[],
): ReturnType<typeof bruteForce> {
  const nothing = { found: new Map<string, Sighting>(), wildcard: false }
  const parentAnswer = await search.dns.resolve(parent, 'A').catch(() => null)
  if (parentAnswer === null || parentAnswer.rcode === 'SERVFAIL') return { ...nothing, complete: false }
  if (parentAnswer.rcode === 'NXDOMAIN' && parentAnswer.cnameChain.length === 0) return { ...nothing, complete: true }
  return bruteForce(search, parent, labels)
}

function add(found: Map<string, Found>, names: ReadonlyMap<string, Sighting | null>, source: SubdomainSource): void {
  for (const [name, sighting] of names) {
    const known = found.get(name) ?? { sources: new Set(), sighting: null }
    known.sources.add(source)
    known.sighting ??= sighting
    found.set(name, known)
  }
}

/** Names below the domain under which further names are known to live, those with most first. */
function deeperLevels(domain: string, logged: CertificateNames | null, tried: ReadonlyMap<string, Sighting>): string[] {
  const children = new Map<string, number>()
  const count = (level: string) => {
    if (level.length > domain.length) children.set(level, (children.get(level) ?? 0) + 1)
  }
  for (const name of logged?.names ?? []) count(parentOf(name))
  for (const parent of logged?.wildcardParents ?? []) count(parent)
  // A name without anything at it exists because something below it does.
  for (const [name, { addresses, cname }] of tried) if (addresses.length === 0 && cname === null) count(name)
  return [...children]
    .sort((a, b) => b[1] - a[1] || byDepthAndName(a[0], b[0]))
    .slice(0, DEEPER_LEVELS_MAX)
    .map(([level]) => level)
}

/** Completes every name with its addresses of both families. A name that nobody answers for keeps what is known of it. */
async function resolveAll(search: SubdomainSearch, found: Map<string, Found>, names: readonly string[]): Promise<void> {
  await inParallel(names, search.signal, async (name) => {
    const entry = found.get(name)
    if (entry === undefined) return
    entry.sighting ??= await sight(search.dns, name)
    if (entry.sighting === null || !entry.sighting.exists) return
    const sixth = await search.dns.resolve(name, 'AAAA').catch(() => null)
    const addresses = [...new Set([...entry.sighting.addresses, ...(sixth?.values ?? [])])]
    entry.sighting = { ...entry.sighting, addresses }
  })
}

/** A guessed name without address or alias is shown when it holds something else; else it exists only because names below it do. */
async function dropEmptyNodes(search: SubdomainSearch, found: Map<string, Found>): Promise<void> {
  const bare = [...found].filter(
    ([, { sources, sighting }]) => !sources.has('ct') && sighting?.addresses.length === 0 && sighting.cname === null,
  )
  await inParallel(bare, search.signal, async ([name]) => {
    for (const type of ['MX', 'TXT', 'NS'] as const) {
      const answer = await search.dns.resolve(name, type).catch(() => null)
      if (answer !== null && answer.values.length > 0) return
    }
    found.delete(name)
  })
}

async function sight(dns: DnsResolver, name: string): Promise<Sighting | null> {
  const answer = await dns.resolve(name, 'A').catch(() => null)
  return answer === null ? null : sightingOf(answer)
}

/** A certificate for `*.name` does not say that `name` exists; the DNS does. */
async function addLivingParents(
  search: SubdomainSearch,
  found: Map<string, Found>,
  logged: CertificateNames | null,
): Promise<void> {
  const parents = [...(logged?.wildcardParents ?? [])].filter((name) => !found.has(name)).slice(0, SUBDOMAINS_MAX)
  const living = new Map<string, Found>()
  await inParallel(parents, search.signal, async (name) => {
    const sighting = await sight(search.dns, name)
    if (sighting?.exists === true) living.set(name, { sources: new Set(['ct']), sighting })
  })
  await resolveAll(search, living, [...living.keys()])
  for (const [name, entry] of living) found.set(name, entry)
}

function present(name: string, sources: ReadonlySet<SubdomainSource>, sighting: Sighting | null): Subdomain {
  return {
    name,
    sources: [...sources].sort((a, b) => (a < b ? 1 : -1)),
    addresses: [...(sighting?.addresses ?? [])].sort(),
    cname: sighting?.cname ?? null,
  }
}
