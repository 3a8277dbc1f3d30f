import { useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'

type Answer = Schemas['AddMonitorsResponse']
type Rejected = Answer['rejected'][number]

const REJECTED_STEP = 50
const DOMAIN_CHARACTERS_SHOWN = 120

const COLUMNS: readonly Column<Rejected & { place: number }>[] = [
  {
    title: 'Domain',
    cell: ({ domain }) => (
      <span class="block min-w-40">
        <OutsideText text={domain} max={DOMAIN_CHARACTERS_SHOWN} />
      </span>
    ),
  },
  {
    title: 'Reason',
    cell: ({ error }) => (
      <span class="block min-w-48">
        <OutsideText text={error.message} />{' '}
        <span class="font-mono text-xs text-muted">{error.code}</span>
      </span>
    ),
  },
]

export function WatchResult({ result }: { result: Answer | null }) {
  const watched = result?.monitors.length ?? 0
  const rejected = result?.rejected.length ?? 0
  return (
    <div class={result === null ? 'sr-only' : ''}>
      <p role="status" class="text-sm empty:hidden">
        {result !== null &&
          `${count(watched)} ${watched === 1 ? 'domain is' : 'domains are'} watched. ` +
            `${count(rejected)} ${rejected === 1 ? 'was' : 'were'} rejected.`}
      </p>
      {result !== null && rejected > 0 && <RejectedDomains rejected={result.rejected} />}
    </div>
  )
}

function RejectedDomains({ rejected }: { rejected: readonly Rejected[] }) {
  const [shown, setShown] = useState(REJECTED_STEP)
  return (
    <KeepFocus>
      <h3 class="pt-3 pb-1 text-sm font-medium">Rejected domains</h3>
      <Table
        label="Rejected domains"
        columns={COLUMNS}
        rows={rejected.slice(0, shown).map((item, place) => ({ ...item, place }))}
        keyOf={({ place }) => String(place)}
      />
      {rejected.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + REJECTED_STEP)}>
          Show {count(Math.min(REJECTED_STEP, rejected.length - shown))} more of{' '}
          {count(rejected.length)}
        </Button>
      )}
    </KeepFocus>
  )
}
