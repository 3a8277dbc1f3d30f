import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Target } from './correlation-graph.ts'
import { GraphControls } from './graph-controls.tsx'
import type { Point } from './graph-geometry.ts'
import { labelsThatFit } from './graph-labels.ts'
import { layOut } from './graph-layout.ts'
import {
  GraphHighlight,
  GraphHulls,
  GraphImitations,
  GraphLines,
  GraphNodes,
} from './graph-marks.tsx'
import type { Picture } from './graph-picture.ts'
import {
  type Direction,
  dragged,
  neighborTowards,
  panned,
  pointAt,
  type Size,
  scaleOf,
  showing,
  type View,
  viewBoxOf,
  wholeOf,
  zoomed,
} from './graph-view.ts'
import { useGradually } from './use-later.ts'

/** A press counts as a click, and not as dragging, if the pointer moved less than this. */
const CLICK_PX = 4
const HEIGHT_MIN_PX = 160
const HEIGHT_MAX_PX = 1_100
/** The layout changes only after the width of the page has changed by this much. */
const WIDTH_STEP_PX = 20
const WIDTH_FIRST_PX = 960

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface CanvasProps {
  picture: Picture
  pinned: Target | null
  /** `isLeft` is true if the node stands in the left half of the drawing. */
  onPin: (target: Target | null, isLeft?: boolean) => void
}

const isSame = (a: Target | null, b: Target | null) => a?.kind === b?.kind && a?.index === b?.index

function nodeOf(event: Event): number | null {
  const node = event.target instanceof Element ? event.target.closest('[data-node]') : null
  return node === null ? null : Number(node.getAttribute('data-node'))
}

/**
 * The Tab key reaches only one node, and the arrow keys move from node to node (roving tabindex).
 * Otherwise a keyboard user would press Tab up to 160 times.
 */
export function GraphCanvas({ picture, pinned, onPin }: CanvasProps) {
  const svg = useRef<SVGSVGElement>(null)
  const width = useWidthOf(svg)
  const layout = useMemo(
    () => layOut(picture, Math.floor(width / WIDTH_STEP_PX) * WIDTH_STEP_PX),
    [picture, width],
  )
  const height = Math.min(HEIGHT_MAX_PX, Math.max(HEIGHT_MIN_PX, layout.height))
  const size: Size = { width, height }
  const [seen, setSeen] = useState<{ of: Size; view: View } | null>(null)
  const [active, setActive] = useState<Target | null>(null)
  const [current, setCurrent] = useState(0)
  const drag = useRef<{ from: Point; view: View; hasMoved: boolean } | null>(null)
  const view = seen?.of === layout ? seen.view : wholeOf(layout)
  const setView = (next: View) => setSeen({ of: layout, view: next })
  const scale = scaleOf(view, size, layout)
  const shown = useMemo(() => labelsThatFit(picture, layout, scale), [picture, layout, scale])
  const { nodes } = layout

  const moveTo = (node: number | null) => {
    const point = node === null ? undefined : nodes[node]
    if (node === null || point === undefined) return
    setView(showing(view, point, layout))
    svg.current?.querySelector<SVGGElement>(`[data-node="${node}"]`)?.focus()
  }
  const toggle = (target: Target | null) => {
    const isLeft = (nodes[target?.index ?? -1]?.x ?? 0) < view.x
    onPin(isSame(target, pinned) ? null : target, isLeft)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = DIRECTIONS[event.key]
    const last = nodes.length - 1
    const actions: Readonly<Record<string, () => void>> = {
      Home: () => moveTo(0),
      End: () => moveTo(last),
      PageDown: () => moveTo(Math.min(last, current + 1)),
      PageUp: () => moveTo(Math.max(0, current - 1)),
      Enter: () => toggle({ kind: 'node', index: current }),
      ' ': () => toggle({ kind: 'node', index: current }),
      Escape: () => onPin(null),
      '+': () => setView(zoomed(view, 1, layout, nodes[current])),
      '-': () => setView(zoomed(view, -1, layout, nodes[current])),
      '0': () => setView(wholeOf(layout)),
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (direction === undefined && action === undefined) return
    event.preventDefault()
    if (direction === undefined) action?.()
    else if (event.shiftKey) setView(panned(view, direction, layout))
    else moveTo(neighborTowards(picture.adjacent, nodes, current, direction))
  }

  const pixelOf = (event: MouseEvent): Point => {
    const frame = svg.current?.getBoundingClientRect()
    return { x: event.clientX - (frame?.left ?? 0), y: event.clientY - (frame?.top ?? 0) }
  }
  const targetOf = (event: Event): Target | null => {
    const node = nodeOf(event)
    return node === null ? null : { kind: 'node', index: node }
  }
  const onPointerMove = (event: PointerEvent) => {
    const start = drag.current
    if (start === null) {
      const target = targetOf(event)
      if (!isSame(target, active)) setActive(target)
      return
    }
    const pixel = pixelOf(event)
    const by = { x: pixel.x - start.from.x, y: pixel.y - start.from.y }
    if (!start.hasMoved && Math.hypot(by.x, by.y) < CLICK_PX) return
    if (!start.hasMoved) svg.current?.setPointerCapture(event.pointerId)
    start.hasMoved = true
    setView(dragged(start.view, { x: by.x / scale, y: by.y / scale }, layout))
  }
  useWheelZoom(svg, (steps, pixel) =>
    setView(zoomed(view, steps, layout, pointAt(view, size, layout, pixel))),
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
        setActive({ kind: 'node', index: node })
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no element for a group of controls. */}
      <svg
        ref={svg}
        role="group"
        aria-label={nameOf(picture)}
        viewBox={viewBoxOf(view, size, layout)}
        class="block w-full cursor-grab rounded-md border border-line bg-canvas select-none active:cursor-grabbing"
        style={{ height: `${height}px` }}
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
          setActive(null)
        }}
        onClick={(event) => {
          const hasMoved = drag.current?.hasMoved === true
          drag.current = null
          if (!hasMoved) toggle(targetOf(event))
        }}
      >
        <GraphHulls layout={layout} scale={scale} shown={shown.headings} />
        <GraphLines picture={picture} layout={layout} />
        <GraphHighlight picture={picture} layout={layout} target={active} />
        <GraphHighlight picture={picture} layout={layout} target={pinned} />
        <GraphImitations layout={layout} scale={scale} />
        <GraphNodes
          picture={picture}
          layout={layout}
          scale={scale}
          shown={shown.nodes}
          drawnMax={useGradually(nodes.length)}
          current={Math.min(current, nodes.length - 1)}
          pinned={pinned?.kind === 'node' ? pinned.index : null}
        />
      </svg>
      <GraphControls
        isWhole={view.zoom === 1}
        onZoom={(steps) => setView(steps === 0 ? wholeOf(layout) : zoomed(view, steps, layout))}
        onPan={(direction) => setView(panned(view, direction, layout))}
      />
    </div>
  )
}

function nameOf({ nodes }: Picture): string {
  const facts = nodes.filter(({ kind }) => kind === 'fact').length
  return `Graph of ${nodes.length - facts} domains and ${facts} shared facts`
}

/** Width in pixels. It is known before the first paint, so that the drawing does not jump. */
function useWidthOf(svg: { readonly current: SVGSVGElement | null }): number {
  const [width, setWidth] = useState(WIDTH_FIRST_PX)
  useLayoutEffect(() => {
    const element = svg.current
    if (element === null) return
    const measure = () => {
      const now = element.getBoundingClientRect().width
      if (now > 0) setWidth(now)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [svg])
  return width
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
