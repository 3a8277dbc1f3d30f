import type { Schemas } from '../../api/api-client.ts'

export type CorrelationResult = Schemas['CorrelationResult']
export type Pair = CorrelationResult['pairs'][number]

export interface GraphNode {
  readonly domain: string
  /** Index in `groups`. Null for a domain that belongs to no group. */
  readonly group: number | null
}

export interface GraphEdge {
  readonly from: number
  readonly to: number
  readonly score: number
  readonly pair: Pair
}

export interface GraphGroup {
  readonly id: string
  readonly entity: string | null
  readonly confidence: number
  readonly members: readonly number[]
}

export interface CorrelationGraph {
  readonly nodes: readonly GraphNode[]
  /** Sorted, strongest edge first. */
  readonly edges: readonly GraphEdge[]
  readonly groups: readonly GraphGroup[]
  /** For each node, the indexes of its edges, sorted with the strongest first. */
  readonly edgesOf: readonly (readonly number[])[]
}

/** Makes a node of each domain and an edge of each pair, in the order of the result. */
export function graphOf({ clusters, unclustered, pairs }: CorrelationResult): CorrelationGraph {
  const nodes: GraphNode[] = []
  const indexOf = new Map<string, number>()
  const add = (domain: string, group: number | null) => {
    if (indexOf.has(domain)) return
    indexOf.set(domain, nodes.length)
    nodes.push({ domain, group })
  }
  clusters.forEach(({ domains }, group) => {
    for (const domain of domains) add(domain, group)
  })
  for (const domain of unclustered) add(domain, null)
  const edges = pairs.flatMap((pair): GraphEdge[] => {
    const [from, to] = [indexOf.get(pair.a), indexOf.get(pair.b)]
    return from === undefined || to === undefined || from === to
      ? []
      : [{ from, to, score: pair.score, pair }]
  })
  edges.sort((a, b) => b.score - a.score)
  const edgesOf: number[][] = nodes.map(() => [])
  edges.forEach(({ from, to }, index) => {
    edgesOf[from]?.push(index)
    edgesOf[to]?.push(index)
  })
  const groups = clusters.map(({ cluster_id: id, entity, confidence }, group) => ({
    id,
    entity,
    confidence,
    members: nodes.flatMap((node, index) => (node.group === group ? [index] : [])),
  }))
  return { nodes, edges, groups, edgesOf }
}

/** Levels of strength, strongest first. A level begins at the score `min`. */
export const STRENGTHS = [
  { min: 0.8, width: 3, opacity: 0.85, name: 'very strong' },
  { min: 0.5, width: 2, opacity: 0.6, name: 'strong' },
  { min: 0.2, width: 1.25, opacity: 0.4, name: 'weak' },
  { min: 0, width: 0.75, opacity: 0.25, name: 'very weak' },
] as const

export function strengthOf(score: number): number {
  const level = STRENGTHS.findIndex(({ min }) => score >= min)
  return level === -1 ? STRENGTHS.length - 1 : level
}

export const otherEnd = ({ from, to }: GraphEdge, node: number): number =>
  from === node ? to : from

/**
 * Leaves out links with a score below `scoreMin`. Nodes and the remaining edges keep their indexes.
 */
export function withLinksFrom(graph: CorrelationGraph, scoreMin: number): CorrelationGraph {
  const firstWeaker = graph.edges.findIndex(({ score }) => score < scoreMin)
  if (firstWeaker === -1) return graph
  const edgesOf = graph.edgesOf.map((indexes) => indexes.filter((index) => index < firstWeaker))
  return { ...graph, edges: graph.edges.slice(0, firstWeaker), edgesOf }
}

export interface Target {
  readonly kind: 'node' | 'edge'
  readonly index: number
}
