import { infrastructureRole } from '../data/infrastructure-operators.ts'
import { brandNamed } from '../data/well-known-brands.ts'
import { type DomainLabel, labelLikeness } from '../names/domain-label.ts'
import { compactName, normalizeEntityName, sameEntity } from '../names/entity-names.ts'
import type { Signal } from '../signals/signal.ts'
import { signalKind } from '../signals/signal-kinds.ts'

/** Distinct names that are compared with each other; the weakest beyond are left out, so that the work is linear in signals. */
const NAMES_MAX = 64

/** Names that mean one entity, with all signals that give one of them. */
export interface Cluster {
  /** Spellings by falling support. */
  names: string[]
  signals: Signal[]
}

interface NameEntry {
  key: string
  spellings: Map<string, number>
  signals: Signal[]
  strength: number
}

/** Signals that give a name, in one order whatever order they came in. */
export function namingSignals(signals: readonly Signal[]): Signal[] {
  return signals
    .filter((signal) => {
      const role = signalKind(signal.kind)?.role
      return signal.stance === 'supports' && signal.entity !== null && (role === 'legal' || role === 'trade')
    })
    .sort(bySignal)
}

/** A total order of signals by what they say. */
export function bySignal(a: Signal, b: Signal): number {
  return (
    compareText(a.kind, b.kind) ||
    compareText(a.entity ?? '', b.entity ?? '') ||
    compareText(a.observed, b.observed) ||
    compareText(a.collector, b.collector) ||
    compareText(a.identifier ?? '', b.identifier ?? '') ||
    b.strength - a.strength
  )
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Groups names into entities. Only the strongest 64 names are kept. */
export function clusterNames(signals: readonly Signal[]): Cluster[] {
  const entries = new Map<string, NameEntry>()
  for (const signal of signals) {
    const name = signal.entity ?? ''
    const key = normalizeEntityName(name)
    if (key === '') continue
    const entry: NameEntry = entries.get(key) ?? { key, spellings: new Map(), signals: [], strength: 0 }
    entry.spellings.set(name, (entry.spellings.get(name) ?? 0) + signal.strength)
    entry.signals.push(signal)
    entry.strength += signal.strength
    entries.set(key, entry)
  }
  const kept = [...entries.values()]
    .sort((a, b) => b.strength - a.strength || compareText(a.key, b.key))
    .slice(0, NAMES_MAX)
  const groups = joinScripts(joinSame(kept))
  return groups.map((group) => ({
    names: group
      .flatMap((entry) => [...entry.spellings])
      .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
      .map(([name]) => name),
    signals: group.flatMap((entry) => entry.signals),
  }))
}

function joinSame(entries: readonly NameEntry[]): NameEntry[][] {
  const leaders = entries.map((_, index) => index)
  const leader = (index: number): number => {
    let at = index
    while (leaders[at] !== at) at = leaders[at] ?? at
    return at
  }
  for (let i = 0; i < entries.length; i += 1)
    for (let j = 0; j < i; j += 1) {
      const a = entries[i]
      const b = entries[j]
      if (a !== undefined && b !== undefined && leader(i) !== leader(j) && sameEntity(a.key, b.key))
        leaders[leader(i)] = leader(j)
    }
  const groups = new Map<number, NameEntry[]>()
  entries.forEach((entry, index) => {
    const at = leader(index)
    groups.set(at, [...(groups.get(at) ?? []), entry])
  })
  return [...groups.values()]
}

/**
 * A site of two scripts names its operator in both: the one legal name in Latin letters and the one without any are one entity.
 */
function joinScripts(groups: NameEntry[][]): NameEntry[][] {
  const legal = groups.filter((group) =>
    group.some((entry) => entry.signals.some((signal) => signalKind(signal.kind)?.role === 'legal')),
  )
  const latin = legal.filter((group) => group.some((entry) => /\p{Script=Latin}/u.test(entry.key)))
  const other = legal.filter((group) => !group.some((entry) => /\p{Script=Latin}/u.test(entry.key)))
  const [first] = latin
  const [second] = other
  if (latin.length !== 1 || other.length !== 1 || first === undefined || second === undefined) return groups
  return [...groups.filter((group) => group !== first && group !== second), [...second, ...first]]
}

/** Kinds by how well their spelling serves as the name to show: what an authority or a law demanded first. */
const SPELLING_RANKS: Readonly<Record<string, number>> = {
  imprint_operator: 6,
  privacy_controller: 5.5,
  certificate_organization: 5.5,
  registrant_organization: 5.5,
  operator_statement: 5,
  brand_suffix: 5,
  structured_legal_name: 5,
  agreement_party: 4.5,
  sellers_json_name: 3.5,
  copyright_holder: 4,
  structured_person: 4,
  first_person_name: 4,
  registrant_name: 3.5,
  redirect_target_registrant: 3.5,
  owner_domain_registrant: 3.5,
  structured_organization: 3,
  page_author: 2.5,
  trademark_holder: 2.5,
  site_name: 1.5,
}

/** The spelling to show: the best source's, legal forms and mixed case preferred. */
export function displayName(cluster: Cluster): string {
  const scores = new Map<string, number>()
  for (const signal of cluster.signals) {
    const name = signal.entity ?? ''
    const rank = SPELLING_RANKS[signal.kind] ?? 1
    const best = scores.get(name)
    scores.set(name, best === undefined ? rank : Math.max(best, rank) + 0.05)
  }
  const ofSite = cluster.signals.filter((signal) => signalKind(signal.kind)?.party === 'site')
  const ranked = [...scores].map(([name, rank]) => ({
    name,
    rank: rank + spellingBonus(name) - (inForeignScript(name, ofSite) ? FOREIGN_SCRIPT_PENALTY : 0),
  }))
  ranked.sort((a, b) => b.rank - a.rank || b.name.length - a.name.length || compareText(a.name, b.name))
  return ranked[0]?.name ?? cluster.names[0] ?? ''
}

const FOREIGN_SCRIPT_PENALTY = 3

/** Whether a spelling is in another script than every legal name on the site: a register's transcription, or an owner of before. */
function inForeignScript(name: string, ofSite: readonly Signal[]): boolean {
  const latin = (text: string): boolean => /\p{Script=Latin}/u.test(normalizeEntityName(text))
  const legal = ofSite.filter((signal) => signalKind(signal.kind)?.role === 'legal')
  return legal.length > 0 && legal.every((signal) => latin(signal.entity ?? '') !== latin(name))
}

function spellingBonus(name: string): number {
  const words = normalizeEntityName(name).split(' ').length
  const legal = compactName(name).length < name.replace(/[^\p{L}\p{N}]/gu, '').length ? 1 : 0
  const shouting = name === name.toUpperCase() && name !== name.toLowerCase() && name.length > 6 ? -0.6 : 0
  const abbreviated = [...compactName(name)].length <= 2 ? -4 : 0
  return legal + shouting + abbreviated - (words > 8 ? 2 : 0)
}

/**
 * Whether a cluster is a company that serves other people's domains, or a famous brand, whose name here is no finding: true unless
 * the domain is named like it or an outside authority names it as the holder.
 */
export function namedInPassing(cluster: Cluster, label: DomainLabel, context: PassingContext): boolean {
  const serving = cluster.names.some(
    (name) =>
      infrastructureRole(compactName(name)) !== null ||
      context.providers.some((provider) => sameEntity(provider, name)),
  )
  const famous = cluster.names.map((name) => brandNamed(compactName(name))).find((brand) => brand !== null)
  if (!serving && famous === undefined) return false
  if (famous?.domains.includes(context.registrableDomain)) return false
  if (cluster.names.some((name) => labelLikeness(name, label) >= OWN_LABEL_LIKENESS_MIN)) return false
  const byDefault = context.registrarDefaults.some((registrar) =>
    cluster.names.some((name) => sameEntity(registrar, name)),
  )
  const ownWords =
    famous === undefined && cluster.signals.some((signal) => saysWhose(signal, context.registrableDomain, cluster))
  const vouched = cluster.signals.some(
    (signal) => VOUCHING_KINDS.has(signal.kind) && !(byDefault && signal.kind === 'registrant_organization'),
  )
  const registeredAndNamed =
    byDefault &&
    cluster.signals.some(
      (signal) => signalKind(signal.kind)?.group === 'site:legal' || signal.kind === 'copyright_holder',
    )
  return !vouched && !ownWords && !registeredAndNamed
}

/** Whether a statement names the domain itself as a vendor's: "mxpnl.com is a domain owned by Mixpanel, Inc.". */
function saysWhose(signal: Signal, registrableDomain: string, cluster: Cluster): boolean {
  return (
    signal.kind === 'operator_statement' &&
    signal.observed.toLowerCase().includes(registrableDomain) &&
    cluster.names.every((name) => [null, 'vendor'].includes(infrastructureRole(compactName(name))))
  )
}

export interface PassingContext {
  registrableDomain: string
  /** Names of the site's builder, of the registration's privacy service and of a registrar that stands as registrant. */
  providers: readonly string[]
  /** Registrars that stand as registrant of what they registered. */
  registrarDefaults: readonly string[]
}

const OWN_LABEL_LIKENESS_MIN = 0.75
const VOUCHING_KINDS = new Set([
  'registrant_organization',
  'certificate_organization',
  'brand_suffix',
  'redirect_target_registrant',
  'owner_domain_registrant',
  'sellers_json_name',
])
