import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import type { CorrelationGraph, Target } from './correlation-graph.ts'
import { GraphControls } from './graph-controls.tsx'
import { GraphHighlight, GraphLines, GraphNodes } from './graph-marks.tsx'
import {
  type Direction,
  dragged,
  edgeAt,
  neighbourTowards,
  type Point,
  panned,
  pointAt,
  type Size,
  scaleOf,
  showing,
  type View,
  viewBoxOf,
  WHOLE,
  WORLD,
  zoomed,
} from './graph-view.ts'
import { useGradually } from './use-later.ts'

/** The pointer selects a line if it is at most this far away from it. */
const EDGE_REACH_PX = 6
/** A press counts as a click, and not as dragging, if the pointer moved less than this. */
const CLICK_PX = 4
const HEIGHT_MIN_PX = 300

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface CanvasProps {
  graph: CorrelationGraph
  points: readonly Point[]
  active: Target | null
  pinned: Target | null
  onActive: (target: Target | null) => void
  onPin: (target: Target | null) => void
}

const isSame = (a: Target | null, b: Target | null) => a?.kind === b?.kind && a?.index === b?.index

function nodeOf(event: Event): number | null {
  const node = event.target instanceof Element ? event.target.closest('[data-node]') : null
  return node === null ? null : Number(node.getAttribute('data-node'))
}

/**
 * The Tab key reaches only one node, and the arrow keys move from node to node (roving tabindex).
 * Otherwise a keyboard user would press Tab up to 100 times.
 */
