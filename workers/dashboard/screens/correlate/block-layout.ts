import type { Block } from './graph-blocks.ts'
import type { Box, Point } from './graph-geometry.ts'

/**
 * wide: facts between two columns of domains. narrow: a column of domains and one of facts.
 * stacked: facts below the domains, tied by vertical lanes.
 */
export type Form = 'wide' | 'narrow' | 'stacked'

export type Side = 'left' | 'right' | 'inside'

export interface Place extends Point {
  readonly side: Side
  /** Horizontal position of the lane through which lines reach a fact. Null for direct lines. */
  readonly lane: number | null
}

/** Positions are relative to the block. */
interface PlacedBlock {
  readonly width: number
  readonly height: number
  readonly nodes: ReadonlyMap<number, Place>
  readonly hull: Box | null
  /** The vertical line to which the imitating domains are tied. Its end points at the block. */
  readonly bus: Point | null
}

interface Measures {
  form: Form
  /** Width of the label of each node, by its index. */
  sizes: readonly number[]
  headingWidth: number
  /** Width that a block may have. */
  inner: number
}

const DOMAIN_PITCH = 24
const FACT_PITCH = 46
const LOWER_PITCH = 26
/** Space between the center of a symbol and the far end of its gap to the label. */
export const LABEL_GAP = 13
const SYMBOL_HALF = 10
const CHANNEL = { wide: 72, narrow: 44 } as const
const LANE_WIDTH = 7
const STACK_GAP = 8
const PADDING = 12
const HEADING_HEIGHT = 30
const LIST_ROWS = 6
const BUS_X = 14
const LOWER_X = 36
const LOWER_FIRST = 36

type Nodes = Map<number, Place>
interface Core {
  nodes: Nodes
  width: number
  height: number
}

export function placeBlock(block: Block, measures: Measures): PlacedBlock {
  const { group } = block
  const core = coreOf(block, measures)
  const hull =
    group === null
      ? null
      : {
          x: 0,
          y: 0,
          width: Math.max(core.width, measures.headingWidth) + 2 * PADDING,
          height: core.height + HEADING_HEIGHT + PADDING,
        }
  const nodes: Nodes = new Map()
  const left = hull === null ? 0 : (hull.width - core.width) / 2
  const top = hull === null ? 0 : HEADING_HEIGHT
  for (const [node, { x, y, side, lane }] of core.nodes)
    nodes.set(node, { x: x + left, y: y + top, side, lane: lane === null ? null : lane + left })
  return withLowerRows(block, measures, {
    width: hull?.width ?? core.width,
    height: hull?.height ?? core.height,
    nodes,
    hull,
    bus: null,
  })
}

function coreOf(block: Block, measures: Measures): Core {
  if (block.facts.length === 0) return list(block, measures)
  if (measures.form === 'stacked') return stacked(block, measures)
  return measures.form === 'wide' && block.domains.length > 1
    ? wide(block, measures)
    : narrow(block, measures)
}

const widest = (nodes: readonly number[], { sizes }: Measures): number =>
  Math.max(0, ...nodes.map((node) => sizes[node] ?? 0))

/** Places nodes one below the other, over the whole height. */
function column(
  into: Nodes,
  nodes: readonly number[],
  at: { x: number; side: Side; height: number },
): void {
  nodes.forEach((node, place) => {
    into.set(node, {
      x: at.x,
      y: ((place + 0.5) * at.height) / nodes.length,
      side: at.side,
      lane: null,
    })
  })
}

function list({ domains }: Block, measures: Measures): Core {
  const size = SYMBOL_HALF + LABEL_GAP + widest(domains, measures) + 12
  const fitting = Math.max(1, Math.floor((measures.inner - 2 * PADDING) / size))
  const columns = Math.min(fitting, Math.ceil(domains.length / LIST_ROWS))
  const rows = Math.ceil(domains.length / Math.max(1, columns))
  const nodes: Nodes = new Map()
  domains.forEach((node, place) => {
    const x = Math.floor(place / rows) * size + SYMBOL_HALF
    nodes.set(node, { x, y: ((place % rows) + 0.5) * DOMAIN_PITCH, side: 'right', lane: null })
  })
  return { nodes, width: Math.max(1, columns) * size, height: rows * DOMAIN_PITCH }
}

