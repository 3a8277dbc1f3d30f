import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/preact-query'
import { BILLING } from '../../api/account-queries.ts'
import { api, read } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { saveCsv } from '../../parts/csv-file.ts'
import { SelectField } from '../../parts/field.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { readLedgerPage, readWholeLedger } from './billing-queries.ts'
import { ledgerCsv } from './ledger-csv.ts'
import {
  CAUSE_WORDS,
  CAUSES,
  type Cause,
  causeOf,
  type Entry,
  ledgerGroups,
} from './ledger-groups.ts'
import { LedgerGroupRow, type NamedList } from './ledger-row.tsx'

const PAGE = 100
const LISTS_NAMED = 100

const CAUSE_CHOICES: readonly (readonly [Cause | '', string])[] = [
  ['', 'All'],
  ...CAUSES.map((cause) => [cause, CAUSE_WORDS[cause]] as const),
]

export function LedgerSection() {
  const [causeText, setCause] = useQueryState('cause')
  const cause = CAUSES.find((each) => each === causeText) ?? ''
  const ledger = useInfiniteQuery({
    queryKey: [...BILLING, 'ledger', 'pages'],
    queryFn: ({ pageParam, signal }) => readLedgerPage({ offset: pageParam, limit: PAGE }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.offset + meta.limit : undefined),
  })
  const loaded = distinct(ledger.data?.pages.flatMap(({ data }) => data) ?? [])
  const shown = loaded.filter((entry) => cause === '' || causeOf(entry) === cause)
  const groups = ledgerGroups(shown)
  const lists = useListNames(groups.some(({ listId }) => listId !== null))
  return (
    <Section
      title="Ledger"
      lead="Every change of the credit balance, newest first."
      actions={loaded.length > 0 ? <CsvButton /> : undefined}
    >
      {ledger.isPending && <Skeleton lines={5} label="Loading the ledger" />}
      {ledger.isError && <FailureNote error={ledger.error} retry={() => void ledger.refetch()} />}
      {ledger.isSuccess && loaded.length === 0 && (
        <EmptyState title="There is no entry yet">
          Bought credits, spent credits and refunds are listed here.
        </EmptyState>
      )}
      {loaded.length > 0 && (
        <KeepFocus>
          <div class="max-w-60 pb-3">
            <SelectField label="Cause" value={cause} choices={CAUSE_CHOICES} onChoice={setCause} />
          </div>
          {groups.length === 0 && (
            <p class="text-sm text-muted">
              None of the {count(loaded.length)} loaded entries has this cause.
            </p>
          )}
          <ul aria-label="Entries of the ledger">
            {groups.map((group) => (
              <LedgerGroupRow
                key={group.key}
                group={group}
                list={lists.get(group.listId ?? '') ?? null}
              />
            ))}
          </ul>
          {ledger.hasNextPage && (
            <div class="pt-4">
              <Button
                isBusy={ledger.isFetchingNextPage}
                onClick={() => void ledger.fetchNextPage()}
              >
                Show older entries
              </Button>
            </div>
          )}
        </KeepFocus>
      )}
    </Section>
  )
}

// A new entry moves the others to later pages, so a page can repeat an entry.
const distinct = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.entry_id, entry])).values(),
]

/** Names of the newest lists, if the ledger shows a list. */
function useListNames(isNeeded: boolean): ReadonlyMap<string, NamedList> {
  const lists = useQuery({
    queryKey: ['bulk', 'names'],
    queryFn: ({ signal }) =>
      read(api.GET('/analyze/bulk', { params: { query: { limit: LISTS_NAMED } }, signal })),
    enabled: isNeeded,
  })
  return new Map(
    lists.data?.lists.map(({ bulk_job_id: id, name, total }) => [id, { name, total }] as const),
  )
}

function CsvButton() {
  const save = useMutation({
    mutationFn: async () => {
      const entries = distinct(await readWholeLedger())
      saveCsv(`credits_${new Date().toISOString().slice(0, 10)}.csv`, ledgerCsv(entries))
    },
  })
  return (
    <>
      <Button isBusy={save.isPending} onClick={() => save.mutate()}>
        CSV of all entries
      </Button>
      {save.isError && <FailureNote error={save.error} />}
    </>
  )
}
