import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { percent } from '../../parts/texts.ts'
import { StrengthMark } from '../../parts/verdict/reason-list.tsx'
import { sourceName } from './collectors.ts'
import {
  type Confirmation,
  contradictionsOf,
  notedPairs,
  reasonsBySource,
  type Signal,
  strengthOf,
} from './reasons.ts'

interface Entity {
  entity: string
  signals: Signal[]
  correlations: Confirmation[]
}

/** The answer has the strongest reasons, so all of them are loaded only when they are opened. */
export function Reasons({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Reasons"
      lead="All reasons for and against each candidate. Reasons of one source are grouped, because they depend on each other."
    >
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="cursor-pointer text-sm font-medium">Show all reasons by source</summary>
        {isOpen && <Candidates id={id} />}
      </details>
    </Section>
  )
}

function Candidates({ id }: { id: string }) {
  const signals = useQuery({
    queryKey: ['signals', id],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs/{job_id}/signals', { params: { path: { job_id: id } }, signal })),
  })
  if (signals.isPending) return <Skeleton lines={4} label="Loading the reasons" />
  if (signals.isError)
    return <FailureNote error={signals.error} retry={() => void signals.refetch()} />
  if (signals.data.entities.length === 0)
    return <p class="pt-2 text-muted">No source names an operator.</p>
  return (
    <div class="flex flex-col gap-6 pt-4">
      {signals.data.entities.map((entity, index) => (
        <Candidate key={entity.entity} entity={entity} isOpen={index === 0} />
      ))}
    </div>
  )
}

function Candidate({ entity, isOpen }: { entity: Entity; isOpen: boolean }) {
  const groups = reasonsBySource(entity.signals)
  const against = contradictionsOf(entity.signals)
  const pairs = notedPairs(entity.correlations)
  return (
    <details open={isOpen} class="min-w-0">
      <summary class="cursor-pointer font-semibold">
        <OutsideText text={entity.entity} max={160} />
      </summary>
      <div class="mt-3 flex flex-col gap-5">
        {groups.map(({ source, signals }) => (
          <div key={source}>
            <h3 class="mb-1 text-sm font-medium">{source}</h3>
            <ul class="flex flex-col">
              {signals.map((signal, index) => (
                <Reason key={`${signal.signal} ${index}`} signal={signal} />
              ))}
            </ul>
          </div>
        ))}
        {against.length > 0 && (
          <div>
            <h3 class="mb-1 text-sm font-medium text-bad">Speaks against this candidate</h3>
            <ul class="flex flex-col">
              {against.map((signal, index) => (
                <Reason key={`${signal.signal} ${index}`} signal={signal} />
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

function Reason({
  signal: { explanation, observed, contribution, stance, collector },
}: {
  signal: Signal
}) {
  const share = Math.abs(contribution)
  const isAgainst = stance === 'contradicts'
  return (
    <li class="grid gap-x-4 border-b border-line py-2 text-sm last:border-0 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <StrengthMark
        strength={isAgainst ? null : strengthOf(share)}
        isAgainst={isAgainst}
        title={`${percent(share)} of the evidence`}
      />
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
