import { type CorrelationGraph, type GraphEdge, otherEnd } from './correlation-graph.ts'
import { SYMBOL_RADIUS } from './graph-look.ts'

export interface Point {
  x: number
  y: number
}

/**
 * Size of the drawing, in units of the layout. No node stands closer to the edge than the margin.
 */
export const WORLD = { width: 1200, height: 800, margin: 70 } as const

/**
 * The visible part of the drawing: its centre and the zoom. At zoom 1, the whole drawing is
 * visible.
 */
export interface View extends Point {
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const WHOLE: View = { x: WORLD.width / 2, y: WORLD.height / 2, zoom: 1 }
const ZOOM_MAX = 8
const ZOOM_STEP = 1.4
/** One press of a key or button moves the view by this share of the visible width or height. */
const PAN_SHARE = 0.2

/** Pixels on the screen per unit of the layout. */
export const scaleOf = ({ zoom }: View, { width, height }: Size): number =>
  Math.max(0.01, Math.min(width / WORLD.width, height / WORLD.height)) * zoom

function bounded({ x, y, zoom }: View): View {
  return {
    x: Math.min(WORLD.width, Math.max(0, x)),
    y: Math.min(WORLD.height, Math.max(0, y)),
    zoom: Math.min(ZOOM_MAX, Math.max(1, zoom)),
  }
}

/**
 * Zooms in by `steps`, or out if `steps` is negative. The point `about` stays at its position on
 * the screen.
 */
export function zoomed(view: View, steps: number, about: Point = view): View {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, view.zoom * ZOOM_STEP ** steps))
  if (zoom === 1) return WHOLE
  const kept = view.zoom / zoom
  return bounded({
    x: about.x + (view.x - about.x) * kept,
    y: about.y + (view.y - about.y) * kept,
    zoom,
  })
}

export type Direction = 'left' | 'right' | 'up' | 'down'
const STEP_OF: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

export function panned(view: View, direction: Direction): View {
  const { x, y } = STEP_OF[direction]
  const step = PAN_SHARE / view.zoom
  return bounded({
    ...view,
    x: view.x + x * step * WORLD.width,
    y: view.y + y * step * WORLD.height,
  })
}

/** Moves the view by a distance. `by` is in units of the layout. */
export const dragged = (view: View, by: Point): View =>
  bounded({ ...view, x: view.x - by.x, y: view.y - by.y })

/** Moves the view only as far as needed to make the point visible. */
export function showing(view: View, point: Point): View {
  const [halfWidth, halfHeight] = [
    (WORLD.width / 2 / view.zoom) * 0.85,
    (WORLD.height / 2 / view.zoom) * 0.85,
  ]
  return bounded({
    ...view,
    x: Math.min(point.x + halfWidth, Math.max(point.x - halfWidth, view.x)),
    y: Math.min(point.y + halfHeight, Math.max(point.y - halfHeight, view.y)),
  })
}

export function viewBoxOf(view: View, size: Size): string {
  const scale = scaleOf(view, size)
  const [width, height] = [size.width / scale, size.height / scale]
  return [view.x - width / 2, view.y - height / 2, width, height]
    .map((value) => value.toFixed(2))
    .join(' ')
}

export function pointAt(view: View, size: Size, pixel: Point): Point {
  const scale = scaleOf(view, size)
  return {
    x: view.x + (pixel.x - size.width / 2) / scale,
    y: view.y + (pixel.y - size.height / 2) / scale,
  }
}

/** Finds the edge at a point. Null if no edge is within `reach`. */
export function edgeAt(
  edges: readonly GraphEdge[],
  points: readonly Point[],
  at: Point,
  reach: number,
): number | null {
  let found: number | null = null
  let least = reach
  edges.forEach(({ from, to }, index) => {
    const [a, b] = [points[from], points[to]]
    if (a === undefined || b === undefined) return
    const distance = distanceToLine(at, a, b)
    if (distance >= least) return
    least = distance
    found = index
  })
  return found
}

function distanceToLine(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const share =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length))
  return Math.hypot(at.x - a.x - share * dx, at.y - a.y - share * dy)
}

// Cosine of the largest angle, 45°, at which a neighbour counts as lying in the direction of an
// arrow key.
const CONE = Math.cos(Math.PI / 4)

/**
 * Finds the next node for an arrow key. The nearest linked node in this direction has priority over
 * the nearest node without a link. Null if no node lies in this direction.
 */
export function neighbourTowards(
  { nodes, edges, edgesOf }: Pick<CorrelationGraph, 'nodes' | 'edges' | 'edgesOf'>,
  points: readonly Point[],
  from: number,
  direction: Direction,
): number | null {
  const linked = (edgesOf[from] ?? []).flatMap((index) => {
    const edge = edges[index]
    return edge === undefined ? [] : [otherEnd(edge, from)]
  })
  return nearest(linked, points, from, direction) ?? nearest(nodes.keys(), points, from, direction)
}

function nearest(
  among: Iterable<number>,
  points: readonly Point[],
  from: number,
  direction: Direction,
): number | null {
  const start = points[from]
  const towards = STEP_OF[direction]
  let found: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const index of among) {
    const end = points[index]
    if (index === from || start === undefined || end === undefined) continue
    const distance = Math.hypot(end.x - start.x, end.y - start.y)
    const along = (end.x - start.x) * towards.x + (end.y - start.y) * towards.y
    if (distance === 0 || along / distance < CONE - 1e-9 || distance >= least) continue
    least = distance
    found = index
  }
  return found
}

const LABEL_HEIGHT_PX = 16
// Estimated width of a character. Labels in a script with wider characters may overlap a little,
// which does no harm.
const CHARACTER_PX = 6.7
/** Distance between the centre of a symbol and its label. */
export const LABEL_GAP_PX = 12

export type LabelSide = 'left' | 'right'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const overlap = (a: Box, b: Box): boolean =>
  a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom

/**
 * Chooses positions so that no label covers another label or a node. Nodes with many links get
 * their labels first. A label stands at the right of its node, or at the left if only the left side
 * is free. `scale` is in pixels per unit of the layout.
 */
export function labelsThatFit(
  labels: readonly string[],
  points: readonly Point[],
  linksOf: (node: number) => number,
  scale: number,
): ReadonlyMap<number, LabelSide> {
  const shown = new Map<number, LabelSide>()
  const taken: Box[] = points.map(({ x, y }) =>
    boxAround({ x: x * scale, y: y * scale }, SYMBOL_RADIUS, SYMBOL_RADIUS),
  )
  const order = [...labels.keys()].sort((a, b) => linksOf(b) - linksOf(a) || a - b)
  for (const index of order) {
    const point = points[index]
    if (point === undefined) continue
    const half = ((labels[index]?.length ?? 0) * CHARACTER_PX) / 2
    for (const side of ['right', 'left'] as const) {
      const away = (LABEL_GAP_PX + half) * (side === 'right' ? 1 : -1)
      const box = boxAround(
        { x: point.x * scale + away, y: point.y * scale },
        half,
        LABEL_HEIGHT_PX / 2,
      )
      const isInside = box.left >= 0 && box.right <= WORLD.width * scale
      if (!isInside || taken.some((other) => overlap(box, other))) continue
      taken.push(box)
      shown.set(index, side)
      break
    }
  }
  return shown
}

const boxAround = ({ x, y }: Point, halfWidth: number, halfHeight: number): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - halfHeight,
  bottom: y + halfHeight,
})
