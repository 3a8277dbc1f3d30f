import type { BoostedTrees, Tree } from '../../shared/attribution/scoring/boosted-trees.ts'
import { type Column, type Table, tableOf } from './feature-table.ts'
import { chanceOf } from './random.ts'

/** The candidates for the operator of one domain. The right operator is known. */
export interface Group {
  features: readonly ReadonlyMap<string, number>[]
  /** Score of each candidate before the trees change it, in natural log-odds. */
  offsets: readonly number[]
  /** Score of the answer "none of these candidates", in natural log-odds. */
  none: number
  right: readonly boolean[]
  weight: number
}

export interface BoostingOptions {
  rounds: number
  rate: number
  depth: number
  /**
   * Least number of candidates for which a feature must not be 0. Features with fewer are not used.
   */
  supportMin: number
  /** Least sum of the second derivatives of the loss in a leaf (min_child_weight in XGBoost). */
  leafWeightMin: number
  ridge: number
  /** Share of the features that each tree may use, from 0 to 1 (colsample_bytree in XGBoost). */
  featureShare: number
  /** Share of the domains on which each tree is fitted, from 0 to 1 (subsample in XGBoost). */
  groupShare: number
  seed: string
}

/**
 * Fits boosted trees: gradient boosting (Friedman 2001) as in XGBoost (Chen and Guestrin 2016). The
 * loss is a softmax over the candidates of a domain and "none".
 * Most features are 0, so histograms do not store the zeros.
 */
export function fitTrees(groups: readonly Group[], options: BoostingOptions): BoostedTrees {
  const { next: random } = chanceOf(options.seed)
  const table = tableOf(groups, options.supportMin)
  const { columns, rows } = table
  const starts: number[] = []
  let count = 0
  for (const { features } of groups) {
    starts.push(count)
    count += features.length
  }
  const scores = Float64Array.from(groups.flatMap(({ offsets }) => offsets))
  const gradients = new Float64Array(rows)
  const curvatures = new Float64Array(rows)
  const drawn = new Int32Array(rows)
  const trees: Tree[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    let draws = 0
    groups.forEach((group, index) => {
      const start = starts[index] as number
      slopes(group, start, scores, gradients, curvatures)
      if (random() >= options.groupShare) return
      for (let row = start; row < start + group.features.length; row += 1) drawn[draws++] = row
    })
    const usable = columns.filter(() => random() < options.featureShare)
    const tree: Branch[] = []
    grow(tree, drawn.slice(0, draws), 0, { table, usable, gradients, curvatures, options })
    trees.push(tree.map(({ node }) => node))
    for (let row = 0; row < rows; row += 1)
      scores[row] = (scores[row] as number) + leafOfRow(tree, row, table)
  }
  return compact(trees, columns)
}

/**
 * Returns the mean of several models. It depends less on the random draws of a fit than a single
 * model.
 */
export function meanOf(models: readonly BoostedTrees[]): BoostedTrees {
  const features = [...new Set(models.flatMap((model) => model.features))]
  const places = new Map(features.map((name, index) => [name, index]))
  const trees = models.flatMap((model) =>
    model.trees.map((tree) =>
      tree.map((node): Tree[number] =>
        node.length === 1
          ? [Number((node[0] / models.length).toFixed(4))]
          : [places.get(model.features[node[0]] ?? '') ?? 0, node[1], node[2]],
      ),
    ),
  )
  return { features, trees }
}

function slopes(
  { right, weight, none, features }: Group,
  start: number,
  scores: Float64Array,
  gradients: Float64Array,
  curvatures: Float64Array,
): void {
  let most = none
  for (let index = 0; index < features.length; index += 1)
    most = Math.max(most, scores[start + index] ?? 0)
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
  table: Table
  usable: readonly Column[]
  gradients: Float64Array
  curvatures: Float64Array
  options: BoostingOptions
}

/**
 * Sums of the first and second derivatives by column and bin. A bin of zeros is not stored: it is
 * the sum of all rows minus the other bins.
 */
interface Histogram {
  gradients: Float64Array
  curvatures: Float64Array
}

function histogramOf(rows: Int32Array, { table, gradients, curvatures }: Growth): Histogram {
  const { entryStarts, entries, histogramLength } = table
  const sums = new Float64Array(histogramLength)
  const weights = new Float64Array(histogramLength)
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows[position] as number
    const g = gradients[row] as number
    const h = curvatures[row] as number
    const end = entryStarts[row + 1] as number
    for (let at = entryStarts[row] as number; at < end; at += 1) {
      const entry = entries[at] as number
      sums[entry] = (sums[entry] as number) + g
      weights[entry] = (weights[entry] as number) + h
    }
  }
  return { gradients: sums, curvatures: weights }
}

