import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { BILLING } from '../../api/account-queries.ts'
import { api, read } from '../../api/api-client.ts'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { counted } from '../../parts/texts.ts'
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
        <ul aria-label="Earlier correlations" class="flex flex-col divide-y divide-line">
          {started.map(({ id, correlation, cost, at }) => (
            <li
              key={id}
              class="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2 text-sm first:pt-0 last:pb-0"
            >
              <Link
                href={`/correlate/${encodeURIComponent(correlation)}`}
                class="link min-w-0 font-mono break-all"
              >
                {correlation}
              </Link>
              <span class="text-muted tabular-nums">
                <Time at={at} /> · {counted(cost, 'credit')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
