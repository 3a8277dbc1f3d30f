import type { Schemas } from '../../api/api-client.ts'

export type CorrelationResult = Schemas['CorrelationResult']
export type Pair = CorrelationResult['pairs'][number]

interface GraphDomain {
  readonly domain: string
  /** Index in `groups`. Null for a domain that belongs to no group. */
  readonly group: number | null
}

export interface LinkedPair {
  readonly from: number
  readonly to: number
  readonly score: number
  readonly pair: Pair
}

interface GraphGroup {
  readonly id: string
  readonly entity: string | null
  readonly confidence: number
  readonly members: readonly number[]
}

export interface Imitation {
  readonly from: number
  readonly entity: string
  /** All compared domains of the imitated company. */
  readonly imitated: readonly number[]
  /** The imitated group, or the imitated domain if it belongs to no group. */
  readonly target: { readonly kind: 'group' | 'domain'; readonly index: number }
}

export interface CorrelationGraph {
  readonly domains: readonly GraphDomain[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly clusters: CorrelationResult['clusters']
  /** Sorted, strongest pair first. */
  readonly pairs: readonly LinkedPair[]
  readonly groups: readonly GraphGroup[]
  /** For each domain, the indexes of its pairs, sorted with the strongest first. */
  readonly pairsOf: readonly (readonly number[])[]
  readonly imitations: readonly Imitation[]
}

/** Domains and pairs stay in the order of the result. */
export function graphOf(result: CorrelationResult): CorrelationGraph {
  const { clusters, unclustered } = result
  const domains: GraphDomain[] = []
  const indexOf = new Map<string, number>()
  const add = (domain: string, group: number | null) => {
    if (indexOf.has(domain)) return
    indexOf.set(domain, domains.length)
    domains.push({ domain, group })
  }
  clusters.forEach((cluster, group) => {
    for (const domain of cluster.domains) add(domain, group)
  })
  for (const domain of unclustered) add(domain, null)
  const pairs = pairsBetween(result.pairs, indexOf)
  const pairsOf: number[][] = domains.map(() => [])
  pairs.forEach(({ from, to }, index) => {
    pairsOf[from]?.push(index)
    pairsOf[to]?.push(index)
  })
  const groups = clusters.map(({ cluster_id: id, entity, confidence }, group) => ({
    id,
    entity,
    confidence,
    members: domains.flatMap((each, index) => (each.group === group ? [index] : [])),
  }))
  const imitations = imitationsIn(result, domains, indexOf)
  return { domains, indexOf, clusters, pairs, groups, pairsOf, imitations }
}

function pairsBetween(pairs: readonly Pair[], indexOf: ReadonlyMap<string, number>): LinkedPair[] {
  const linked = pairs.flatMap((pair): LinkedPair[] => {
    const [from, to] = [indexOf.get(pair.a), indexOf.get(pair.b)]
    return from === undefined || to === undefined || from === to
      ? []
      : [{ from, to, score: pair.score, pair }]
  })
  return linked.sort((a, b) => b.score - a.score)
}

// A domain in the group that it seems to imitate gets no edge: the group already says that both may
// have one operator. Several domains of the imitated company in no group get one edge.
function imitationsIn(
  { imitations = [] }: CorrelationResult,
  domains: readonly GraphDomain[],
  indexOf: ReadonlyMap<string, number>,
): Imitation[] {
  return imitations.flatMap(({ domain, entity, of_domains: imitated }) => {
    const from = indexOf.get(domain)
    if (from === undefined) return []
    const others = imitated.flatMap((name) => indexOf.get(name) ?? [])
    const groups = others.flatMap((index) => domains[index]?.group ?? [])
    const apart = others.filter((index) => index !== from && domains[index]?.group === null)
    const targets: Imitation['target'][] = [
      ...[...new Set(groups)].map((index) => ({ kind: 'group' as const, index })),
      ...apart.slice(0, 1).map((index) => ({ kind: 'domain' as const, index })),
    ]
    return targets
      .filter(({ kind, index }) => kind === 'domain' || index !== domains[from]?.group)
      .map((target) => ({ from, entity, imitated: others, target }))
  })
}

export const otherEnd = ({ from, to }: LinkedPair, domain: number): number =>
  from === domain ? to : from

/**
 * Selected part: a node of the picture, a domain of the graph that is no node, or a pair of the
 * graph.
 */
export interface Target {
  readonly kind: 'node' | 'domain' | 'pair'
  readonly index: number
}
