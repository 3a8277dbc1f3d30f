import { useMemo, useState } from 'preact/hooks'
import { SelectField } from '../../parts/field.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { EmptyState } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { AloneDomains } from './alone-domains.tsx'
import type { CorrelationGraph, Target } from './correlation-graph.ts'
import { GraphCanvas } from './graph-canvas.tsx'
import { GraphDetails } from './graph-details.tsx'
import { GraphExports } from './graph-exports.tsx'
import { GraphHelp, GraphLegend } from './graph-legend.tsx'
import { pictureOf } from './graph-picture.ts'

const LEVELS: readonly (readonly [value: string, label: string, scoreMin: number])[] = [
  ['', 'Score 20% or more', 0.2],
  ['strong', 'Score 50% or more', 0.5],
  ['very-strong', 'Score 80% or more', 0.8],
  ['all', 'All', 0],
]

interface GraphPanelProps {
  graph: CorrelationGraph
  title: string
  id: string
  /** ISO 8601 time of the end of the correlation. */
  endedAt: string | null
}

export function GraphPanel({ graph, title, id, endedAt }: GraphPanelProps) {
  const [level, setLevel] = useQueryState('links')
  const [pinned, setPinned] = useState<{ target: Target; isLeft: boolean } | null>(null)
  const scoreMin = LEVELS.find(([value]) => value === level)?.[2] ?? 0.2
  const picture = useMemo(() => pictureOf(graph, scoreMin), [graph, scoreMin])
  const pin = (target: Target | null, isLeft = pinned?.isLeft ?? true) =>
    setPinned(target === null ? null : { target, isLeft })
  return (
    <div class="flex flex-col gap-3">
      <div class="flex flex-wrap items-end justify-between gap-3">
        <div class="flex items-end gap-2">
          <div class="w-48">
            <SelectField
              label="Links shown"
              value={LEVELS.some(([value]) => value === level) ? level : ''}
              choices={LEVELS.map(([value, label]): readonly [string, string] => [value, label])}
              onChoice={(next) => {
                setPinned(null)
                setLevel(next)
              }}
            />
          </div>
          <GraphHelp />
        </div>
      </div>
      {picture.nodes.length === 0 ? (
        <EmptyState title="Nothing ties two of these domains together">
          They share no fact that is strong enough. Each of them is listed below.
        </EmptyState>
      ) : (
        <div class="relative">
          <GraphCanvas picture={picture} pinned={pinned?.target ?? null} onPin={pin} />
          {pinned !== null && pinned.target.kind !== 'domain' && (
            <GraphDetails
              picture={picture}
              target={pinned.target}
              place={pinned.isLeft ? 'right' : 'left'}
              id={id}
              onPin={pin}
            />
          )}
        </div>
      )}
      {picture.nodes.length > 0 && <GraphLegend />}
      <GraphExports picture={picture} title={title} id={id} endedAt={endedAt} />
      <p class="text-sm text-muted tabular-nums">
        {count(picture.nodes.length - factsIn(picture))} domains and {count(factsIn(picture))}{' '}
        shared facts are shown.
        {picture.factsLeftOut > 0 &&
          ` ${count(picture.factsLeftOut)} more shared facts are in the table.`}
      </p>
      <AloneDomains picture={picture} pinned={pinned?.target ?? null} onPin={pin} />
      {pinned?.target.kind === 'domain' && (
        <GraphDetails picture={picture} target={pinned.target} place="below" id={id} onPin={pin} />
      )}
    </div>
  )
}

const factsIn = ({ nodes }: { nodes: readonly { kind: string }[] }): number =>
  nodes.filter(({ kind }) => kind === 'fact').length
