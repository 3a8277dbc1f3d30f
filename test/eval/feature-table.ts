import type { Group } from './boosting.ts'

const BINS_MAX = 32

export interface Column {
  index: number
  name: string
  edges: number[]
  /** Index of the column's first bin in a histogram. */
  start: number
  zero: number
}

/**
 * Features of all candidates. `columns` and `bins` are used to find the leaf of a candidate.
 * `entryStarts` and `entries` leave out zeros and are used to build histograms.
 */
export interface Table {
  columns: Column[]
  rows: number
  histogramLength: number
  bins: Uint8Array
  /**
   * The entries of row `r` are those from `entryStarts[r]` up to `entryStarts[r + 1]`. An entry is
   * the index of a bin in a histogram.
   */
  entryStarts: Int32Array
  entries: Int32Array
}

export function tableOf(groups: readonly Group[], supportMin: number): Table {
  const all = groups.flatMap(({ features }) => features)
  const values = new Map<string, number[]>()
  for (const row of all)
    for (const [name, value] of row) {
      if (value === 0) continue
      const column = values.get(name)
      if (column === undefined) values.set(name, [value])
      else column.push(value)
    }
  const names = [...values]
    .flatMap(([name, { length }]) => (length >= supportMin ? [name] : []))
    .sort()
  let start = 0
  const columns = names.map((name, index): Column => {
    const own = values.get(name) ?? []
    const edges = edgesOf(own.length < all.length ? [0, ...own] : own)
    const column = { index, name, edges, start, zero: binOf(edges, 0) }
    start += edges.length + 1
    return column
  })
  const places = new Map(columns.map((column) => [column.name, column]))
  const bins = new Uint8Array(columns.length * all.length)
  for (const { index, zero } of columns)
    bins.fill(zero, index * all.length, (index + 1) * all.length)
  const entryStarts = new Int32Array(all.length + 1)
  const entries: number[] = []
  all.forEach((features, row) => {
    for (const [name, value] of features) {
      const column = value === 0 ? undefined : places.get(name)
      if (column === undefined) continue
      const bin = binOf(column.edges, value)
      if (bin === column.zero) continue
      bins[column.index * all.length + row] = bin
      entries.push(column.start + bin)
    }
    entryStarts[row + 1] = entries.length
  })
  return {
    columns,
    rows: all.length,
    histogramLength: start,
    bins,
    entryStarts,
    entries: Int32Array.from(entries),
  }
}

function edgesOf(values: readonly number[]): number[] {
  const distinct = [...new Set(values)].sort((a, b) => a - b)
  const step = Math.max(1, (distinct.length - 1) / (BINS_MAX - 1))
  const edges: number[] = []
  for (let at = 0; at < distinct.length - 1 && edges.length < BINS_MAX - 1; at += step) {
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
