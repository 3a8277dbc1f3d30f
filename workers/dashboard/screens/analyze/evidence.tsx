import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { OutsideLink, OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { durationText, sourceName } from './collectors.ts'
import { addressesIn } from './evidence-addresses.ts'

type Entry = Schemas['JobEvidence']

const PAGE_ENTRIES = 20
// Largest number of characters of raw evidence that the page shows. The certificate contains all of
// it.
const JSON_CHARACTERS_MAX = 50_000

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
  const query = { limit: PAGE_ENTRIES, offset }
  const evidence = useQuery({
    queryKey: ['evidence', id, query],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/jobs/{job_id}/evidence', { params: { path: { job_id: id }, query }, signal }),
      ),
  })
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
        limit={PAGE_ENTRIES}
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
          <RawJson data={data} />
          <p class="text-xs text-muted">
            SHA-256 <span class="font-mono break-all">{withVisibleControls(digest)}</span>
          </p>
        </div>
      )}
    </details>
  )
}

function RawJson({ data }: { data: Entry['data'] }) {
  if (data === null) return <p class="text-sm text-muted">No data.</p>
  const text = JSON.stringify(data, null, 2)
  return (
    <section
      aria-label="Evidence as JSON"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work by keyboard (WCAG 2.1.1).
      tabIndex={0}
      class="max-h-96 overflow-auto rounded-md bg-raised p-3"
    >
      <pre class="outside font-mono text-xs whitespace-pre-wrap">
        {linesOf(text.slice(0, JSON_CHARACTERS_MAX))}
        {text.length > JSON_CHARACTERS_MAX && '\n… The rest is in the certificate as JSON.'}
      </pre>
    </section>
  )
}

const linesOf = (text: string) => text.split('\n').map(withVisibleControls).join('\n')

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
