import { z } from 'zod'

/**
 * One tree, its nodes in order. An inner node is [feature, threshold, index of the node for greater values]; the node for values up
 * to the threshold is the next one. A leaf is [value], in nats.
 */
const Tree = z.array(z.union([z.tuple([z.number(), z.number(), z.number()]), z.tuple([z.number()])]))
export type Tree = z.infer<typeof Tree>

/** A sum of small decision trees over named features, as the fitting script writes it. */
export const BoostedTrees = z.object({ features: z.array(z.string()), trees: z.array(Tree) })
export type BoostedTrees = z.infer<typeof BoostedTrees>

/** The sum of the trees' leaves for one candidate, in nats. A feature that is not given is 0. */
export function evaluate(model: BoostedTrees, features: ReadonlyMap<string, number>): number {
  const { names, starts, feature, threshold, greater } = flattened(model)
  const values = new Float64Array(names.size)
  for (const [name, value] of features) {
    const place = names.get(name)
    if (place !== undefined) values[place] = value
  }
  let sum = 0
  for (const start of starts) {
    let at = start
    while ((feature[at] ?? LEAF) !== LEAF)
      at = (values[feature[at] as number] ?? 0) > (threshold[at] as number) ? (greater[at] as number) : at + 1
    sum += threshold[at] ?? 0
  }
  return sum
}

/** All nodes in flat arrays, which are read several times faster; a leaf has its value in the place of the threshold. */
interface Flat {
  names: ReadonlyMap<string, number>
  starts: number[]
  feature: Int32Array
  threshold: Float64Array
  greater: Int32Array
}
const LEAF = -1
const flats = new WeakMap<BoostedTrees, Flat>()

function flattened(model: BoostedTrees): Flat {
  const known = flats.get(model)
  if (known !== undefined) return known
  const starts: number[] = []
  let count = 0
  for (const tree of model.trees) {
    starts.push(count)
    count += tree.length
  }
  const nodes = model.trees.flatMap((tree, index) => tree.map((node) => ({ node, start: starts[index] ?? 0 })))
  const flat: Flat = {
    names: new Map(model.features.map((name, place) => [name, place])),
    starts,
    feature: Int32Array.from(nodes, ({ node }) => (node.length === 3 ? node[0] : LEAF)),
    threshold: Float64Array.from(nodes, ({ node }) => (node.length === 3 ? node[1] : node[0])),
    greater: Int32Array.from(nodes, ({ node, start }) => (node.length === 3 ? start + node[2] : 0)),
  }
  flats.set(model, flat)
  return flat
}
