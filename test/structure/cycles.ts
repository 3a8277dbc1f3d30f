export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Combines nodes of a graph, for example the files of a folder. `nodeOf` returns the name of the
 * combined node. Edges within a combined node are removed.
 */
export function collapsed(graph: Graph, nodeOf: (path: string) => string): Graph {
  const nodes = new Map<string, Set<string>>()
  for (const [path, targets] of graph) {
    const from = nodeOf(path)
    const edges = nodes.get(from) ?? new Set()
    nodes.set(from, edges)
    for (const target of targets) if (nodeOf(target) !== from) edges.add(nodeOf(target))
  }
  return nodes
}

/**
 * Returns the cycles: strongly connected components (Tarjan's algorithm). A single node counts only
 * if it has an edge to itself.
 */
export function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    lowest.set(node, own)
    open.push(node)
    for (const target of graph.get(node) ?? []) {
      const reached = order.has(target)
        ? open.includes(target)
          ? (order.get(target) ?? own)
          : own
        : visit(target)
      lowest.set(node, Math.min(lowest.get(node) ?? own, reached))
    }
    if (lowest.get(node) === own) {
      const members = open.splice(open.indexOf(node))
      if (members.length > 1 || graph.get(node)?.has(node) === true) cycles.push(members.sort())
    }
    return lowest.get(node) ?? own
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}