export function GraphCanvas({ graph, points, active, pinned, onActive, onPin }: CanvasProps) {
  const svg = useRef<SVGSVGElement>(null)
  const size = useSizeOf(svg)
  const [view, setView] = useState<View>(WHOLE)
  const [current, setCurrent] = useState(0)
  const drag = useRef<{ from: Point; view: View; hasMoved: boolean } | null>(null)
  const help = useId()
  const scale = scaleOf(view, size)
  const wholeScale = scaleOf(WHOLE, size)

  const moveTo = (node: number | null) => {
    const point = node === null ? undefined : points[node]
    if (node === null || point === undefined) return
    setView((before) => showing(before, point))
    svg.current?.querySelector<SVGGElement>(`[data-node="${node}"]`)?.focus()
  }
  const toggle = (target: Target | null) => onPin(isSame(target, pinned) ? null : target)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = DIRECTIONS[event.key]
    const last = graph.nodes.length - 1
    const actions: Readonly<Record<string, () => void>> = {
      Home: () => moveTo(0),
      End: () => moveTo(last),
      PageDown: () => moveTo(Math.min(last, current + 1)),
      PageUp: () => moveTo(Math.max(0, current - 1)),
      Enter: () => toggle({ kind: 'node', index: current }),
      ' ': () => toggle({ kind: 'node', index: current }),
      Escape: () => onPin(null),
      '+': () => setView((before) => zoomed(before, 1, points[current])),
      '-': () => setView((before) => zoomed(before, -1, points[current])),
      '0': () => setView(WHOLE),
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (direction === undefined && action === undefined) return
    event.preventDefault()
    if (direction === undefined) action?.()
    else if (event.shiftKey) setView((before) => panned(before, direction))
    else moveTo(neighbourTowards(graph, points, current, direction))
  }

  const pixelOf = (event: MouseEvent): Point => {
    const frame = svg.current?.getBoundingClientRect()
    return { x: event.clientX - (frame?.left ?? 0), y: event.clientY - (frame?.top ?? 0) }
  }
  const targetOf = (event: MouseEvent): Target | null => {
    const node = nodeOf(event)
    if (node !== null) return { kind: 'node', index: node }
    const edge = edgeAt(
      graph.edges,
      points,
      pointAt(view, size, pixelOf(event)),
      EDGE_REACH_PX / scale,
    )
    return edge === null ? null : { kind: 'edge', index: edge }
  }
  const onPointerMove = (event: PointerEvent) => {
    const start = drag.current
    if (start === null) {
      const target = targetOf(event)
      if (!isSame(target, active)) onActive(target)
      return
    }
    const pixel = pixelOf(event)
    const by = { x: pixel.x - start.from.x, y: pixel.y - start.from.y }
    if (!start.hasMoved && Math.hypot(by.x, by.y) < CLICK_PX) return
    if (!start.hasMoved) svg.current?.setPointerCapture(event.pointerId)
    start.hasMoved = true
    setView(dragged(start.view, { x: by.x / scale, y: by.y / scale }))
  }
  useWheelZoom(svg, (steps, pixel) =>
    setView((before) => zoomed(before, steps, pointAt(before, size, pixel))),
  )

  return (
    // The focus listener is on this element and not on the SVG element, because the Tab key in
    // Chromium would stop at an SVG element that has such a listener.
    <div
      class="min-w-0"
      onFocusIn={(event) => {
        const node = nodeOf(event)
        if (node === null) return
        setCurrent(node)
        onActive({ kind: 'node', index: node })
      }}
    >
      <p id={help} class="mb-2 text-sm text-muted">
        Arrow keys move between domains, Enter pins the details, plus and minus zoom, Shift with an
        arrow key moves the view.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no element for a group of controls. */}
      <svg
        ref={svg}
        role="group"
        aria-label={`Graph of ${graph.nodes.length} domains`}
        aria-describedby={help}
        viewBox={viewBoxOf(view, size)}
        class="block w-full cursor-grab rounded-md border border-line bg-canvas select-none active:cursor-grabbing"
        style={{ height: `${size.height}px` }}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.pointerType !== 'touch' && event.button === 0)
            drag.current = { from: pixelOf(event), view, hasMoved: false }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          // After dragging, the browser sends a click event. The click handler must know that the
          // pointer has moved, so `drag` is kept until then.
          if (drag.current?.hasMoved !== true) drag.current = null
        }}
        onPointerLeave={() => {
          drag.current = null
        }}
        onClick={(event) => {
          const hasMoved = drag.current?.hasMoved === true
          drag.current = null
          if (!hasMoved) toggle(targetOf(event))
        }}
      >
        <GraphLines graph={graph} points={points} />
        <GraphHighlight graph={graph} points={points} target={active} />
        <GraphHighlight graph={graph} points={points} target={pinned} />
        <GraphNodes
          graph={graph}
          points={points}
          scale={scale}
          drawnMax={useGradually(graph.nodes.length)}
          current={Math.min(current, graph.nodes.length - 1)}
          pinned={pinned?.kind === 'node' ? pinned.index : null}
        />
      </svg>
      <GraphControls
        isWhole={scale === wholeScale}
        onZoom={(steps) => setView((before) => (steps === 0 ? WHOLE : zoomed(before, steps)))}
        onPan={(direction) => setView((before) => panned(before, direction))}
      />
    </div>
  )
}

/** Size of the drawing in pixels. The height is calculated from the width. */
function useSizeOf(svg: { readonly current: SVGSVGElement | null }): Size {
  const [width, setWidth] = useState<number>(WORLD.width / 2)
  useEffect(() => {
    const element = svg.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [svg])
  return useMemo(
    () => ({ width, height: Math.max(HEIGHT_MIN_PX, (width * WORLD.height) / WORLD.width) }),
    [width],
  )
}

// The wheel with Ctrl, or two fingers on a touchpad, zooms the drawing. The wheel alone scrolls the
// page.
function useWheelZoom(
  svg: { readonly current: SVGSVGElement | null },
  onZoom: (steps: number, pixel: Point) => void,
) {
  const latest = useRef(onZoom)
  latest.current = onZoom
  useEffect(() => {
    const element = svg.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      latest.current(event.deltaY < 0 ? 1 : -1, { x: event.clientX - left, y: event.clientY - top })
    }
    // The listener must be able to stop the zoom of the page. Preact adds wheel listeners as
    // passive, which cannot do this.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [svg])
}
