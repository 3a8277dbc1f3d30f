import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { BILLING } from '../../api/account-queries.ts'
import { api, read } from '../../api/api-client.ts'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

const LEDGER_ENTRIES_READ = 200
const SHOWN_MAX = 10

/**
 * The API cannot list correlations, so the page finds them in the ledger. A correlation that cost
 * nothing is not in the ledger.
 */
export function RecentCorrelations() {
  const ledger = useQuery({
    queryKey: [...BILLING, 'ledger', 'correlations'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/billing/ledger', { params: { query: { limit: LEDGER_ENTRIES_READ } }, signal }),
      ),
  })
  const started = (ledger.data ?? [])
    .flatMap(({ entry_id: id, reason, delta, subject_id: correlation, created_at: at }) =>
      reason === 'correlation' && delta < 0 && correlation !== null
        ? [{ id, correlation, cost: -delta, at }]
        : [],
    )
    .slice(0, SHOWN_MAX)
  return (
    <Section title="Earlier correlations" lead="The latest ones that cost credits.">
      {ledger.isPending && <Skeleton />}
      {ledger.isError && <FailureNote error={ledger.error} retry={() => void ledger.refetch()} />}
      {ledger.data !== undefined && started.length === 0 && (
        <p class="text-sm text-muted">There are none yet.</p>
      )}
      {started.length > 0 && (
        <Table
          label="Earlier correlations"
          rows={started}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Started', cell: ({ at }) => <Time at={at} /> },
            {
              title: 'Correlation',
              cell: ({ correlation }) => (
                <Link
                  href={`/correlate/${encodeURIComponent(correlation)}`}
                  class="link font-mono break-all"
                >
                  {correlation}
                </Link>
              ),
            },
            { title: 'Credits', isNumber: true, cell: ({ cost }) => count(cost) },
          ]}
        />
      )}
    </Section>
  )
}
