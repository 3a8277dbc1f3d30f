import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { Acknowledge, type Asked } from './acknowledge.tsx'
import { VERDICT_WORDS } from './acknowledge-words.ts'
import { ChangeCard } from './change-card.tsx'
import { CHANGES } from './monitor-queries.ts'

type ChangePage = Schemas['ChangesResponse']
type Change = Schemas['Change']

const PENDING_POLL_MS = 5_000

interface ListProps {
  /** Key of the list in the query cache, for example the id of a monitor or the filters. */
  name: unknown
  /** `before` is the cursor of the wanted page. Without it, the newest changes are read. */
  readPage: (page: { before?: string }, signal: AbortSignal) => Promise<ChangePage>
  // Interval in milliseconds at which a list is read again while new changes are expected. False
  // for no repetition.
  pollMs?: number | false
  empty: ComponentChildren
}

export function ChangeList({ name, readPage, pollMs = false, empty }: ListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const changes = useInfiniteQuery({
    queryKey: [...CHANGES, name],
    queryFn: ({ pageParam, signal }) =>
      readPage(pageParam === '' ? {} : { before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page: ChangePage) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(hasPending) === true ? PENDING_POLL_MS : pollMs,
  })
  const acknowledge = useAcknowledge()
  const rows = changes.data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <>
      {changes.isPending && <Skeleton lines={6} label="Loading the changes" />}
      {changes.isError && (
        <FailureNote error={changes.error} retry={() => void changes.refetch()} />
      )}
      {changes.data !== undefined && rows.length === 0 && empty}
      {rows.length > 0 && (
        <KeepFocus>
          <ol class="flex flex-col gap-4">
            {rows.map((change) => (
              <ChangeCard
                key={change.change_id}
                change={change}
                onAcknowledge={(verdict) => setAsked({ change, verdict })}
              />
            ))}
          </ol>
          {changes.hasNextPage && (
            <div class="pt-4">
              <Button
                isBusy={changes.isFetchingNextPage}
                onClick={() => void changes.fetchNextPage()}
              >
                Show older changes
              </Button>
            </div>
          )}
        </KeepFocus>
      )}
      <p role="status" class="sr-only">
        {acknowledge.isSuccess && `${VERDICT_WORDS[acknowledge.variables.verdict].done}.`}
      </p>
      <Acknowledge
        asked={asked}
        onClose={() => setAsked(null)}
        send={(request) => acknowledge.mutateAsync(request)}
      />
    </>
  )
}

const hasPending = (page: ChangePage) => page.changes.some(({ analysis }) => analysis === 'pending')

interface Acknowledged {
  id: string
  verdict: Asked['verdict']
  note: string
}

function useAcknowledge() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, verdict, note }: Acknowledged) =>
      read(
        api.POST('/changes/{change_id}/acknowledge', {
          params: { path: { change_id: id } },
          body: { verdict, ...(note === '' ? {} : { note }) },
        }),
      ),
    onSuccess: (changed) => {
      queries.setQueriesData<{ pages: ChangePage[]; pageParams: unknown[] }>(
        { queryKey: CHANGES },
        (stored) =>
          stored === undefined
            ? undefined
            : { ...stored, pages: stored.pages.map((page) => replaced(page, changed)) },
      )
    },
  })
}

const replaced = (page: ChangePage, changed: Change): ChangePage => ({
  ...page,
  changes: page.changes.map((change) =>
    change.change_id === changed.change_id ? changed : change,
  ),
})
