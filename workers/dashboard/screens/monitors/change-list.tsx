import { useInfiniteQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { FailedCalls } from '../../parts/failed-calls.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { Acknowledge } from './acknowledge.tsx'
import { markedInWords } from './acknowledge-words.ts'
import { ChangeRow } from './change-row.tsx'
import { ChangeSelection } from './change-selection.tsx'
import { KeyHelp } from './inbox-keys.tsx'
import { CHANGES } from './monitor-queries.ts'
import type { useAcknowledge } from './use-acknowledge.ts'
import { useInbox } from './use-inbox.ts'

type ChangePage = Schemas['ChangesResponse']
type Change = Schemas['Change']

const PENDING_POLL_MS = 5_000
const DOMAIN_CHARACTERS_SHOWN = 80

interface ListProps {
  /** Key of the list in the query cache, for example the id of a monitor or the filters. */
  name: unknown
  /** `before` is the cursor of the wanted page. Without it, the newest changes are read. */
  readPage: (page: { before?: string }, signal: AbortSignal) => Promise<ChangePage>
  // Interval in milliseconds at which a list is read again while new changes are expected. False
  // for no repetition.
  pollMs?: number | false
  /** True if a change leaves the list when it is acknowledged. */
  isOpenOnly?: boolean
  /** Id of the change whose details are open at first. */
  wanted?: string
  empty: ComponentChildren
}

/** The keys j, k, x and e work in the list. */
export function ChangeList({
  name,
  readPage,
  pollMs = false,
  isOpenOnly = false,
  wanted = '',
  empty,
}: ListProps) {
  const changes = useInfiniteQuery({
    queryKey: [...CHANGES, name],
    queryFn: ({ pageParam, signal }) =>
      readPage(pageParam === '' ? {} : { before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page: ChangePage) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(hasPending) === true ? PENDING_POLL_MS : pollMs,
  })
  const rows = (changes.data?.pages.flatMap((page) => page.changes) ?? []).filter(
    ({ acknowledged }) => !isOpenOnly || acknowledged === null,
  )
  const inbox = useInbox(rows, isOpenOnly)
  // A filter can hide the last open change of the loaded pages although older pages have some.
  const isShort = rows.length === 0 && changes.hasNextPage && !changes.isFetchingNextPage
  useEffect(() => {
    if (isShort) void changes.fetchNextPage()
  }, [isShort])
  return (
    <>
      {changes.isPending && <Skeleton lines={6} label="Loading the changes" />}
      {changes.isError && (
        <FailureNote error={changes.error} retry={() => void changes.refetch()} />
      )}
      {changes.isSuccess && rows.length === 0 && !changes.hasNextPage && empty}
      <Outcome acknowledge={inbox.acknowledge} ended={inbox.ended} />
      {rows.length > 0 && (
        <KeepFocus>
          <Rows rows={rows} inbox={inbox} wanted={wanted} />
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
      <Acknowledge asked={inbox.asked} onClose={() => inbox.setAsked(null)} send={inbox.send} />
      <KeyHelp
        isOpen={inbox.isHelpOpen}
        onClose={() => inbox.setHelpOpen(false)}
        keys={inbox.keys}
      />
    </>
  )
}

interface RowsProps {
  rows: readonly Change[]
  inbox: ReturnType<typeof useInbox>
  wanted: string
}

function Rows({ rows, inbox, wanted }: RowsProps) {
  const { ids, list, selection, selected, acknowledge, setAsked, setHelpOpen } = inbox
  return (
    <>
      <ChangeSelection
        total={rows.length}
        selected={selected.length}
        isBusy={acknowledge.isPending}
        onAll={(isChosen) => selection.choose(isChosen ? ids : [])}
        onVerdict={(verdict) => setAsked({ changes: selected, verdict })}
        onHelp={() => setHelpOpen(true)}
      />
      <ol ref={list} aria-label="Changes" class="border-t border-line">
        {rows.map((change) => (
          <ChangeRow
            key={change.change_id}
            change={change}
            isWanted={change.change_id === wanted}
            isSelected={selection.ids.has(change.change_id)}
            onSelect={() => selection.toggle(change.change_id)}
            onAcknowledge={(verdict) => setAsked({ changes: [change], verdict })}
          />
        ))}
      </ol>
    </>
  )
}

function Outcome({ acknowledge, ended }: ReturnType<typeof useAcknowledge>) {
  const { isPending, isError, isSuccess, variables, data, error } = acknowledge
  const total = variables?.changes.length ?? 0
  return (
    <>
      <p role="status" class="pb-2 text-sm text-muted empty:hidden">
        {isPending && `Acknowledging: ${count(ended)} of ${count(total)}.`}
        {isSuccess && data.done.length > 0 && markedInWords(data.done.length, variables.verdict)}
      </p>
      {isError && <FailureNote error={error} />}
      {isSuccess && (
        <FailedCalls
          failed={data.failed}
          total={total}
          action="acknowledged"
          nameOf={({ domain }: Change) => (
            <OutsideText text={domain} max={DOMAIN_CHARACTERS_SHOWN} />
          )}
        />
      )}
    </>
  )
}

const hasPending = (page: ChangePage) => page.changes.some(({ analysis }) => analysis === 'pending')
