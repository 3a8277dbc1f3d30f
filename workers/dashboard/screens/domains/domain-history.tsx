import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { creditsQuery } from '../../api/account-queries.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, counted } from '../../parts/texts.ts'
import { HistoryTable } from './history-table.tsx'
import { HistoryTimeline } from './history-timeline.tsx'
import type { History } from './use-history.ts'

/** Price of external WHOIS history, in credits. */
const EXTERNAL_CREDITS = 50

interface HistoryProps {
  history: History
  isUnknown: boolean
}

export function DomainHistory({ history, isUnknown }: HistoryProps) {
  const [view, setView] = useQueryState('view')
  const { query, entries } = history
  const isTable = view === 'table'
  const shown = { entries, isWhole: query.hasNextPage === false }
  return (
    <Section
      title="History"
      lead="Analyses by this service, newest first, each compared with the one before it."
      actions={
        <ViewSwitch isTable={isTable} onTable={(wanted) => setView(wanted ? 'table' : '')} />
      }
    >
      {query.isPending && <Skeleton lines={6} />}
      {isUnknown && (
        <EmptyState title="No history yet">
          The first finished analysis starts the history of this domain.
        </EmptyState>
      )}
      {query.isError && !isUnknown && (
        <FailureNote error={query.error} retry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <KeepFocus>
          {isTable ? <HistoryTable {...shown} /> : <HistoryTimeline {...shown} />}
          <div class="flex flex-wrap items-center gap-3 pt-4">
            {query.hasNextPage && (
              <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older
              </Button>
            )}
            <p role="status" class="text-sm text-muted">
              {counted(entries.length, 'entry', 'entries')}
              {query.hasNextPage ? ' shown' : ' in all'}
            </p>
          </div>
          <ExternalHistory history={history} />
        </KeepFocus>
      )}
    </Section>
  )
}

function ViewSwitch({
  isTable,
  onTable,
}: {
  isTable: boolean
  onTable: (isTable: boolean) => void
}) {
  return (
    <fieldset class="flex rounded-md border border-control p-0.5">
      <legend class="sr-only">View of the history</legend>
      {[false, true].map((table) => (
        <Button
          key={String(table)}
          look={table === isTable ? 'primary' : 'quiet'}
          aria-pressed={table === isTable}
          onClick={() => onTable(table)}
        >
          {table ? 'Table' : 'Timeline'}
        </Button>
      ))}
    </fieldset>
  )
}

function ExternalHistory({ history: { buy, hasExternal, entries } }: { history: History }) {
  const [isAsking, setAsking] = useState(false)
  if (hasExternal) {
    const found = entries.filter(({ source }) => source === 'external').length
    return (
      <p role="status" class="pt-4 text-sm text-muted">
        {found > 0
          ? `External records are included: ${count(found)}.`
          : 'No external records are on the pages shown so far. If the provider has none, ' +
            'nothing is charged.'}
      </p>
    )
  }
  return (
    <div class="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm">
      <p class="max-w-prose text-muted">
        Older WHOIS records of an outside provider can follow the oldest analysis. They cost{' '}
        {EXTERNAL_CREDITS} credits once; records that you bought before are free.
      </p>
      <Button onClick={() => setAsking(true)}>Import external history</Button>
      <ConfirmDialog
        title={`Import external history for ${EXTERNAL_CREDITS} credits?`}
        action={`Import for ${EXTERNAL_CREDITS} credits`}
        isHarmless
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={buy}
      >
        <p>
          This costs {EXTERNAL_CREDITS} credits, unless you bought these records before. If the
          provider has no records, the credits are refunded.
        </p>
        <Balance />
      </ConfirmDialog>
    </div>
  )
}

function Balance() {
  const credits = useQuery(creditsQuery)
  return credits.data === undefined ? null : (
    <p class="pt-2">You have {count(credits.data.balance)} credits.</p>
  )
}
