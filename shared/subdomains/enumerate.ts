import type { LogAccess } from '../attribution/certificate-logs.ts'
import { isAnswered } from '../platform/net/dns-answer.ts'
import { bruteForce, type DnsSearch, inParallel, lookUp } from './brute-force.ts'
import { type CertificateNames, certificateNames } from './certificate-names.ts'
import {
  type Enumeration,
  SUBDOMAINS_MAX,
  type Subdomain,
  type SubdomainSource,
} from './enumeration.ts'
import { byDepthAndName, parentOf } from './names-below.ts'
import type { DnsFinding } from './wildcard.ts'

/** When `signal` aborts, the search ends and returns the names that it has found so far. */
export interface SubdomainSearch extends DnsSearch {
  certificateLogs: LogAccess
  labels: readonly string[]
}

/** Number of found subdomains below which the most frequent labels are tried too. */
const DEEPER_LEVELS_MAX = 5
const DEEPER_LABELS = 40

/** Limit of one search. Enough for each label of the list, and for each found name twice. */
export const QUESTIONS_MAX = 8_000

interface Found {
  sources: Set<SubdomainSource>
  finding: DnsFinding | null
}

/** Does not throw if a source fails: `sources_failed` in the result lists the source. */
export async function enumerate(search: SubdomainSearch, domain: string): Promise<Enumeration> {
  const found = new Map<string, Found>()
  const failed = new Set<SubdomainSource>()
  const [logged, tried] = await Promise.all([
    certificateNames(search.certificateLogs, domain),
    tryLevel(search, domain, search.labels),
  ])
  if (logged === null) failed.add('ct')
  if (!tried.complete) failed.add('brute_force')
  add(found, tried.found, 'brute_force')
  for (const name of logged?.names ?? []) add(found, new Map([[name, null]]), 'ct')
  const levels = deeperLevels(domain, logged, tried.found)
  const tries = levels.map((level) =>
    tryLevel(search, level, search.labels.slice(0, DEEPER_LABELS)),
  )
  for (const deeper of await Promise.all(tries)) {
    if (!deeper.complete) failed.add('brute_force')
    add(found, deeper.found, 'brute_force')
  }
  const names = [...found.keys()].sort(byDepthAndName)
  await resolveAll(search, found, names.slice(0, SUBDOMAINS_MAX))
  await dropEmptyNodes(search, found)
  if (!tried.wildcard) await addExistingParents(search, found, logged)
  return resultOf(found, {
    truncated: logged?.truncated === true || search.signal.aborted,
    wildcard: tried.wildcard,
    sources_failed: [...failed].sort(),
  })
}

/**
 * The names in certificates, with their addresses from public DNS services. No name is guessed. A
 * name whose wildcard certificate alone is known is left out, because only a guess would show if a
 * wildcard record answers for it. The logs count as failed also if most names could not be looked
 * up; a few names whose own servers are broken are usual.
 */
export async function enumerateLogged(
  search: SubdomainSearch,
  domain: string,
): Promise<Enumeration> {
  const logged = await certificateNames(search.certificateLogs, domain)
  const found = new Map<string, Found>()
  for (const name of logged?.names ?? []) add(found, new Map([[name, null]]), 'ct')
  const names = [...found.keys()].sort(byDepthAndName).slice(0, SUBDOMAINS_MAX)
  await resolveAll(search, found, names)
  const unanswered = names.filter((name) => found.get(name)?.finding === null)
  const isFailed = logged === null || search.signal.aborted || unanswered.length > names.length / 2
  return resultOf(found, {
    truncated: logged?.truncated === true || search.signal.aborted,
    wildcard: false,
    sources_failed: isFailed ? ['ct'] : [],
  })
}

function resultOf(
  found: ReadonlyMap<string, Found>,
  { truncated, ...rest }: Omit<Enumeration, 'total' | 'subdomains'>,
): Enumeration {
  const subdomains = [...found].map(([name, { sources, finding }]) =>
    present(name, sources, finding),
  )
  subdomains.sort((a, b) => byDepthAndName(a.name, b.name))
  return {
    total: subdomains.length,
    truncated: truncated || subdomains.length > SUBDOMAINS_MAX,
    subdomains: subdomains.slice(0, SUBDOMAINS_MAX),
    ...rest,
  }
}

