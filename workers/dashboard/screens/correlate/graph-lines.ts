import type { Target } from './correlation-graph.ts'
import { at } from './graph-geometry.ts'
import type { Layout, PlacedNode } from './graph-layout.ts'
import type { Picture } from './graph-picture.ts'

/**
 * Path of the line between a domain and a fact. It leaves the domain upwards or downwards if it
 * would cross the label otherwise. It ends in the middle of the fact, which covers it.
 */
function linePath(domain: PlacedNode, fact: PlacedNode): string {
  if (fact.lane !== null) return `M${at(domain)}H${fact.lane}V${fact.y.toFixed(1)}H${fact.x}`
  const isAcross = (domain.side === 'right') === fact.x > domain.x
  const reach = (fact.x - domain.x) / 2
  const bend = isAcross
    ? { x: domain.x, y: domain.y + (fact.y - domain.y) / 2 }
    : { x: domain.x + reach, y: domain.y }
  return `M${at(domain)}C${at(bend)} ${at({ x: fact.x - reach, y: fact.y })} ${at(fact)}`
}

export const FAR_OPACITY = 0.6

interface LinePath {
  readonly path: string
  readonly isDashed: boolean
  /** True for lines that leave a group. They are drawn lighter, because many can cross the rest. */
  readonly isFar: boolean
}

/** One path for all lines of a kind: thousands of elements would block the browser. */
export function linePaths({ nodes, adjacent }: Picture, layout: Layout): LinePath[] {
  const paths = new Map<string, { path: string; isDashed: boolean; isFar: boolean }>()
  nodes.forEach((node, index) => {
    const fact = layout.nodes[index]
    if (node.kind !== 'fact' || fact === undefined) return
    for (const end of adjacent[index] ?? []) {
      const [domain, group] = [layout.nodes[end], nodes[end]?.group ?? null]
      if (domain === undefined) continue
      const isFar = group !== null && group !== node.group
      const isDashed = node.fact.copyable
      const key = `${isFar} ${isDashed}`
      const line = paths.get(key) ?? { path: '', isDashed, isFar }
      line.path += linePath(domain, fact)
      paths.set(key, line)
    }
  })
  return [...paths.values()].sort((a, b) => Number(b.isFar) - Number(a.isFar))
}

/** Lines of the selected part. Of a pair, the lines over the facts that both share. */
export function highlightPath(picture: Picture, layout: Layout, target: Target | null): string {
  if (target === null) return ''
  const { nodes, adjacent, nodeOf, graph } = picture
  const line = (a: number, b: number): string => {
    const [domain, fact] = nodes[a]?.kind === 'fact' ? [b, a] : [a, b]
    const [from, to] = [layout.nodes[domain], layout.nodes[fact]]
    return from === undefined || to === undefined ? '' : linePath(from, to)
  }
  if (target.kind === 'node')
    return (adjacent[target.index] ?? []).map((other) => line(target.index, other)).join('')
  if (target.kind === 'domain') return ''
  const pair = graph.pairs[target.index]
  const ends = [nodeOf.get(pair?.from ?? -1) ?? -1, nodeOf.get(pair?.to ?? -1) ?? -1]
  const common = (adjacent[ends[0] ?? -1] ?? []).filter((fact) =>
    adjacent[ends[1] ?? -1]?.includes(fact),
  )
  return common.flatMap((fact) => ends.map((end) => line(end, fact))).join('')
}
