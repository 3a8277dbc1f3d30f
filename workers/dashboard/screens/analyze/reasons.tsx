import { useQuery } from '@tanstack/preact-query'
import { api, read } from '../../api/api-client.ts'
import { Bar } from '../../parts/confidence.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { percent } from '../../parts/texts.ts'
import { sourceName } from './collectors.ts'
import {
  type Confirmation,
  contradictionsOf,
  notedPairs,
  reasonsBySource,
  type Signal,
} from './reasons.ts'

interface Entity {
  entity: string
  signals: Signal[]
  correlations: Confirmation[]
}

export function Reasons({ id }: { id: string }) {
  const signals = useQuery({
    queryKey: ['signals', id],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs/{job_id}/signals', { params: { path: { job_id: id } }, signal })),
  })
  return (
    <Section
      title="Reasons"
      lead="Each sentence is one signal. Signals of one source are grouped, because they are less independent than signals of two sources."
    >
      {signals.isPending && <Skeleton lines={4} label="Loading the reasons" />}
      {signals.isError && (
        <FailureNote error={signals.error} retry={() => void signals.refetch()} />
      )}
      {signals.data?.entities.length === 0 && (
        <p class="text-muted">No signal names an operator.</p>
      )}
      <div class="flex flex-col gap-6">
        {signals.data?.entities.map((entity, index) => (
          <Candidate key={entity.entity} entity={entity} isOpen={index === 0} />
        ))}
      </div>
    </Section>
  )
}

function Candidate({ entity, isOpen }: { entity: Entity; isOpen: boolean }) {
  const groups = reasonsBySource(entity.signals)
  const against = contradictionsOf(entity.signals)
  const pairs = notedPairs(entity.correlations)
  const strongest = Math.max(
    0.01,
    ...entity.signals.map(({ contribution }) => Math.abs(contribution)),
  )
  return (
    <details open={isOpen} class="min-w-0">
      <summary class="cursor-pointer font-semibold">
        <OutsideText text={entity.entity} max={160} />
      </summary>
      <div class="mt-3 flex flex-col gap-5">
        {groups.map(({ source, contribution, signals }) => (
          <div key={source}>
            <h3 class="mb-1 flex flex-wrap items-center gap-x-3 text-sm font-medium">
              {source}{' '}
              <span class="font-normal text-muted tabular-nums">
                {percent(contribution)} of the weight
              </span>
            </h3>
            <ul class="flex flex-col">
              {signals.map((signal, index) => (
                <Reason key={`${signal.signal} ${index}`} signal={signal} strongest={strongest} />
              ))}
            </ul>
          </div>
        ))}
        {against.length > 0 && (
          <div>
            <h3 class="mb-1 text-sm font-medium text-bad">Speaks against this candidate</h3>
            <ul class="flex flex-col">
              {against.map((signal, index) => (
                <Reason key={`${signal.signal} ${index}`} signal={signal} strongest={strongest} />
              ))}
            </ul>
          </div>
        )}
        {pairs.length > 0 && (
          <div>
            <h3 class="mb-1 text-sm font-medium">Do the sources agree?</h3>
            <ul class="list-disc pl-5 text-sm">
              {pairs.map(({ signals, explanation }) => (
                <li key={signals.join(' ')}>
                  <OutsideText text={explanation} max={300} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  )
}

/** Most shares are small, so the bar is relative to the strongest signal of the candidate. */
function Reason({ signal, strongest }: { signal: Signal; strongest: number }) {
  const { explanation, observed, contribution, stance, collector } = signal
  const share = Math.abs(contribution)
  const isAgainst = stance === 'contradicts'
  return (
    <li class="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-3 border-b border-line py-2 text-sm last:border-0">
      <span class="flex items-center gap-2 pt-1">
        <Bar share={share / strongest} fill={isAgainst ? 'bg-bad' : 'bg-accent'} width="w-12" />
        <span class="tabular-nums">
          {isAgainst ? '−' : '+'}
          {percent(share)}
        </span>
      </span>
      <span class="min-w-0">
        <OutsideText text={explanation} max={300} />
        {isAgainst && <span class="text-muted"> ({sourceName(collector)})</span>}
        <span class="block text-muted">
          Observed:{' '}
          <q class="outside">
            <OutsideText text={observed} max={240} />
          </q>
        </span>
      </span>
    </li>
  )
}
