import { confidenceInWords, percent } from '../../parts/texts.ts'
import { type Form, placeBlock, type Side } from './block-layout.ts'
import type { Imitation } from './correlation-graph.ts'
import { type Block, blocksOf } from './graph-blocks.ts'
import { at, type Box, nearestPoint, type Point, packedInRows } from './graph-geometry.ts'
import { SYMBOL_RADIUS } from './graph-look.ts'
import type { Picture } from './graph-picture.ts'
import { factWords } from './link-words.ts'
import { boldWidth, fittedText, textWidth } from './text-width.ts'

/** The point is the center of a symbol, or of the box of a fact. Unit: pixels at zoom 1. */
export interface PlacedNode extends Point {
  /** The label of a domain has one line, that of a fact two: the kind and the value. */
  readonly label: readonly string[]
  readonly labelWidth: number
  readonly side: Side
  /** See `Place`. */
  readonly lane: number | null
}

interface Hull extends Box {
  readonly group: number
  readonly heading: string
}

interface ImitationLine {
  readonly path: string
  /** False if an earlier line ends at the same place and has the word and the arrow. */
  readonly isFirst: boolean
  readonly end: Point
  /** Direction of the arrow in degrees. 0 points to the right. */
  readonly angle: number
}

export interface Layout {
  readonly nodes: readonly PlacedNode[]
  readonly hulls: readonly Hull[]
  readonly imitations: readonly ImitationLine[]
  readonly width: number
  readonly height: number
}

export const FACT_HEIGHT = 38
export const FACT_FONT_PX = 11
const FACT_PADDING = 8
const LAYOUT_WIDTH_MIN = 304
const LABEL_WIDTH_MAX = 215
const LABEL_WIDTH_MIN = 84
/** With less space for a label, the facts do not stand between two columns of domains. */
const WIDE_LABEL_MIN = 140
/** With less space for a label, the facts stand below the domains. */
const NARROW_LABEL_MIN = 130
const NAME_WIDTH_MAX = 260
const MARGIN = 14
const UP_DEGREES = -90

/**
 * Gives each group a block of its own. Its domains stand at the sides, and the facts that they
 * share stand between them. The same picture and width always give the same layout.
 */
export function layOut(picture: Picture, width: number): Layout {
  const inner = Math.max(LAYOUT_WIDTH_MIN, width) - 2 * MARGIN
  if (labelWidthMax(inner, 'narrow') < NARROW_LABEL_MIN) return placedIn(picture, 'stacked', inner)
  const narrow = placedIn(picture, 'narrow', inner)
  if (labelWidthMax(inner, 'wide') < WIDE_LABEL_MIN) return narrow
  const wide = placedIn(picture, 'wide', inner)
  return wide.height <= narrow.height ? wide : narrow
}

function labelWidthMax(inner: number, form: Form): number {
  const free: Record<Form, number> = {
    wide: (inner - 240) / 3,
    narrow: (inner - 110) / 2,
    stacked: inner - 100,
  }
  return Math.max(LABEL_WIDTH_MIN, Math.min(LABEL_WIDTH_MAX, free[form]))
}

