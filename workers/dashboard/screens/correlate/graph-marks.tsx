import { memo } from 'preact/compat'
import { useMemo } from 'preact/hooks'
import { percent } from '../../parts/texts.ts'
import type { CorrelationGraph, Target } from './correlation-graph.ts'
import { drawn, linePaths } from './graph-image.ts'
import { lookOf, SYMBOL_RADIUS } from './graph-look.ts'
import { LABEL_GAP_PX, labelsThatFit, type Point } from './graph-view.ts'

const NAME_CHARACTERS_MAX = 253

interface MarksProps {
  graph: CorrelationGraph
  points: readonly Point[]
}

export const GraphLines = memo(function GraphLines({ graph, points }: MarksProps) {
  const paths = useMemo(() => linePaths(graph, points, 0), [graph, points])
  return (
    <g fill="none" class="stroke-muted">
      {paths.map(({ path, level: { name, width, opacity } }) => (
        <path
          key={name}
          d={path}
          stroke-width={width}
          stroke-opacity={opacity}
          vector-effect="non-scaling-stroke"
        />
      ))}
    </g>
  )
})

export function GraphHighlight({ graph, points, target }: MarksProps & { target: Target | null }) {
  if (target === null) return null
  const edges = target.kind === 'edge' ? [target.index] : (graph.edgesOf[target.index] ?? [])
  const path = edges
    .map((index) => {
      const edge = graph.edges[index]
      const [a, b] = edge === undefined ? [] : [points[edge.from], points[edge.to]]
      return a === undefined || b === undefined ? '' : `M${a.x} ${a.y}L${b.x} ${b.y}`
    })
    .join('')
  return (
    <path
      d={path}
      fill="none"
      class="stroke-accent"
      stroke-width="2.5"
      vector-effect="non-scaling-stroke"
    />
  )
}

interface NodesProps extends MarksProps {
  /** Pixels per unit of the layout. Symbols and labels have the same size at every scale. */
  scale: number
  /** Number of nodes to draw now. It grows step by step, so that the browser is not blocked. */
  drawnMax: number
  current: number
  pinned: number | null
}

export const GraphNodes = memo(function GraphNodes({
  graph,
  points,
  scale,
  drawnMax,
  current,
  pinned,
}: NodesProps) {
  const { nodes, edgesOf } = graph
  const labels = useMemo(() => nodes.map(({ domain }) => drawn(domain)), [nodes])
  const names = useMemo(() => nodes.map((_, index) => accessibleName(graph, index)), [graph, nodes])
  const shown = useMemo(
    () => labelsThatFit(labels, points, (node) => edgesOf[node]?.length ?? 0, scale),
    [labels, points, edgesOf, scale],
  )
  return (
    <g>
      {nodes.slice(0, drawnMax).map(({ domain, group }, index) => {
        const { x, y } = points[index] ?? { x: 0, y: 0 }
        const { symbol, light, dark, isFilled } = lookOf(group)
        const colour = `light-dark(${light}, ${dark})`
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no element for a button.
          <g
            key={domain}
            role="button"
            data-node={index}
            tabindex={index === current ? 0 : -1}
            aria-label={names[index]}
            aria-pressed={index === pinned}
            transform={`translate(${x} ${y}) scale(${1 / scale})`}
            class="cursor-pointer"
          >
            {index === pinned && (
              <circle r={SYMBOL_RADIUS + 5} fill="none" class="stroke-accent" stroke-width="2" />
            )}
            <path
              d={symbol}
              class={isFilled ? 'stroke-canvas' : 'fill-canvas'}
              stroke-width={isFilled ? 1 : 2}
              style={isFilled ? { fill: colour } : { stroke: colour }}
            />
            {(shown.has(index) || index === pinned) && (
              <text
                x={shown.get(index) === 'left' ? -LABEL_GAP_PX : LABEL_GAP_PX}
                y="4"
                text-anchor={shown.get(index) === 'left' ? 'end' : 'start'}
                class="fill-ink text-xs"
              >
                {labels[index]}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
})

/** Text that screen readers announce for a node: the domain, its group and its links. */
function accessibleName(
  { nodes, edges, groups, edgesOf }: CorrelationGraph,
  index: number,
): string {
  const { domain, group } = nodes[index] ?? { domain: '', group: null }
  const links = edgesOf[index] ?? []
  const strongest = edges[links[0] ?? -1]
  const of = group === null ? undefined : groups[group]
  return [
    drawn(domain, NAME_CHARACTERS_MAX),
    of === undefined
      ? 'in no group'
      : `group ${(group ?? 0) + 1}, ${drawn(of.entity ?? 'operator unknown')}`,
    strongest === undefined
      ? 'no links'
      : `${links.length} links, the strongest ${percent(strongest.score)}`,
  ].join(', ')
}
