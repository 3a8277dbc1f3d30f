import type { BoostedTrees, Tree } from '../../shared/attribution/scoring/boosted-trees.ts'
import { chanceOf } from './random.ts'

/** A training example for the boosted trees: one domain with its candidate operators. It is known which candidate is the real operator. */
export interface Group {
  features: readonly ReadonlyMap<string, number>[]
  /** Score of each candidate before the trees correct it. Unit: natural log-odds. */
  offsets: readonly number[]
  /** Score of the answer "none of these candidates is the operator". Unit: natural log-odds. */
  none: number
  right: readonly boolean[]
  weight: number
}

export interface BoostingOptions {
  rounds: number
  rate: number
  depth: number
  /** Minimum number of training candidates for which a feature is not 0. Features with fewer such candidates are not used. */
  supportMin: number
  /** Minimum sum of the loss's second derivatives in a leaf of a boosted tree (min_child_weight in XGBoost). */
  leafWeightMin: number
  ridge: number
  /** Share of the features that each tree may use, from 0 to 1 (colsample_bytree in XGBoost). */
  featureShare: number
  /** Share of the training domains on which each tree is fitted, from 0 to 1 (subsample in XGBoost). */
  groupShare: number
  seed: string
}

const BINS_MAX = 32

/**
 * Fits boosted trees that score the candidate operators of a domain. A softmax over the scores should give the highest probability to the
 * right candidate, or to "none" if no candidate is right. Method: gradient boosting (Friedman 2001) as in XGBoost (Chen and Guestrin 2016).
 * The groups in `added` teach the trees too, but cannot add a feature or a threshold, and change no random draw of the other groups.
 */
export function fitTrees(base: readonly Group[], options: BoostingOptions, added: readonly Group[] = []): BoostedTrees {
  const { next: random } = chanceOf(options.seed)
  const { next: randomAdded } = chanceOf(`${options.seed} added`)
  const groups = [...base, ...added]
  const columns = columnsOf(base, added, options.supportMin)
  const starts: number[] = []
  let rows = 0
  for (const { features } of groups) {
    starts.push(rows)
    rows += features.length
  }
  const scores = Float64Array.from(groups.flatMap(({ offsets }) => offsets))
  const gradients = new Float64Array(rows)
  const curvatures = new Float64Array(rows)
  const trees: Tree[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    gradients.fill(0)
    curvatures.fill(0)
    for (const [index, group] of groups.entries()) slopes(group, starts[index] ?? 0, scores, gradients, curvatures)
    const drawn: number[] = []
    groups.forEach((group, index) => {
      if ((index < base.length ? random() : randomAdded()) < options.groupShare)
        for (let row = 0; row < group.features.length; row += 1) drawn.push((starts[index] ?? 0) + row)
    })
    const usable = columns.filter(() => random() < options.featureShare)
    const tree: Tree = []
    grow(tree, Int32Array.from(drawn), 0, { columns: usable, gradients, curvatures, options })
    trees.push(tree)
    for (let row = 0; row < rows; row += 1) scores[row] = (scores[row] ?? 0) + leafOfRow(tree, row, columns)
  }
  return compact(trees, columns)
}

interface Column {
  index: number
  name: string
  bins: Uint8Array
  edges: number[]
}

function columnsOf(base: readonly Group[], added: readonly Group[], supportMin: number): Column[] {
  const support = new Map<string, number>()
  for (const { features } of base)
    for (const row of features)
      for (const [name, value] of row) if (value !== 0) support.set(name, (support.get(name) ?? 0) + 1)
  const baseRows = base.reduce((sum, { features }) => sum + features.length, 0)
  const rows = [...base, ...added].flatMap(({ features }) => features)
  const names = [...support].flatMap(([name, count]) => (count >= supportMin ? [name] : [])).sort()
  const values = new Map(names.map((name) => [name, new Float64Array(rows.length)]))
  rows.forEach((row, index) => {
    for (const [name, value] of row) {
      const column = values.get(name)
      if (column !== undefined) column[index] = value
    }
  })
  return names.map((name, index) => {
    const column = values.get(name) ?? new Float64Array(rows.length)
    const edges = edgesOf(column.subarray(0, baseRows))
    return { index, name, edges, bins: Uint8Array.from(column, (value) => binOf(edges, value)) }
  })
}

function edgesOf(values: Float64Array): number[] {
  const distinct = [...new Set(values)].sort((a, b) => a - b)
  const step = Math.max(1, (distinct.length - 1) / (BINS_MAX - 1))
  const edges: number[] = []
  for (let at = 0; at < distinct.length - 1; at += step) {
    const low = distinct[Math.floor(at)] ?? 0
    const high = distinct[Math.floor(at) + 1] ?? low
    edges.push((low + high) / 2)
  }
  return edges
}

