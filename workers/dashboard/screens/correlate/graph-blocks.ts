import type { Picture } from './graph-picture.ts'

type Role = 'domains' | 'facts' | 'imitators' | 'others'

/** Nodes that are drawn as one block: a group, or domains without a group. */
export interface Block extends Record<Role, readonly number[]> {
  readonly group: number | null
}

const BARYCENTER_ROUNDS = 4

/**
 * Each group is a block, and so are domains without a group that share facts. A domain without a
 * group stands below the group that it imitates, or below the only group with which it shares
 * facts.
 */
export function blocksOf(picture: Picture): Block[] {
  const blocks = new Map<string, Record<Role, number[]> & { group: number | null }>()
  const places = placesOf(picture)
  picture.nodes.forEach((_, index) => {
    const { key, group, role } = places(index)
    const block = blocks.get(key) ?? { group, domains: [], facts: [], imitators: [], others: [] }
    block[role].push(index)
    blocks.set(key, block)
  })
  return inOrderOfGroups([...blocks.values()]).map((block) => sorted(block, picture.adjacent))
}

interface BlockPlace {
  key: string
  group: number | null
  role: Role
}

function placesOf(picture: Picture): (index: number) => BlockPlace {
  const components = looseComponents(picture)
  const targets = targetsByNode(picture)
  const placeIn = (group: number | null, node: number, role: Role): BlockPlace => ({
    key: group === null ? `loose ${components[node] ?? node}` : `group ${group}`,
    group,
    role,
  })
  return (index) => {
    const { kind, group } = picture.nodes[index] ?? { kind: 'domain', group: null }
    if (kind === 'fact') return placeIn(group, index, 'facts')
    if (group !== null) return placeIn(group, index, 'domains')
    const imitated = targets.get(index)
    const homes = homesOf(picture, index)
    if (imitated !== undefined && (imitated.group !== null || homes.length === 0))
      return placeIn(imitated.group, imitated.node, 'imitators')
    const [home = null] = homes
    return homes.length === 1 && home !== null
      ? placeIn(home, index, 'others')
      : placeIn(null, index, 'domains')
  }
}

const inOrderOfGroups = <Each extends { group: number | null }>(blocks: readonly Each[]): Each[] =>
  [...blocks].sort((a, b) => (a.group ?? Infinity) - (b.group ?? Infinity) || 0)

const homesOf = ({ nodes, adjacent }: Picture, index: number): (number | null)[] => [
  ...new Set((adjacent[index] ?? []).map((fact) => nodes[fact]?.group ?? null)),
]

function targetsByNode({
  imitations,
  nodeOf,
}: Picture): ReadonlyMap<number, { group: number | null; node: number }> {
  return new Map(
    imitations.map(({ from, target: { kind, index } }) => [
      nodeOf.get(from) ?? -1,
      kind === 'group'
        ? { group: index, node: -1 }
        : { group: null, node: nodeOf.get(index) ?? -1 },
    ]),
  )
}

// For each node without a group: the lowest node to which facts without a group connect it.
function looseComponents({ nodes, adjacent }: Picture): number[] {
  const found: number[] = []
  nodes.forEach(({ group }, start) => {
    if (group !== null || found[start] !== undefined) return
    const waiting = [start]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (found[node] !== undefined) continue
      found[node] = start
      for (const next of adjacent[node] ?? []) if (nodes[next]?.group === null) waiting.push(next)
    }
  })
  return found
}

// Barycenter method: domains and facts stand near the nodes that they are linked with, so that few
// lines cross.
function sorted(block: Block, adjacent: Picture['adjacent']): Block {
  let { domains, facts } = block
  for (let round = 0; round < BARYCENTER_ROUNDS; round += 1) {
    facts = byMeanPlace(facts, domains, adjacent)
    domains = byMeanPlace(domains, facts, adjacent)
  }
  return { ...block, domains, facts }
}

function byMeanPlace(
  nodes: readonly number[],
  others: readonly number[],
  adjacent: Picture['adjacent'],
): readonly number[] {
  const placeOfOther = new Map(others.map((node, place) => [node, (place + 0.5) / others.length]))
  const mean = new Map(
    nodes.map((node, place) => {
      const places = (adjacent[node] ?? []).flatMap((other) => placeOfOther.get(other) ?? [])
      const sum = places.reduce((total, each) => total + each, 0)
      return [node, places.length === 0 ? (place + 0.5) / nodes.length : sum / places.length]
    }),
  )
  return [...nodes].sort((a, b) => (mean.get(a) ?? 0) - (mean.get(b) ?? 0) || a - b)
}
