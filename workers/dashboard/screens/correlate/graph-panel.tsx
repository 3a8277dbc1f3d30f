import { useMemo, useState } from 'preact/hooks'
import { SelectField } from '../../parts/field.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { type CorrelationGraph, type Target, withLinksFrom } from './correlation-graph.ts'
import { GraphCanvas } from './graph-canvas.tsx'
import { GraphDetails } from './graph-details.tsx'
import { GraphExports } from './graph-exports.tsx'
import type { Point } from './graph-view.ts'

const LEVELS: readonly (readonly [value: string, label: string, scoreMin: number])[] = [
  ['', 'Score 20 % or more', 0.2],
  ['strong', 'Score 50 % or more', 0.5],
  ['very-strong', 'Score 80 % or more', 0.8],
  ['all', 'All', 0],
]

interface GraphPanelProps {
  graph: CorrelationGraph
  points: readonly Point[] | null | 'failed'
  title: string
  id: string
}

export function GraphPanel({ graph, points, title, id }: GraphPanelProps) {
  const [level, setLevel] = useQueryState('links')
  const [active, setActive] = useState<Target | null>(null)
  const [pinned, setPinned] = useState<Target | null>(null)
  const scoreMin = LEVELS.find(([value]) => value === level)?.[2] ?? 0.2
  const shown = useMemo(() => withLinksFrom(graph, scoreMin), [graph, scoreMin])
  if (points === 'failed') {
    return (
      <p class="text-sm text-bad">
        The graph could not be drawn. The table shows the same links. Reload to try again.
      </p>
    )
  }
  if (points === null || points.length !== graph.nodes.length)
    return <Skeleton lines={8} label="Drawing the graph" />
  return (
    <div class="flex flex-col gap-4">
      <div class="flex flex-wrap items-end justify-between gap-3">
        <div class="w-56">
          <SelectField
            label="Links shown"
            value={LEVELS.some(([value]) => value === level) ? level : ''}
            choices={LEVELS.map(([value, label]): readonly [string, string] => [value, label])}
            onChoice={(next) => {
              setPinned(null)
              setActive(null)
              setLevel(next)
            }}
          />
        </div>
        <GraphExports graph={graph} points={points} title={title} scoreMin={scoreMin} id={id} />
      </div>
      <div class="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <GraphCanvas
          graph={shown}
          points={points}
          active={active}
          pinned={pinned}
          onActive={setActive}
          onPin={setPinned}
        />
        <GraphDetails
          graph={shown}
          target={pinned ?? active}
          isPinned={pinned !== null}
          id={id}
          onPin={setPinned}
        />
      </div>
      <p class="text-sm text-muted tabular-nums">
        {count(graph.nodes.length)} domains, {count(shown.edges.length)} of{' '}
        {count(graph.edges.length)} links shown. A thicker line is a stronger link.
      </p>
    </div>
  )
}