const binOf = (edges: readonly number[], value: number): number => {
  let bin = 0
  while (bin < edges.length && value > (edges[bin] ?? 0)) bin += 1
  return bin
}

function slopes(
  { right, weight, none, features }: Group,
  start: number,
  scores: Float64Array,
  gradients: Float64Array,
  curvatures: Float64Array,
): void {
  let most = none
  for (let index = 0; index < features.length; index += 1) most = Math.max(most, scores[start + index] ?? 0)
  let total = Math.exp(none - most)
  let good = 0
  for (let index = 0; index < features.length; index += 1) {
    const mass = Math.exp((scores[start + index] ?? 0) - most)
    total += mass
    if (right[index]) good += mass
  }
  for (let index = 0; index < features.length; index += 1) {
    const mass = Math.exp((scores[start + index] ?? 0) - most)
    const predicted = mass / total
    const wanted = right[index] ? mass / good : 0
    gradients[start + index] = weight * (predicted - wanted)
    curvatures[start + index] = weight * Math.max(1e-4, predicted * (1 - predicted))
  }
}

interface Growth {
  columns: readonly Column[]
  gradients: Float64Array
  curvatures: Float64Array
  options: BoostingOptions
}

function grow(tree: Tree, rows: Int32Array, depth: number, growth: Growth): void {
  const { gradients, curvatures, options } = growth
  let gradient = 0
  let curvature = 0
  for (const row of rows) {
    gradient += gradients[row] ?? 0
    curvature += curvatures[row] ?? 0
  }
  const split = depth < options.depth ? bestSplit(rows, gradient, curvature, growth) : null
  if (split === null) {
    tree.push([Math.round((-options.rate * gradient * 1e4) / (curvature + options.ridge)) / 1e4])
    return
  }
  const { column, bin } = split
  const at = tree.length
  tree.push([column.index, column.edges[bin] ?? 0, 0])
  grow(
    tree,
    rows.filter((row) => (column.bins[row] ?? 0) <= bin),
    depth + 1,
    growth,
  )
  tree[at] = [column.index, column.edges[bin] ?? 0, tree.length]
  grow(
    tree,
    rows.filter((row) => (column.bins[row] ?? 0) > bin),
    depth + 1,
    growth,
  )
}

const GAIN_MIN = 1e-3

function bestSplit(
  rows: Int32Array,
  gradient: number,
  curvature: number,
  { columns, gradients, curvatures, options }: Growth,
): { column: Column; bin: number } | null {
  const { ridge, leafWeightMin } = options
  const value = (g: number, h: number): number => (g * g) / (h + ridge)
  let best: { column: Column; bin: number; gain: number } | null = null
  const sums = new Float64Array(BINS_MAX + 1)
  const weights = new Float64Array(BINS_MAX + 1)
  for (const column of columns) {
    sums.fill(0)
    weights.fill(0)
    const { bins } = column
    for (let position = 0; position < rows.length; position += 1) {
      const row = rows[position] as number
      const bin = bins[row] as number
      sums[bin] = (sums[bin] as number) + (gradients[row] as number)
      weights[bin] = (weights[bin] as number) + (curvatures[row] as number)
    }
    let g = 0
    let h = 0
    for (let bin = 0; bin < column.edges.length; bin += 1) {
      g += sums[bin] as number
      h += weights[bin] as number
      if (h < leafWeightMin || curvature - h < leafWeightMin) continue
      const gain = value(g, h) + value(gradient - g, curvature - h) - value(gradient, curvature)
      if (gain > GAIN_MIN && (best === null || gain > best.gain)) best = { column, bin, gain }
    }
  }
  return best
}

function leafOfRow(tree: Tree, row: number, columns: readonly Column[]): number {
  let at = 0
  for (;;) {
    const node = tree[at]
    if (node === undefined) return 0
    const [feature, threshold, greater] = node
    if (threshold === undefined || greater === undefined) return feature
    const column = columns[feature] as Column
    const bin = column.edges.indexOf(threshold)
    at = (column.bins[row] as number) > bin ? greater : at + 1
  }
}

function compact(trees: readonly Tree[], columns: readonly Column[]): BoostedTrees {
  const used = [...new Set(trees.flatMap((tree) => tree.flatMap((node) => (node.length === 3 ? [node[0]] : []))))].sort(
    (a, b) => a - b,
  )
  const positions = new Map(used.map((index, position) => [index, position]))
  return {
    features: used.map((index) => columns[index]?.name ?? ''),
    trees: trees.map((tree) =>
      tree.map((node) =>
        node.length === 3 ? [positions.get(node[0]) ?? 0, Math.round(node[1] * 1e4) / 1e4, node[2]] : node,
      ),
    ),
  }
}
