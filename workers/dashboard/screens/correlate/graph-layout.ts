import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import type { CorrelationGraph } from './correlation-graph.ts'
import { type Point, WORLD } from './graph-view.ts'

/** After this time, the layout pauses, so that the browser can handle input and draw. */
const SLICE_MS = 8
const STEPS = 220
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
/** Space around one domain, in units of the layout before it is scaled to the drawing. */
const NODE_SPACE = 34
const LINK_MIN = 0.2
const STRETCH = WORLD.width / WORLD.height
// A small graph is enlarged at most by this factor. Otherwise two domains would stand at opposite
// edges.
const ENLARGEMENT_MAX = 2.2

interface Placed {
  x: number
  y: number
  anchor: Point
}

/** `pause` returns when the browser has had time for other work. */
export interface Slices {
  now: () => number
  pause: () => Promise<void>
  signal?: AbortSignal
}

/**
 * Simulates forces between the nodes (d3-force) and pauses at least every SLICE_MS. The same graph
 * always gets the same positions. Returns null if the signal aborts the work.
 */
export async function layOut(
  graph: CorrelationGraph,
  { now, pause, signal }: Slices,
): Promise<Point[] | null> {
  const placed = startPositions(graph)
  const simulation = simulationOf(graph, placed)
  let sliceEnd = now() + SLICE_MS
  for (let step = 0; step < STEPS; step += 1) {
    simulation.tick()
    if (now() < sliceEnd) continue
    await pause()
    if (signal?.aborted === true) return null
    sliceEnd = now() + SLICE_MS
  }
  return fitted(placed)
}

function simulationOf({ edges }: CorrelationGraph, placed: Placed[]) {
  const links = edges
    .filter(({ score }) => score >= LINK_MIN)
    .map(({ from, to, score }) => ({ source: from, target: to, score }))
  const link = forceLink<Placed, (typeof links)[number]>(links).distance(
    ({ score }) => NODE_SPACE * (2.4 - score),
  )
  const usual = link.strength()
  link.strength((each, index, all) => each.score * Number(usual(each, index, all)))
  return forceSimulation(placed)
    .stop()
    .alphaDecay(1 - 0.001 ** (1 / STEPS))
    .force('link', link)
    .force(
      'charge',
      forceManyBody<Placed>()
        .strength(-70)
        .distanceMax(NODE_SPACE * 8),
    )
    .force('collide', forceCollide<Placed>(NODE_SPACE * 0.6))
    .force('x', forceX<Placed>(({ anchor }) => anchor.x).strength(0.12))
    .force('y', forceY<Placed>(({ anchor }) => anchor.y).strength(0.12))
}

// Groups start along a spiral, with the largest in the middle. The members of a group start along a
// smaller spiral.
function startPositions({ nodes, groups }: CorrelationGraph): Placed[] {
  const alone = nodes.flatMap(({ group }, index) => (group === null ? [[index]] : []))
  const units = [...groups.map(({ members }) => members), ...alone]
  const placed = nodes.map((): Placed => ({ x: 0, y: 0, anchor: { x: 0, y: 0 } }))
  let spaceBefore = 0
  units.forEach((members, unit) => {
    const space = members.length + 2
    const distance = unit === 0 ? 0 : NODE_SPACE * Math.sqrt(spaceBefore + space / 2)
    spaceBefore += space
    const anchor = {
      x: distance * Math.cos(unit * GOLDEN_ANGLE) * STRETCH,
      y: distance * Math.sin(unit * GOLDEN_ANGLE),
    }
    members.forEach((index, member) => {
      const away = (NODE_SPACE / 2) * Math.sqrt(member)
      const [x, y] = [
        anchor.x + away * Math.cos(member * GOLDEN_ANGLE),
        anchor.y + away * Math.sin(member * GOLDEN_ANGLE),
      ]
      placed[index] = { x, y, anchor }
    })
  })
  return placed
}

/** Moves and scales all positions so that they fit into the drawing inside its margin. */
function fitted(placed: readonly Placed[]): Point[] {
  const xs = placed.map(({ x }) => x)
  const ys = placed.map(({ y }) => y)
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ]
  const scale = Math.min(
    ENLARGEMENT_MAX,
    (WORLD.width - 2 * WORLD.margin) / Math.max(1, right - left),
    (WORLD.height - 2 * WORLD.margin) / Math.max(1, bottom - top),
  )
  return placed.map(({ x, y }) => ({
    x: WORLD.width / 2 + (x - (left + right) / 2) * scale,
    y: WORLD.height / 2 + (y - (top + bottom) / 2) * scale,
  }))
}
