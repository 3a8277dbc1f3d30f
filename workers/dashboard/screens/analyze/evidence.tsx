import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { EvidenceJson } from '../../parts/evidence-json.tsx'
import { EVIDENCE_PER_PAGE, evidenceQuery } from '../../parts/evidence-query.ts'
import { OutsideLink, OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { durationText, sourceName } from './collectors.ts'
import { addressesIn } from './evidence-addresses.ts'

type Entry = Schemas['JobEvidence']

/** The evidence is loaded only when the reader opens it. */
export function Evidence({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Raw evidence"
      lead="What each source answered. Addresses stay unclickable until you reveal them."
    >
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="cursor-pointer text-sm font-medium">Show the evidence</summary>
        {isOpen && <Entries id={id} />}
      </details>
    </Section>
  )
}

function Entries({ id }: { id: string }) {
  const [offset, setOffset] = useState(0)
  const evidence = useQuery(evidenceQuery(id, offset))
  if (evidence.isPending) return <Skeleton lines={4} label="Loading the evidence" />
  if (evidence.isError)
    return <FailureNote error={evidence.error} retry={() => void evidence.refetch()} />
  const { data, meta } = evidence.data
  if (data.evidence.length === 0)
    return <p class="pt-2 text-muted">This analysis stored no evidence.</p>
  return (
    <div class="pt-2">
      {data.evidence.map((entry) => (
        <EvidenceEntry key={entry.seq} entry={entry} />
      ))}
      <Pager
        offset={offset}
        limit={EVIDENCE_PER_PAGE}
        shown={data.evidence.length}
        hasMore={meta.has_more}
        onOffset={setOffset}
      />
    </div>
  )
}

function EvidenceEntry({ entry }: { entry: Entry }) {
  const {
    collector,
    status,
    source,
    collected_at: collectedAt,
    duration_ms: duration,
    detail,
    data,
    digest,
  } = entry
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="border-b border-line py-2 last:border-0"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary class="cursor-pointer text-sm">
        <span class="font-medium">{sourceName(collector)}</span> · {withVisibleControls(status)} ·{' '}
        <span class="text-muted">
          <OutsideText text={source} max={120} /> · <Time at={collectedAt} /> ·{' '}
          {durationText(duration)}
        </span>
      </summary>
      {isOpen && (
        <div class="flex flex-col gap-2 py-2">
          {detail !== null && (
            <p class="text-sm">
              <OutsideText text={detail} />
            </p>
          )}
          <Addresses data={data} />
          <EvidenceJson data={data} label="Evidence as JSON" />
          <p class="text-xs text-muted">
            SHA-256 <span class="font-mono break-all">{withVisibleControls(digest)}</span>
          </p>
        </div>
      )}
    </details>
  )
}

function Addresses({ data }: { data: Entry['data'] }) {
  const addresses = addressesIn(data)
  if (addresses.length === 0) return null
  return (
    <div>
      <h3 class="text-sm font-medium">Addresses in this evidence</h3>
      <ul class="text-sm">
        {addresses.map((address) => (
          <li key={address}>
            <OutsideLink address={address} />
          </li>
        ))}
      </ul>
    </div>
  )
}
