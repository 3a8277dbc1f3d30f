import type { CorrelationGraph, Imitation } from './correlation-graph.ts'
import { type SharedFact, sharedFactsOf } from './shared-facts.ts'

/** More shared facts are only in the table, because nobody could read so many lines. */
const FACTS_MAX = 60
const FACTS_OF_GROUP_MAX = 10

export type PictureNode =
  | {
      readonly kind: 'domain'
      /** Index in the graph. */
      readonly domain: number
      readonly name: string
      readonly group: number | null
    }
  | {
      readonly kind: 'fact'
      readonly fact: SharedFact
      /** Group with more than half of the domains that share the fact. Null if there is none. */
      readonly group: number | null
    }

/** Linked domains and the facts between them. Domains come first. */
export interface Picture {
  readonly graph: CorrelationGraph
  readonly nodes: readonly PictureNode[]
  /** Indexes of the nodes that a line connects with this node. */
  readonly adjacent: readonly (readonly number[])[]
  readonly imitations: readonly Imitation[]
  /** Node of each domain of the graph. A domain without links has none. */
  readonly nodeOf: ReadonlyMap<number, number>
  /** Indexes of the domains without links. */
  readonly alone: readonly number[]
  readonly factsLeftOut: number
}

/** Facts count if they connect two domains of a group or a pair with at least this score. */
export function pictureOf(graph: CorrelationGraph, scoreMin: number): Picture {
  const strong = graph.pairs.filter(({ score }) => score >= scoreMin).map(({ pair }) => pair)
  const all = sharedFactsOf(graph.clusters, strong, graph.indexOf)
  const facts = chosenFacts(all, graph)
  const linked = new Set(graph.groups.flatMap(({ members }) => members))
  for (const { holders } of facts) for (const holder of holders) linked.add(holder)
  for (const { from, target } of graph.imitations) {
    linked.add(from)
    if (target.kind === 'domain') linked.add(target.index)
  }
  const nodes: PictureNode[] = []
  const nodeOf = new Map<number, number>()
  const alone: number[] = []
  graph.domains.forEach(({ domain: name, group }, domain) => {
    if (!linked.has(domain)) alone.push(domain)
    else {
      nodeOf.set(domain, nodes.length)
      nodes.push({ kind: 'domain', domain, name, group })
    }
  })
  const adjacent: number[][] = nodes.map(() => [])
  for (const fact of facts) {
    const ends = fact.holders.flatMap((holder) => nodeOf.get(holder) ?? [])
    for (const end of ends) adjacent[end]?.push(nodes.length)
    nodes.push({ kind: 'fact', fact, group: homeOf(fact, graph) })
    adjacent.push(ends)
  }
  const { imitations } = graph
  return {
    graph,
    nodes,
    adjacent,
    imitations,
    nodeOf,
    alone,
    factsLeftOut: all.length - facts.length,
  }
}

// Every domain with a link keeps its strongest fact, so that the picture shows a reason for it.
// Then each group gets its strongest facts.
function chosenFacts(facts: readonly SharedFact[], graph: CorrelationGraph): SharedFact[] {
  const chosen = new Set<SharedFact>()
  const explained = new Set<number>()
  for (const fact of facts) {
    if (chosen.size >= FACTS_MAX) break
    if (fact.holders.every((holder) => explained.has(holder))) continue
    chosen.add(fact)
    for (const holder of fact.holders) explained.add(holder)
  }
  const countOf = new Map<number | null, number>()
  for (const fact of facts) {
    const home = homeOf(fact, graph)
    const before = countOf.get(home) ?? 0
    if (chosen.has(fact)) countOf.set(home, before + 1)
    else if (before < FACTS_OF_GROUP_MAX && chosen.size < FACTS_MAX) {
      chosen.add(fact)
      countOf.set(home, before + 1)
    }
  }
  return facts.filter((fact) => chosen.has(fact))
}

function homeOf({ holders }: SharedFact, { domains }: CorrelationGraph): number | null {
  const countOf = new Map<number, number>()
  for (const holder of holders) {
    const group = domains[holder]?.group ?? null
    if (group !== null) countOf.set(group, (countOf.get(group) ?? 0) + 1)
  }
  for (const [group, count] of countOf) if (count * 2 > holders.length) return group
  return null
}
