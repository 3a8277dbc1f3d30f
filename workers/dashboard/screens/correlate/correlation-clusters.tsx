import { useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { DomainLink, EntityLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { count } from '../../parts/texts.ts'
import { GroupSymbol } from './group-symbol.tsx'
import { linkKindInWords } from './link-words.ts'
import { isFact } from './shared-facts.ts'

type Cluster = Schemas['CorrelationCluster']

const CLUSTERS_STEP = 5
const DOMAINS_SHOWN = 12
const SHARED_SHOWN = 6
const VALUE_CHARACTERS_SHOWN = 100

export function CorrelationClusters({ clusters }: { clusters: readonly Cluster[] }) {
  const [shown, setShown] = useState(CLUSTERS_STEP)
  if (clusters.length === 0) return null
  return (
    <Section
      title={`Groups (${count(clusters.length)})`}
      lead="Domains that seem to have one operator."
    >
      <ol class="flex flex-col divide-y divide-line">
        {clusters.slice(0, shown).map((cluster, index) => (
          <Group key={cluster.cluster_id} cluster={cluster} index={index} />
        ))}
      </ol>
      {shown < clusters.length && (
        <Button onClick={() => setShown(shown + CLUSTERS_STEP)}>
          Show more groups ({count(clusters.length - shown)} left)
        </Button>
      )}
    </Section>
  )
}

function Group({ cluster, index }: { cluster: Cluster; index: number }) {
  const [isWhole, setWhole] = useState(false)
  const { domains, entity, confidence, summary } = cluster
  const shared = cluster.shared_signals.filter(isFact)
  const isLong = domains.length > DOMAINS_SHOWN || shared.length > SHARED_SHOWN
  return (
    <li class="flex flex-col gap-2 py-4 text-sm first:pt-0 last:pb-0">
      <div class="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 class="flex min-w-0 items-center gap-2 font-semibold">
          <GroupSymbol group={index} />
          <span class="min-w-0">
            {entity === null ? 'Operator unknown' : <EntityLink name={entity} />}
          </span>
        </h3>
        <Confidence value={confidence} />
      </div>
      <p class="max-w-prose text-muted">
        <OutsideText text={summary} />
      </p>
      <ul class="flex flex-wrap gap-x-4 gap-y-1" aria-label="Domains of the group">
        {(isWhole ? domains : domains.slice(0, DOMAINS_SHOWN)).map((domain) => (
          <li key={domain} class="min-w-0">
            <DomainLink domain={domain} />
          </li>
        ))}
      </ul>
      {shared.length > 0 && (
        <ul class="flex flex-col gap-1" aria-label="Shared by the group">
          {(isWhole ? shared : shared.slice(0, SHARED_SHOWN)).map(
            ({ signal, value, domains: holders, copyable }) => (
              <li
                key={`${signal} ${value}`}
                class="grid gap-x-3 sm:grid-cols-[14rem_minmax(0,1fr)_auto]"
              >
                <span class="text-muted">
                  <OutsideText text={linkKindInWords(signal)} max={VALUE_CHARACTERS_SHOWN} />
                </span>
                <span class="font-mono text-xs leading-5">
                  <OutsideText text={value} max={VALUE_CHARACTERS_SHOWN} />
                </span>
                <span class="tabular-nums text-muted">
                  {count(holders.length)} domains{copyable && ', can be copied'}
                </span>
              </li>
            ),
          )}
        </ul>
      )}
      {isLong && (
        <div>
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? 'Show less'
              : `Show all ${count(domains.length)} domains and ${count(shared.length)} shared ` +
                'values'}
          </Button>
        </div>
      )}
    </li>
  )
}
