import { useMemo } from 'preact/hooks'
import { Confidence } from '../../parts/confidence.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { DomainLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { EmptyState } from '../../parts/states.tsx'
import { Pager, Table } from '../../parts/table.tsx'
import { count, shortened, withVisibleControls } from '../../parts/texts.ts'
import type { Pair } from './correlation-graph.ts'
import { linkKindInWords } from './link-words.ts'
import { kindsIn, matchingPairs } from './pair-filter.ts'

const PAIRS_PER_PAGE = 20
const VALUES_SHOWN = 3
const VALUE_CHARACTERS_SHOWN = 90
const KIND_CHARACTERS_SHOWN = 60

export function CorrelationPairs({ pairs }: { pairs: readonly Pair[] }) {
  const [domain, setDomain] = useQueryState('domain')
  const [kind, setKind] = useQueryState('kind')
  const [offset, setOffset] = useOffset()
  const kinds = useMemo(() => kindsIn(pairs), [pairs])
  const matching = useMemo(() => matchingPairs(pairs, { domain, kind }), [pairs, domain, kind])
  if (pairs.length === 0) {
    return (
      <EmptyState title="No pair is linked">
        Nothing ties any two of these domains to one operator.
      </EmptyState>
    )
  }
  const page = matching.slice(offset, offset + PAIRS_PER_PAGE)
  return (
    <div class="flex flex-col gap-4">
      <div class="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Domain contains"
          value={domain}
          autocomplete="off"
          spellcheck={false}
          onText={setDomain}
        />
        <SelectField
          label="Kind of link"
          value={kind}
          choices={[
            ['', 'All kinds'],
            ...kinds.map((each): readonly [string, string] => [
              each,
              shortened(withVisibleControls(linkKindInWords(each)), KIND_CHARACTERS_SHOWN),
            ]),
          ]}
          onChoice={setKind}
        />
      </div>
      <p role="status" class="text-sm text-muted tabular-nums">
        {count(matching.length)} of {count(pairs.length)} linked pairs
      </p>
      {page.length > 0 && (
        <Table
          label="Linked pairs"
          rows={page}
          keyOf={({ a, b }) => `${a} ${b}`}
          columns={COLUMNS}
        />
      )}
      <Pager
        offset={offset}
        limit={PAIRS_PER_PAGE}
        shown={page.length}
        hasMore={offset + PAIRS_PER_PAGE < matching.length}
        onOffset={setOffset}
      />
    </div>
  )
}

const COLUMNS = [
  {
    title: 'Domains',
    cell: ({ a, b }: Pair) => (
      <span class="flex min-w-44 flex-col">
        <DomainLink domain={a} />
        <DomainLink domain={b} />
      </span>
    ),
  },
  { title: 'Score', cell: ({ score }: Pair) => <Confidence value={score} isSmall /> },
  {
    title: 'Kinds of link and shared values',
    cell: ({ signals }: Pair) => <SharedValues signals={signals} />,
  },
] as const

/** The signal that adds most to the score comes first. */
function SharedValues({ signals }: { signals: Pair['signals'] }) {
  const rest = signals.length - VALUES_SHOWN
  return (
    <ul class="flex min-w-64 flex-col gap-1">
      {signals.slice(0, VALUES_SHOWN).map(({ signal, value, copyable }) => (
        <li key={`${signal} ${value}`}>
          <span class="text-muted">
            <OutsideText text={linkKindInWords(signal)} max={KIND_CHARACTERS_SHOWN} />:
          </span>{' '}
          <span class="font-mono text-xs">
            <OutsideText text={value} max={VALUE_CHARACTERS_SHOWN} />
          </span>
          {copyable && <span class="text-muted"> (can be copied)</span>}
        </li>
      ))}
      {rest > 0 && <li class="text-muted">and {count(rest)} more</li>}
    </ul>
  )
}
