import { z } from 'zod'

/**
 * Decision tree of the model that ranks possible operators, as an array of nodes. A leaf is
 * [result]. A branch is [feature number, threshold, index of the next node if the feature is above
 * the threshold]. If the feature is not above it, the next node is the following array element.
 */
const Tree = z.array(
  z.union([z.tuple([z.number(), z.number(), z.number()]), z.tuple([z.number()])]),
)
export type Tree = z.infer<typeof Tree>

export const BoostedTrees = z.object({ features: z.array(z.string()), trees: z.array(Tree) })
export type BoostedTrees = z.infer<typeof BoostedTrees>

/**
 * Evaluates the ranking model for one possible operator: returns the sum of the results of all
 * decision trees. A missing feature counts as
 * 0. Unit: natural log-odds.
 */
export function evaluate(model: BoostedTrees, features: ReadonlyMap<string, number>): number {
  const { names, starts, feature, threshold, greater } = flattened(model)
  const values = new Float64Array(names.size)
  for (const [name, value] of features) {
    const index = names.get(name)
    if (index !== undefined) values[index] = value
  }
  let sum = 0
  for (const start of starts) {
    let at = start
    while ((feature[at] ?? LEAF) !== LEAF)
      at =
        (values[feature[at] as number] ?? 0) > (threshold[at] as number)
          ? (greater[at] as number)
          : at + 1
    sum += threshold[at] ?? 0
  }
  return sum
}

/**
 * The nodes of all decision trees are copied to flat arrays, because the evaluation is several
 * times faster with flat arrays. For a leaf, the array `threshold` contains the result of the tree.
 */
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
  const nodes = model.trees.flatMap((tree, index) =>
    tree.map((node) => ({ node, start: starts[index] ?? 0 })),
  )
  const flat: Flat = {
    names: new Map(model.features.map((name, index) => [name, index])),
    starts,
    feature: Int32Array.from(nodes, ({ node }) => (node.length === 3 ? node[0] : LEAF)),
    threshold: Float64Array.from(nodes, ({ node }) => (node.length === 3 ? node[1] : node[0])),
    greater: Int32Array.from(nodes, ({ node, start }) => (node.length === 3 ? start + node[2] : 0)),
  }
  flats.set(model, flat)
  return flat
}