/** Changes `whole` to the histogram of the rows of `whole` that are not in `part`. */
function without(whole: Histogram, part: Histogram): Histogram {
  for (let at = 0; at < whole.gradients.length; at += 1) {
    whole.gradients[at] = (whole.gradients[at] as number) - (part.gradients[at] as number)
    whole.curvatures[at] = (whole.curvatures[at] as number) - (part.curvatures[at] as number)
  }
  return whole
}

interface Branch {
  node: Tree[number]
  bin: number
}

function grow(
  tree: Branch[],
  rows: Int32Array,
  depth: number,
  growth: Growth,
  known?: Histogram,
): void {
  const { table, options, gradients, curvatures } = growth
  let gradient = 0
  let curvature = 0
  for (let position = 0; position < rows.length; position += 1) {
    gradient += gradients[rows[position] as number] as number
    curvature += curvatures[rows[position] as number] as number
  }
  const histogram = depth < options.depth ? (known ?? histogramOf(rows, growth)) : null
  const split = histogram && bestSplit(histogram, gradient, curvature, growth)
  if (histogram === null || split === null) {
    const value = (-options.rate * gradient) / (curvature + options.ridge)
    tree.push({ node: [Math.round(value * 1e4) / 1e4], bin: 0 })
    return
  }
  const { column, bin } = split
  const [low, high] = halves(rows, column, bin, table)
  // A leaf needs no histogram. Of two branches, only the histogram of the smaller one is summed.
  // The rest of the node's histogram is that of the larger branch.
  const inner = depth + 1 < options.depth
  const smaller = inner ? histogramOf(low.length < high.length ? low : high, growth) : undefined
  const larger = smaller && without(histogram, smaller)
  const at = tree.length
  const threshold = column.edges[bin] ?? 0
  tree.push({ node: [column.index, threshold, 0], bin })
  grow(tree, low, depth + 1, growth, low.length < high.length ? smaller : larger)
  tree[at] = { node: [column.index, threshold, tree.length], bin }
  grow(tree, high, depth + 1, growth, low.length < high.length ? larger : smaller)
}

function halves(
  rows: Int32Array,
  { index }: Column,
  bin: number,
  table: Table,
): [Int32Array, Int32Array] {
  const { bins } = table
  const start = index * table.rows
  const low = new Int32Array(rows.length)
  const high = new Int32Array(rows.length)
  let lows = 0
  let highs = 0
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows[position] as number
    if ((bins[start + row] as number) <= bin) low[lows++] = row
    else high[highs++] = row
  }
  return [low.subarray(0, lows), high.subarray(0, highs)]
}

const GAIN_MIN = 1e-3

function bestSplit(
  histogram: Histogram,
  gradient: number,
  curvature: number,
  { usable, options }: Growth,
): { column: Column; bin: number } | null {
  const { ridge, leafWeightMin } = options
  const value = (g: number, h: number): number => (g * g) / (h + ridge)
  const whole = value(gradient, curvature)
  let best: { column: Column; bin: number; gain: number } | null = null
  for (const column of usable) {
    const { start, zero, edges } = column
    let zeroGradient = gradient
    let zeroCurvature = curvature
    for (let at = start; at <= start + edges.length; at += 1) {
      zeroGradient -= histogram.gradients[at] as number
      zeroCurvature -= histogram.curvatures[at] as number
    }
    let g = 0
    let h = 0
    for (let bin = 0; bin < edges.length; bin += 1) {
      g += bin === zero ? zeroGradient : (histogram.gradients[start + bin] as number)
      h += bin === zero ? zeroCurvature : (histogram.curvatures[start + bin] as number)
      if (h < leafWeightMin || curvature - h < leafWeightMin) continue
      const gain = value(g, h) + value(gradient - g, curvature - h) - whole
      if (gain > GAIN_MIN && (best === null || gain > best.gain)) best = { column, bin, gain }
    }
  }
  return best
}

function leafOfRow(tree: readonly Branch[], row: number, { rows, bins }: Table): number {
  let at = 0
  for (;;) {
    const { node, bin } = tree[at] as Branch
    const [feature, , greater] = node
    if (greater === undefined) return feature
    at = (bins[feature * rows + row] as number) > bin ? greater : at + 1
  }
}

function compact(trees: readonly Tree[], columns: readonly Column[]): BoostedTrees {
  const used = [
    ...new Set(
      trees.flatMap((tree) => tree.flatMap((node) => (node.length === 3 ? [node[0]] : []))),
    ),
  ].sort((a, b) => a - b)
  const positions = new Map(used.map((index, position) => [index, position]))
  return {
    features: used.map((index) => columns[index]?.name ?? ''),
    trees: trees.map((tree) =>
      tree.map((node) =>
        node.length === 3
          ? [positions.get(node[0]) ?? 0, Math.round(node[1] * 1e4) / 1e4, node[2]]
          : node,
      ),
    ),
  }
}
