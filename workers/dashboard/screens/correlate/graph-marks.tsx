import { memo } from 'preact/compat'
import { useMemo } from 'preact/hooks'
import { counted } from '../../parts/texts.ts'
import { LABEL_GAP } from './block-layout.ts'
import type { Target } from './correlation-graph.ts'
import { HEADING_X, HEADING_Y, type ShownLabels } from './graph-labels.ts'
import { FACT_FONT_PX, FACT_HEIGHT, type Layout, type PlacedNode } from './graph-layout.ts'
import { FAR_OPACITY, highlightPath, linePaths } from './graph-lines.ts'
import { ARROW, lookOf, SYMBOL_RADIUS } from './graph-look.ts'
import type { Picture, PictureNode } from './graph-picture.ts'
import { drawn, factWords } from './link-words.ts'

const NAME_CHARACTERS_MAX = 253
const VALUE_CHARACTERS_MAX = 120
const HALO_PX = 4
/** Half of the mark of a fact whose label has no space. */
const MARK_HALF = 5
const REACH_PX = 12

interface MarksProps {
  picture: Picture
  layout: Layout
}

export const GraphHulls = memo(function GraphHulls({
  layout,
  scale,
  shown,
}: Pick<MarksProps, 'layout'> & { scale: number; shown: ShownLabels['headings'] }) {
  return (
    <g>
      {layout.hulls.map(({ group, heading, x, y, width, height }) => {
        const { light, dark } = lookOf(group)
        return (
          <g key={group}>
            <rect
              x={x}
              y={y}
              width={width}
              height={height}
              rx="12"
              stroke-width="1.5"
              vector-effect="non-scaling-stroke"
              class="fill-surface"
              style={{ stroke: `light-dark(${light}, ${dark})` }}
            />
            {shown.has(group) && (
              <text
                transform={`translate(${x} ${y}) scale(${1 / scale})`}
                x={HEADING_X}
                y={HEADING_Y}
                class="fill-ink text-xs font-semibold"
              >
                {heading}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
})

export const GraphLines = memo(function GraphLines({ picture, layout }: MarksProps) {
  const paths = useMemo(() => linePaths(picture, layout), [picture, layout])
  return (
    <g fill="none" class="stroke-control">
      {paths.map(({ path, isDashed, isFar }) => (
        <path
          key={`${isDashed} ${isFar}`}
          d={path}
          stroke-width={isFar ? 1 : 1.5}
          stroke-opacity={isFar ? FAR_OPACITY : 1}
          stroke-dasharray={isDashed ? '5 4' : undefined}
          vector-effect="non-scaling-stroke"
        />
      ))}
    </g>
  )
})

export const GraphImitations = memo(function GraphImitations({
  layout,
  scale,
}: Pick<MarksProps, 'layout'> & { scale: number }) {
  return (
    <g>
      {layout.imitations.map(({ path, isFirst, end, angle }, index) => (
        <g key={index}>
          <path
            d={path}
            fill="none"
            class="stroke-bad"
            stroke-width="2"
            stroke-dasharray="6 4"
            vector-effect="non-scaling-stroke"
          />
          {isFirst && (
            <g transform={`translate(${end.x} ${end.y}) scale(${1 / scale})`}>
              <path d={ARROW} class="fill-bad" transform={`rotate(${angle})`} />
              <text x="10" y="18" class="fill-bad text-xs">
                imitates
              </text>
            </g>
          )}
        </g>
      ))}
    </g>
  )
})

export function GraphHighlight({
  picture,
  layout,
  target,
}: MarksProps & { target: Target | null }) {
  const path = useMemo(() => highlightPath(picture, layout, target), [picture, layout, target])
  if (path === '') return null
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
  shown: ShownLabels['nodes']
  /** Number of nodes to draw now. It grows step by step, so that the browser is not blocked. */
  drawnMax: number
  current: number
  pinned: number | null
}

export const GraphNodes = memo(function GraphNodes({
  picture,
  layout,
  scale,
  shown,
  drawnMax,
  current,
  pinned,
}: NodesProps) {
  const names = useMemo(
    () =>
      picture.nodes.map((node, index) =>
        accessibleName(picture, node, { index, label: layout.nodes[index]?.label ?? [] }),
      ),
    [picture, layout],
  )
  return (
    <g>
      {picture.nodes.slice(0, drawnMax).map((node, index) => {
        const placed = layout.nodes[index]
        if (placed === undefined) return null
        const isPinned = index === pinned
        const isLabeled = shown.has(index) || isPinned
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no element for a button.
          <g
            key={index}
            role="button"
            data-node={index}
            data-kind={node.kind}
            tabindex={index === current ? 0 : -1}
            aria-label={names[index]}
            aria-pressed={isPinned}
            transform={`translate(${placed.x} ${placed.y}) scale(${1 / scale})`}
            class="cursor-pointer"
          >
            {node.kind === 'fact' ? (
              <FactMark
                placed={placed}
                isDashed={node.fact.copyable}
                {...{ isPinned, isLabeled }}
              />
            ) : (
              <DomainMark placed={placed} group={node.group} {...{ isPinned, isLabeled }} />
            )}
          </g>
        )
      })}
    </g>
  )
})

interface MarkProps {
  placed: PlacedNode
  isPinned: boolean
  isLabeled: boolean
}

function DomainMark({ placed, group, isPinned, isLabeled }: MarkProps & { group: number | null }) {
  const { symbol, light, dark, isFilled } = lookOf(group)
  const color = `light-dark(${light}, ${dark})`
  const isLeft = placed.side === 'left'
  return (
    <>
      <circle r={REACH_PX} fill="none" pointer-events="all" />
      {isPinned && (
        <circle r={SYMBOL_RADIUS + 5} fill="none" class="stroke-accent" stroke-width="2" />
      )}
      <path
        d={symbol}
        class={isFilled ? 'stroke-canvas' : 'fill-canvas'}
        stroke-width={isFilled ? 1 : 2}
        style={isFilled ? { fill: color } : { stroke: color }}
      />
      {isLabeled && (
        <text
          x={isLeft ? -LABEL_GAP : LABEL_GAP}
          y="4"
          text-anchor={isLeft ? 'end' : 'start'}
          class={`fill-ink text-xs ${group === null ? 'stroke-canvas' : 'stroke-surface'}`}
          paint-order="stroke"
          stroke-width={HALO_PX}
          stroke-linejoin="round"
        >
          {placed.label[0]}
        </text>
      )}
    </>
  )
}

function FactMark({ placed, isDashed, isPinned, isLabeled }: MarkProps & { isDashed: boolean }) {
  const [halfWidth, halfHeight] = isLabeled
    ? [placed.labelWidth / 2, FACT_HEIGHT / 2]
    : [MARK_HALF, MARK_HALF]
  return (
    <>
      <rect
        x={-halfWidth}
        y={-halfHeight}
        width={2 * halfWidth}
        height={2 * halfHeight}
        rx={isLabeled ? 6 : 2}
        class={`fill-raised ${isPinned ? 'stroke-accent' : 'stroke-control'}`}
        stroke-width={isPinned ? 2.5 : 1.25}
        stroke-dasharray={isDashed ? '4 3' : undefined}
      />
      {isLabeled && (
        <>
          <text y="-4" text-anchor="middle" class="fill-muted" font-size={FACT_FONT_PX}>
            {placed.label[0]}
          </text>{' '}
          <text y="12" text-anchor="middle" class="fill-ink text-xs">
            {placed.label[1]}
          </text>
        </>
      )}
    </>
  )
}

/**
 * Begins with the visible label, also if it is cut: users of speech input say what they see
 * (WCAG 2.5.3).
 */
function accessibleName(
  { graph, adjacent, nodeOf }: Picture,
  node: PictureNode,
  { index, label }: Pick<PlacedNode, 'label'> & { index: number },
) {
  const links = adjacent[index]?.length ?? 0
  const shown = label.join(' ')
  const whole = wholeLabel(node)
  const names = shown === whole || shown === '' ? [whole] : [shown, whole]
  if (node.kind === 'fact') {
    const copied = node.fact.copyable ? ['anybody can copy it'] : []
    return [...names, `shared by ${counted(links, 'domain')}`, ...copied].join(', ')
  }
  const of = node.group === null ? undefined : graph.groups[node.group]
  const imitated = graph.imitations.filter(({ from }) => nodeOf.get(from) === index)
  return [
    ...names,
    of === undefined
      ? 'in no group'
      : `group ${(node.group ?? 0) + 1}, ${drawn(of.entity ?? 'operator unknown')}`,
    counted(links, 'shared fact'),
    ...imitated.map(({ entity }) => `imitates ${drawn(entity)}`),
  ].join(', ')
}

function wholeLabel(node: PictureNode): string {
  if (node.kind === 'domain') return drawn(node.name, NAME_CHARACTERS_MAX)
  const { kind, value, more } = factWords(node.fact)
  return `${drawn(kind)}${more} ${drawn(value, VALUE_CHARACTERS_MAX)}`
}
