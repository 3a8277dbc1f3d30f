import { LABEL_GAP } from './block-layout.ts'
import { type Box, overlaps } from './graph-geometry.ts'
import { FACT_HEIGHT, type Layout, type PlacedNode } from './graph-layout.ts'
import { SYMBOL_RADIUS } from './graph-look.ts'
import type { Picture } from './graph-picture.ts'
import { boldWidth } from './text-width.ts'

const LABEL_HEIGHT = 18
export const HEADING_X = 12
export const HEADING_Y = 20

export interface ShownLabels {
  /** Groups whose heading has enough space. */
  readonly headings: ReadonlySet<number>
  readonly nodes: ReadonlySet<number>
}

/** Box of a label in pixels. Its size is the same at every scale. */
export function labelBox({ x, y, side, labelWidth }: PlacedNode, scale: number): Box {
  const [height, left] =
    side === 'inside'
      ? [FACT_HEIGHT, -labelWidth / 2]
      : [LABEL_HEIGHT, side === 'right' ? LABEL_GAP : -LABEL_GAP - labelWidth]
  return { x: x * scale + left, y: y * scale - height / 2, width: labelWidth, height }
}

/**
 * Chooses labels so that none covers another label or a symbol. Names of groups come first, then
 * domains, and each time the nodes with the most links. `scale`: pixels per unit of the layout.
 */
export function labelsThatFit(
  { nodes: kinds, adjacent }: Picture,
  { nodes, hulls, width }: Layout,
  scale: number,
): ShownLabels {
  const taken: Box[] = nodes.flatMap((node) =>
    node.side === 'inside' ? [] : [symbolBox(node, scale)],
  )
  const take = (box: Box): boolean => {
    const isInside = box.x >= 0 && box.x + box.width <= width * scale
    if (!isInside || taken.some((other) => overlaps(box, other))) return false
    taken.push(box)
    return true
  }
  const headings = new Set<number>()
  for (const { x, y, group, heading } of hulls) {
    const box = { x: x * scale + HEADING_X, y: y * scale + HEADING_Y - LABEL_HEIGHT / 2 - 4 }
    if (take({ ...box, width: boldWidth(heading), height: LABEL_HEIGHT })) headings.add(group)
  }
  const rank = (node: number) =>
    (kinds[node]?.kind === 'domain' ? 1e6 : 0) + (adjacent[node]?.length ?? 0)
  const order = [...nodes.keys()].sort((a, b) => rank(b) - rank(a) || a - b)
  const shown = new Set<number>()
  for (const index of order) {
    const node = nodes[index]
    if (node !== undefined && take(labelBox(node, scale))) shown.add(index)
  }
  return { headings, nodes: shown }
}

const symbolBox = ({ x, y }: PlacedNode, scale: number): Box => ({
  x: x * scale - SYMBOL_RADIUS,
  y: y * scale - SYMBOL_RADIUS,
  width: 2 * SYMBOL_RADIUS,
  height: 2 * SYMBOL_RADIUS,
})
