import type { Point } from './graph-geometry.ts'

/**
 * The visible part of the drawing: its center and the zoom. At zoom 1, the whole drawing is
 * visible.
 */
export interface View extends Point {
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const wholeOf = ({ width, height }: Size): View => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
})
const ZOOM_MAX = 8
const ZOOM_STEP = 1.4
/** One press of a key or button moves the view by this share of the visible width or height. */
const PAN_SHARE = 0.2

/** Pixels on the screen per unit of the layout. `world` is the size of the layout. */
export const scaleOf = ({ zoom }: View, { width, height }: Size, world: Size): number =>
  Math.max(0.01, Math.min(width / world.width, height / world.height)) * zoom

const bounded = ({ x, y, zoom }: View, world: Size): View => ({
  x: Math.min(world.width, Math.max(0, x)),
  y: Math.min(world.height, Math.max(0, y)),
  zoom: Math.min(ZOOM_MAX, Math.max(1, zoom)),
})

/**
 * Zooms in by `steps`, or out if `steps` is negative. The point `about` stays at its position on
 * the screen.
 */
export function zoomed(view: View, steps: number, world: Size, about: Point = view): View {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, view.zoom * ZOOM_STEP ** steps))
  if (zoom === 1) return wholeOf(world)
  const kept = view.zoom / zoom
  const center = {
    x: about.x + (view.x - about.x) * kept,
    y: about.y + (view.y - about.y) * kept,
  }
  return bounded({ ...center, zoom }, world)
}

export type Direction = 'left' | 'right' | 'up' | 'down'
const STEP_OF: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

export function panned(view: View, direction: Direction, world: Size): View {
  const { x, y } = STEP_OF[direction]
  const step = PAN_SHARE / view.zoom
  const moved = { x: view.x + x * step * world.width, y: view.y + y * step * world.height }
  return bounded({ ...view, ...moved }, world)
}

/** Moves the view by a distance. `by` is in units of the layout. */
export const dragged = (view: View, by: Point, world: Size): View =>
  bounded({ ...view, x: view.x - by.x, y: view.y - by.y }, world)

/** Moves the view only as far as needed to make the point visible. */
export function showing(view: View, point: Point, world: Size): View {
  const halfWidth = (world.width / 2 / view.zoom) * 0.85
  const halfHeight = (world.height / 2 / view.zoom) * 0.85
  const moved = {
    x: Math.min(point.x + halfWidth, Math.max(point.x - halfWidth, view.x)),
    y: Math.min(point.y + halfHeight, Math.max(point.y - halfHeight, view.y)),
  }
  return bounded({ ...view, ...moved }, world)
}

export function viewBoxOf(view: View, size: Size, world: Size): string {
  const scale = scaleOf(view, size, world)
  const [width, height] = [size.width / scale, size.height / scale]
  return [view.x - width / 2, view.y - height / 2, width, height]
    .map((value) => value.toFixed(2))
    .join(' ')
}

export function pointAt(view: View, size: Size, world: Size, pixel: Point): Point {
  const scale = scaleOf(view, size, world)
  return {
    x: view.x + (pixel.x - size.width / 2) / scale,
    y: view.y + (pixel.y - size.height / 2) / scale,
  }
}

// Cosine of the largest angle, 45°, at which a neighbor counts as lying in the direction of an
// arrow key.
const CONE = Math.cos(Math.PI / 4)

/**
 * Finds the next node for an arrow key. The nearest linked node in this direction has priority over
 * the nearest node without a link. Null if no node lies in this direction.
 */
export const neighborTowards = (
  adjacent: readonly (readonly number[])[],
  points: readonly Point[],
  from: number,
  direction: Direction,
): number | null =>
  nearest(adjacent[from] ?? [], points, from, direction) ??
  nearest(points.keys(), points, from, direction)

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
