import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { EvidenceJson } from '../evidence-json.tsx'
import { evidenceQuery } from '../evidence-query.ts'
import { FailureNote, Skeleton } from '../states.tsx'
import { Time } from '../time.tsx'

interface Props {
  jobId: string
  /** Name of the collector in the API. */
  collector: string
  fact: string
}

/** The evidence can have megabytes, so it is loaded only when the reader opens it. */
export function FactEvidence({ jobId, collector, fact }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="min-w-0" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="w-fit cursor-pointer text-xs text-muted">
        Evidence<span class="sr-only"> of: {fact}</span>
      </summary>
      {isOpen && <Entry jobId={jobId} collector={collector} fact={fact} />}
    </details>
  )
}

function Entry({ jobId, collector, fact }: Props) {
  const evidence = useQuery(evidenceQuery(jobId, 0))
  if (evidence.isPending) return <Skeleton lines={2} label="Loading the evidence" />
  if (evidence.isError)
    return <FailureNote error={evidence.error} retry={() => void evidence.refetch()} />
  const entry = evidence.data.data.evidence.find((each) => each.collector === collector)
  if (entry === undefined) return <p class="text-sm text-muted">It is not stored any more.</p>
  return (
    <div class="flex flex-col gap-1 pt-1 text-sm">
      <p class="text-xs text-muted">
        Read <Time at={entry.collected_at} />
      </p>
      <EvidenceJson data={entry.data} label={`Evidence of: ${fact}`} />
    </div>
  )
}
