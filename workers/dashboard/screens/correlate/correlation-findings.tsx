import { useMemo } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { DomainLink } from '../../parts/named-links.tsx'
import { Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { CorrelationClusters } from './correlation-clusters.tsx'
import { type CorrelationResult, graphOf } from './correlation-graph.ts'
import { CorrelationPairs } from './correlation-pairs.tsx'
import { GraphPanel } from './graph-panel.tsx'
import { useLater } from './use-later.ts'

interface FindingsProps {
  result: CorrelationResult
  id: string
  /** ISO 8601 time of the end of the correlation. */
  endedAt: string | null
}

/** Draws one section after the other, so that the page still reacts to the user in between. */
export function CorrelationFindings({ result, id, endedAt }: FindingsProps) {
  const [view, setView] = useQueryState('view')
  const graph = useMemo(() => graphOf(result), [result])
  const hasGroups = useLater(1)
  const hasRest = useLater(2)
  const isTable = view === 'table'
  return (
    <>
      <Section
        title="Links"
        lead={
          isTable
            ? 'Pairs of domains, strongest first.'
            : 'The domains, and the facts between them.'
        }
        actions={
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is a group of form fields, and these are buttons.
          <div role="group" aria-label="View" class="flex gap-1">
            <Button
              aria-pressed={!isTable}
              look={isTable ? 'quiet' : 'plain'}
              onClick={() => setView('')}
            >
              Graph
            </Button>
            <Button
              aria-pressed={isTable}
              look={isTable ? 'plain' : 'quiet'}
              onClick={() => setView('table')}
            >
              Table
            </Button>
          </div>
        }
      >
        {isTable ? (
          <CorrelationPairs pairs={result.pairs} />
        ) : (
          <GraphPanel graph={graph} title={result.summary} id={id} endedAt={endedAt} />
        )}
      </Section>
      {hasGroups && <CorrelationClusters clusters={result.clusters} />}
      {isTable && hasRest && result.unclustered.length > 0 && (
        <Section
          title="Domains in no group"
          lead="Nothing ties them to another domain strongly enough."
        >
          <ul class="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {result.unclustered.map((domain) => (
              <li key={domain} class="min-w-0">
                <DomainLink domain={domain} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
