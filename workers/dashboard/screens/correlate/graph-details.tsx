import { Button, LinkButton } from '../../parts/button.tsx'
import { Bar, Confidence } from '../../parts/confidence.tsx'
import { DomainLink, EntityLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { count, percent } from '../../parts/texts.ts'
import {
  type CorrelationGraph,
  type GraphEdge,
  otherEnd,
  type Target,
} from './correlation-graph.ts'
import { drawn } from './graph-image.ts'
import { GroupSymbol } from './group-symbol.tsx'
import { linkKindInWords } from './link-words.ts'

const LINKS_SHOWN = 8
const VALUES_SHOWN = 12
const VALUE_CHARACTERS_SHOWN = 120
const NAMED_KINDS = 3

interface DetailsProps {
  graph: CorrelationGraph
  target: Target | null
  isPinned: boolean
  id: string
  onPin: (target: Target | null) => void
}

export function GraphDetails({ graph, target, isPinned, id, onPin }: DetailsProps) {
  const node = target?.kind === 'node' ? graph.nodes[target.index] : undefined
  const edge = target?.kind === 'edge' ? graph.edges[target.index] : undefined
  return (
    <aside
      aria-label="Details"
      class="flex min-w-0 flex-col gap-3 rounded-md bg-raised p-4 text-sm xl:min-h-64"
    >
      <p role="status" class="sr-only">
        {isPinned && node !== undefined && `Details of ${drawn(node.domain)} are pinned.`}
        {isPinned && edge !== undefined && 'Details of a link are pinned.'}
      </p>
      {node === undefined && edge === undefined && (
        <p class="text-muted">
          Point at a domain or a line to see what connects them. A click keeps the details here.
        </p>
      )}
      {node !== undefined && target !== null && (
        <NodeDetails graph={graph} index={target.index} id={id} onPin={onPin} />
      )}
      {edge !== undefined && <EdgeDetails graph={graph} edge={edge} />}
      {isPinned && (
        <div>
          <Button onClick={() => onPin(null)}>Unpin</Button>
        </div>
      )}
    </aside>
  )
}

function NodeDetails({
  graph,
  index,
  id,
  onPin,
}: Pick<DetailsProps, 'graph' | 'id' | 'onPin'> & { index: number }) {
  const { nodes, groups, edges, edgesOf } = graph
  const node = nodes[index]
  if (node === undefined) return null
  const of = node.group === null ? undefined : groups[node.group]
  const links = edgesOf[index] ?? []
  return (
    <>
      <h3 class="flex min-w-0 items-center gap-2 font-semibold">
        <GroupSymbol group={node.group} />
        <span class="min-w-0">
          <DomainLink domain={node.domain} />
        </span>
      </h3>
      {of === undefined ? (
        <p class="text-muted">In no group.</p>
      ) : (
        <p>
          {of.entity === null ? 'Operator unknown' : <EntityLink name={of.entity} />}
          <Confidence value={of.confidence} isSmall />
        </p>
      )}
      {links.length === 0 && <p class="text-muted">No link is shown.</p>}
      {links.length > 0 && (
        <ul aria-label="Links" class="flex flex-col gap-1">
          {links.slice(0, LINKS_SHOWN).map((link) => {
            const edge = edges[link]
            if (edge === undefined) return null
            return (
              <li key={link}>
                <button
                  type="button"
                  class="w-full cursor-pointer rounded px-1 py-1 text-left hover:bg-surface"
                  onClick={() => onPin({ kind: 'edge', index: link })}
                >
                  <span class="flex justify-between gap-2">
                    <bdi class="outside text-accent underline">
                      {drawn(nodes[otherEnd(edge, index)]?.domain ?? '', VALUE_CHARACTERS_SHOWN)}
                    </bdi>
                    <span class="tabular-nums">{percent(edge.score)}</span>
                  </span>
                  <span class="text-xs text-muted">{kindsOf(edge)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {links.length > LINKS_SHOWN && (
        <p class="text-muted">and {count(links.length - LINKS_SHOWN)} more</p>
      )}
      {links.length > 0 && (
        <div>
          <LinkButton
            href={`/correlate/${encodeURIComponent(id)}?view=table&domain=${encodeURIComponent(node.domain)}`}
          >
            Its pairs in the table
          </LinkButton>
        </div>
      )}
    </>
  )
}

function kindsOf({ pair: { signals } }: GraphEdge): string {
  const kinds = [...new Set(signals.map(({ signal }) => drawn(linkKindInWords(signal))))]
  const rest = kinds.length - NAMED_KINDS
  return `${kinds.slice(0, NAMED_KINDS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function EdgeDetails({ graph, edge }: { graph: CorrelationGraph; edge: GraphEdge }) {
  const { signals, score } = edge.pair
  return (
    <>
      <h3 class="font-semibold">Link</h3>
      <ul aria-label="Linked domains" class="flex flex-col gap-1">
        {[edge.from, edge.to].map((index) => (
          <li key={index} class="flex min-w-0 items-center gap-2">
            <GroupSymbol group={graph.nodes[index]?.group ?? null} />
            <span class="min-w-0">
              <DomainLink domain={graph.nodes[index]?.domain ?? ''} />
            </span>
          </li>
        ))}
      </ul>
      <Confidence value={score} />
      <ul aria-label="Shared values" class="flex flex-col gap-2">
        {signals.slice(0, VALUES_SHOWN).map(({ signal, value, contribution }) => (
          <li key={`${signal} ${value}`}>
            <span class="flex items-center justify-between gap-2 text-muted">
              <span class="min-w-0">
                <OutsideText text={linkKindInWords(signal)} max={VALUE_CHARACTERS_SHOWN} />
              </span>
              <span class="flex items-center gap-2 tabular-nums">
                <Bar share={contribution} width="w-12" />
                {percent(contribution)}
              </span>
            </span>
            <span class="font-mono text-xs">
              <OutsideText text={value} max={VALUE_CHARACTERS_SHOWN} />
            </span>
          </li>
        ))}
      </ul>
      {signals.length > VALUES_SHOWN && (
        <p class="text-muted">and {count(signals.length - VALUES_SHOWN)} more</p>
      )}
    </>
  )
}
