import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import type { Schemas } from '../../api/api-client.ts'
import { Section } from '../../parts/page.tsx'
import { useOffset } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { LEDGER_PAGE, ledgerQuery } from './billing-queries.ts'
import { reasonInWords, signed } from './ledger-texts.ts'

type Entry = Schemas['LedgerEntry']

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
  {
    title: 'Reason',
    cell: ({ reason }) => <span class="whitespace-nowrap">{reasonInWords(reason)}</span>,
  },
  {
    title: 'For',
    cell: ({ subject_id: id, domain }) =>
      id === null ? <span class="text-muted">–</span> : <SubjectLink id={id} name={domain} />,
  },
  { title: 'Credits', isNumber: true, cell: ({ delta }) => signed(delta) },
  { title: 'Balance', isNumber: true, cell: ({ balance_after: balance }) => count(balance) },
]

export function LedgerSection() {
  const [offset, setOffset] = useOffset()
  const ledger = useQuery({ ...ledgerQuery(offset), placeholderData: keepPreviousData })
  return (
    <Section title="Ledger" lead="Every change of the credit balance, newest first.">
      {ledger.isPending && <Skeleton lines={5} label="Loading the ledger" />}
      {ledger.isError && <FailureNote error={ledger.error} retry={() => void ledger.refetch()} />}
      {ledger.isSuccess && ledger.data.data.length === 0 && offset === 0 && (
        <EmptyState
          title="There is no entry yet"
          curl={curlOf(location.origin, { path: '/billing/ledger' })}
        >
          Bought credits, spent credits and refunds are listed here.
        </EmptyState>
      )}
      {ledger.isSuccess && (ledger.data.data.length > 0 || offset > 0) && (
        <>
          <Table
            label="Entries of the ledger"
            columns={COLUMNS}
            rows={ledger.data.data}
            keyOf={({ entry_id: id }) => id}
          />
          <Pager
            offset={offset}
            limit={LEDGER_PAGE}
            shown={ledger.data.data.length}
            hasMore={ledger.data.meta.has_more}
            onOffset={setOffset}
          />
        </>
      )}
    </Section>
  )
}
