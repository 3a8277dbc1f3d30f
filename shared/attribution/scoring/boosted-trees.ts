import { z } from 'zod'

// The nodes of one tree. A leaf is [result]. A branch is [feature, threshold, index]: if the
// feature is above the threshold, the evaluation goes on at the node with this index, else at the
// next node in the array.
const Tree = z.array(
  z.union([z.tuple([z.number(), z.number(), z.number()]), z.tuple([z.number()])]),
)
export type Tree = z.infer<typeof Tree>

export const BoostedTrees = z.object({ features: z.array(z.string()), trees: z.array(Tree) })
export type BoostedTrees = z.infer<typeof BoostedTrees>

/** Sum of the results of all trees, in natural log-odds. A missing feature counts as 0. */
export function evaluate(model: BoostedTrees, features: ReadonlyMap<string, number>): number {
  const values = model.features.map((name) => features.get(name) ?? 0)
  return model.trees.reduce((sum, tree) => sum + resultOf(tree, values), 0)
}

function resultOf(tree: Tree, values: readonly number[]): number {
  let at = 0
  for (let node = tree[at]; node !== undefined; node = tree[at]) {
    if (node.length === 1) return node[0]
    const [feature, threshold, greater] = node
    at = (values[feature] ?? 0) > threshold ? greater : at + 1
  }
  return 0
}