function narrow({ domains, facts }: Block, measures: Measures): Core {
  const [left, center] = [widest(domains, measures), widest(facts, measures)]
  const height = Math.max(domains.length * DOMAIN_PITCH, facts.length * FACT_PITCH)
  const nodes: Nodes = new Map()
  const symbol = left + LABEL_GAP
  const factsLeft = domains.length === 0 ? 0 : symbol + SYMBOL_HALF + CHANNEL.narrow
  column(nodes, domains, { x: symbol, side: 'left', height })
  column(nodes, facts, { x: factsLeft + center / 2, side: 'inside', height })
  return { nodes, width: factsLeft + center, height }
}

function stacked({ domains, facts }: Block, measures: Measures): Core {
  const nodes: Nodes = new Map()
  const symbol = facts.length * LANE_WIDTH + SYMBOL_HALF
  const factsTop = domains.length * DOMAIN_PITCH + STACK_GAP
  domains.forEach((node, place) => {
    nodes.set(node, { x: symbol, y: (place + 0.5) * DOMAIN_PITCH, side: 'right', lane: null })
  })
  facts.forEach((node, place) => {
    const x = symbol + (measures.sizes[node] ?? 0) / 2
    const y = factsTop + (place + 0.5) * FACT_PITCH
    nodes.set(node, { x, y, side: 'inside', lane: (facts.length - place - 1) * LANE_WIDTH })
  })
  const width = symbol + Math.max(LABEL_GAP + widest(domains, measures), widest(facts, measures))
  return { nodes, width, height: factsTop + facts.length * FACT_PITCH }
}

// The domains change sides, so that two domains that share a fact stand at the same height.
function wide({ domains, facts }: Block, measures: Measures): Core {
  const onLeft = domains.filter((_, place) => place % 2 === 0)
  const onRight = domains.filter((_, place) => place % 2 === 1)
  const center = widest(facts, measures)
  const height = Math.max(onLeft.length * DOMAIN_PITCH, facts.length * FACT_PITCH)
  const nodes: Nodes = new Map()
  const leftSymbol = widest(onLeft, measures) + LABEL_GAP
  const factsLeft = leftSymbol + SYMBOL_HALF + CHANNEL.wide
  const rightSymbol = factsLeft + center + CHANNEL.wide + SYMBOL_HALF
  column(nodes, onLeft, { x: leftSymbol, side: 'left', height })
  column(nodes, facts, { x: factsLeft + center / 2, side: 'inside', height })
  column(nodes, onRight, { x: rightSymbol, side: 'right', height })
  return { nodes, width: rightSymbol + LABEL_GAP + widest(onRight, measures), height }
}

/** Domains outside of the group, below it. */
function withLowerRows(
  { imitators, others }: Block,
  measures: Measures,
  placed: PlacedBlock,
): PlacedBlock {
  const rows = [...imitators, ...others]
  if (rows.length === 0) return placed
  const nodes = new Map(placed.nodes)
  const first = placed.height === 0 ? DOMAIN_PITCH / 2 : placed.height + LOWER_FIRST
  rows.forEach((node, place) => {
    nodes.set(node, { x: LOWER_X, y: first + place * LOWER_PITCH, side: 'right', lane: null })
  })
  const isTied = imitators.length > 0 && placed.height > 0
  return {
    ...placed,
    nodes,
    width: Math.max(placed.width, LOWER_X + LABEL_GAP + widest(rows, measures)),
    height: first + (rows.length - 0.5) * LOWER_PITCH,
    bus: isTied ? { x: BUS_X, y: placed.height } : null,
  }
}