function placedIn(picture: Picture, form: Form, inner: number): Layout {
  const labels = labelsOf(picture, labelWidthMax(inner, form))
  const sizes = labels.map(({ labelWidth }) => labelWidth)
  const headings = picture.graph.groups.map((_, group) => headingOf(picture, group, inner - 40))
  const blocks = blocksOf(picture)
  const placed = blocks.map((block) => {
    const headingWidth = boldWidth(headings[block.group ?? -1] ?? '')
    return placeBlock(block, { form, sizes, headingWidth, inner })
  })
  const { origins, width, height } = packedInRows(placed, inner)
  const nodes: PlacedNode[] = []
  const hulls: Hull[] = []
  const buses = new Map<number, Bus>()
  placed.forEach((block, index) => {
    const { x = 0, y = 0 } = origins[index] ?? {}
    const moved = (point: Point) => ({ ...point, x: point.x + x + MARGIN, y: point.y + y + MARGIN })
    for (const [node, place] of block.nodes) {
      const { label = [], labelWidth = 0 } = labels[node] ?? {}
      const lane = place.lane === null ? null : place.lane + x + MARGIN
      nodes[node] = { ...moved(place), side: place.side, lane, label, labelWidth }
    }
    const group = blocks[index]?.group ?? null
    if (block.hull !== null && group !== null)
      hulls.push({ ...block.hull, ...moved(block.hull), group, heading: headings[group] ?? '' })
    const of = blocks[index]
    if (block.bus !== null && of !== undefined)
      for (const node of of.imitators) buses.set(node, { ...moved(block.bus), block: of })
  })
  const imitations = imitationLines(picture, nodes, hulls, buses)
  return { nodes, hulls, imitations, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
}

function labelsOf({ nodes }: Picture, max: number): Pick<PlacedNode, 'label' | 'labelWidth'>[] {
  return nodes.map((node) => {
    if (node.kind === 'domain') {
      const label = fittedText(node.name, max)
      return { label: [label], labelWidth: textWidth(label) }
    }
    const { kind, value, more } = factWords(node.fact)
    const inside = max - 2 * FACT_PADDING
    const room = inside - textWidth(more, FACT_FONT_PX)
    const lines = [`${fittedText(kind, room, FACT_FONT_PX)}${more}`, fittedText(value, inside)]
    const widest = Math.max(textWidth(lines[0] ?? '', FACT_FONT_PX), textWidth(lines[1] ?? ''))
    return { label: lines, labelWidth: widest + 2 * FACT_PADDING }
  })
}

function headingOf({ graph }: Picture, index: number, max: number): string {
  const { entity = null, confidence = 0 } = graph.groups[index] ?? {}
  const likely = ` · ${percent(confidence)} ${confidenceInWords(confidence)}`
  const room = Math.min(
    NAME_WIDTH_MAX,
    (max * textWidth(likely)) / boldWidth(likely) - textWidth(likely),
  )
  return `${fittedText(entity ?? 'Operator unknown', room)}${likely}`
}

type Bus = Point & { readonly block: Block }

// The line of a block means all of its domains, so each of them must belong to the company.
const isTiedTo = (
  { block: { group, domains } }: Bus,
  { target, imitated }: Imitation,
  { nodeOf }: Pick<Picture, 'nodeOf'>,
): boolean =>
  target.kind === 'group'
    ? group === target.index
    : group === null &&
      domains.every((node) => imitated.some((domain) => nodeOf.get(domain) === node))

function imitationLines(
  { imitations, nodeOf }: Picture,
  nodes: readonly PlacedNode[],
  hulls: readonly Hull[],
  buses: ReadonlyMap<number, Bus>,
): ImitationLine[] {
  const reached = new Map<Block, number>()
  const rowOf = ({ from }: Imitation) => nodes[nodeOf.get(from) ?? -1]?.y ?? 0
  const inRows = [...imitations].sort((a, b) => rowOf(a) - rowOf(b))
  return inRows.flatMap((imitation): ImitationLine[] => {
    const { target } = imitation
    const from = nodeOf.get(imitation.from) ?? -1
    const start = nodes[from]
    const bus = buses.get(from)
    if (start === undefined) return []
    if (bus !== undefined && isTiedTo(bus, imitation, { nodeOf })) {
      const before = reached.get(bus.block)
      reached.set(bus.block, start.y)
      const path = `M${at(start)}H${bus.x}V${before ?? bus.y}`
      return [{ path, isFirst: before === undefined, end: bus, angle: UP_DEGREES }]
    }
    const end =
      target.kind === 'group'
        ? hulls.find(({ group }) => group === target.index)
        : boxAround(nodes[nodeOf.get(target.index) ?? -1])
    if (end === undefined) return []
    const to = nearestPoint(end, start)
    const angle = (Math.atan2(to.y - start.y, to.x - start.x) * 180) / Math.PI
    return [{ path: `M${at(start)}L${at(to)}`, isFirst: true, end: to, angle }]
  })
}

function boxAround(node: Point | undefined): Box | undefined {
  if (node === undefined) return undefined
  const half = SYMBOL_RADIUS + 4
  return { x: node.x - half, y: node.y - half, width: 2 * half, height: 2 * half }
}
