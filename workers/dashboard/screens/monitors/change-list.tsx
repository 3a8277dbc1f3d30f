import { useInfiniteQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { FailedCalls } from '../../parts/failed-calls.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { useSelection } from '../../parts/selection.ts'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { Acknowledge, type Asked } from './acknowledge.tsx'
import { markedInWords } from './acknowledge-words.ts'
import { ChangeRow } from './change-row.tsx'
import { ChangeSelection } from './change-selection.tsx'
import { KeyHelp, useInboxKeys } from './inbox-keys.tsx'
import { CHANGES } from './monitor-queries.ts'
import { type Acknowledgement, useAcknowledge } from './use-acknowledge.ts'
import { useRowFocus } from './use-row-focus.ts'

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
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
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
  const ids = rows.map(({ change_id: id }) => id)
  const list = useRef<HTMLOListElement>(null)
  const focus = useRowFocus(list, ids, asked !== null)
  const selection = useSelection(ids)
  const selected = rows.filter(({ change_id: id }) => selection.ids.has(id))
  const { acknowledge, ended } = useAcknowledge()
  const send = async (request: Acknowledgement) => {
    if (isOpenOnly) focus.moveTo(focus.nextWithout(request.changes.map(({ change_id: id }) => id)))
    const { failed } = await acknowledge.mutateAsync(request)
    selection.choose(failed.map(({ item }) => item.change_id))
  }
  const keys = useInboxKeys({
    onMove: focus.move,
    onSelect: () => {
      const current = focus.current()
      if (current !== null) selection.toggle(current)
    },
    onAcknowledge: () => {
      const current = focus.current()
      const wanted =
        selected.length > 0 ? selected : rows.filter((row) => row.change_id === current)
      if (wanted.length > 0 && !acknowledge.isPending)
        void send({ changes: wanted, verdict: 'expected', note: '' }).catch(() => undefined)
    },
    onHelp: () => setHelpOpen(true),
  })
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
      <Outcome acknowledge={acknowledge} ended={ended} />
      {rows.length > 0 && (
        <KeepFocus>
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
      <Acknowledge asked={asked} onClose={() => setAsked(null)} send={send} />
      <KeyHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} keys={keys} />
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