// Tries all labels below `parent`, but only if it exists: no name exists below a name that does not
// exist (RFC 8020).
async function tryLevel(
  search: SubdomainSearch,
  parent: string,
  labels: readonly string[],
): ReturnType<typeof bruteForce> {
  const nothing = { found: new Map<string, DnsFinding>(), wildcard: false }
  const parentAnswer = await search.dns.resolve(parent, 'A').catch(() => null)
  if (parentAnswer === null || !isAnswered(parentAnswer)) return { ...nothing, complete: false }
  if (parentAnswer.rcode === 'NXDOMAIN' && parentAnswer.cnameChain.length === 0)
    return { ...nothing, complete: true }
  return bruteForce(search, parent, labels)
}

function add(
  found: Map<string, Found>,
  names: ReadonlyMap<string, DnsFinding | null>,
  source: SubdomainSource,
): void {
  for (const [name, finding] of names) {
    const known = found.get(name) ?? { sources: new Set(), finding: null }
    known.sources.add(source)
    known.finding ??= finding
    found.set(name, known)
  }
}

function deeperLevels(
  domain: string,
  logged: CertificateNames | null,
  tried: ReadonlyMap<string, DnsFinding>,
): string[] {
  const children = new Map<string, number>()
  const count = (level: string) => {
    if (level.length > domain.length) children.set(level, (children.get(level) ?? 0) + 1)
  }
  for (const name of logged?.names ?? []) count(parentOf(name))
  for (const parent of logged?.wildcardParents ?? []) count(parent)
  // A name without an address or alias usually exists only because a longer name below it exists.
  // So the search may continue below such a name.
  for (const [name, { addresses, cname }] of tried)
    if (addresses.length === 0 && cname === null) count(name)
  return [...children]
    .sort((a, b) => b[1] - a[1] || byDepthAndName(a[0], b[0]))
    .slice(0, DEEPER_LEVELS_MAX)
    .map(([level]) => level)
}

async function resolveAll(
  search: SubdomainSearch,
  found: Map<string, Found>,
  names: readonly string[],
): Promise<void> {
  await inParallel(names, search.signal, async (name) => {
    const entry = found.get(name)
    if (entry === undefined) return
    entry.finding ??= await lookUp(search.dns, name)
    if (entry.finding === null || !entry.finding.exists) return
    const ipv6 = await search.dns.resolve(name, 'AAAA').catch(() => null)
    const addresses = [...new Set([...entry.finding.addresses, ...(ipv6?.values ?? [])])]
    entry.finding = { ...entry.finding, addresses }
  })
}

// Removes guessed names without any records. Such a name exists in DNS only because a longer name
// below it exists.
async function dropEmptyNodes(search: SubdomainSearch, found: Map<string, Found>): Promise<void> {
  const bare = [...found].filter(
    ([, { sources, finding }]) =>
      !sources.has('ct') && finding?.addresses.length === 0 && finding.cname === null,
  )
  await inParallel(bare, search.signal, async ([name]) => {
    for (const type of ['MX', 'TXT', 'NS'] as const) {
      const answer = await search.dns.resolve(name, type).catch(() => null)
      if (answer !== null && answer.values.length > 0) return
    }
    found.delete(name)
  })
}

// A certificate for `*.<name>` does not prove that `<name>` exists, so such a name is added only if
// it resolves.
async function addExistingParents(
  search: SubdomainSearch,
  found: Map<string, Found>,
  logged: CertificateNames | null,
): Promise<void> {
  const parents = [...(logged?.wildcardParents ?? [])]
    .filter((name) => !found.has(name))
    .slice(0, SUBDOMAINS_MAX)
  const existing = new Map<string, Found>()
  await inParallel(parents, search.signal, async (name) => {
    const finding = await lookUp(search.dns, name)
    if (finding?.exists === true) existing.set(name, { sources: new Set(['ct']), finding })
  })
  await resolveAll(search, existing, [...existing.keys()])
  for (const [name, entry] of existing) found.set(name, entry)
}

function present(
  name: string,
  sources: ReadonlySet<SubdomainSource>,
  finding: DnsFinding | null,
): Subdomain {
  return {
    name,
    sources: [...sources].sort((a, b) => (a < b ? 1 : -1)),
    addresses: [...(finding?.addresses ?? [])].sort(),
    cname: finding?.cname ?? null,
  }
}
