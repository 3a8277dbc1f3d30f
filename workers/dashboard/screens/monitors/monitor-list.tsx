import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { FailedCalls } from '../../parts/failed-calls.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { Section } from '../../parts/page.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { useSelection } from '../../parts/selection.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import { domainFilterProblem, knownValue, textFilters } from './monitor-filters.ts'
import {
  MONITORS_PER_PAGE,
  type MonitorFilters,
  monitorListQuery,
  readAllMonitors,
} from './monitor-queries.ts'
import { MonitorRow } from './monitor-row.tsx'
import { MonitorSelection } from './monitor-selection.tsx'
import { MonitorTiles, TILES, type Tile } from './monitor-tiles.tsx'
import type { Monitor } from './monitor-words.ts'
import { TextFilter } from './text-filter.tsx'
import {
  type ActionRequest,
  doneInWords,
  doneWord,
  type MonitorAction,
  useMonitorActions,
} from './use-monitor-actions.ts'

const POLL_MS = 4_000
const NAME_CHARACTERS_SHOWN = 60
const WEEK_DAYS = 7

function filtersOf(tile: Tile, texts: { label: string; domain: string }): MonitorFilters {
  if (tile === '') return textFilters(texts)
  const chosen = tile === 'changed' ? { changed_days: WEEK_DAYS } : { status: tile }
  return { ...chosen, ...textFilters(texts) }
}

export function MonitorList() {
  const [tileText, setTile] = useQueryState('show')
  const [label, setLabel] = useQueryState('label')
  const [domain, setDomain] = useQueryState('domain')
  const [offset, setOffset] = useOffset()
  const tile = knownValue(tileText, TILES) ?? ''
  const filters = filtersOf(tile, { label, domain })
  const monitors = useQuery({
    ...monitorListQuery(filters, offset),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.monitors.some((monitor) => monitor.status === 'baselining') === true
        ? POLL_MS
        : false,
  })
  const rows = monitors.data?.data.monitors ?? []
  return (
    <Section title="Watched domains">
      <div class="mb-4 flex flex-col gap-4">
        <MonitorTiles chosen={tile} onTile={setTile} />
        <div class="grid gap-3 sm:grid-cols-2">
          <TextFilter
            label="Domain"
            value={domain}
            onValue={setDomain}
            placeholder="example.com"
            problem={domainFilterProblem(domain)}
          />
          <TextFilter label="With the label" value={label} onValue={setLabel} />
        </div>
      </div>
      {monitors.isPending && <Skeleton lines={6} label="Loading the monitors" />}
      {monitors.isError && (
        <FailureNote error={monitors.error} retry={() => void monitors.refetch()} />
      )}
      {monitors.isSuccess && (
        <>
          <MonitorRows
            key={JSON.stringify([filters, offset])}
            rows={rows}
            filters={filters}
            hasMore={monitors.data.meta.has_more || offset > 0}
          />
          {rows.length === 0 && <NoMonitors filters={filters} />}
          <Pager
            offset={offset}
            limit={MONITORS_PER_PAGE}
            shown={rows.length}
            hasMore={monitors.data.meta.has_more}
            onOffset={setOffset}
          />
        </>
      )}
    </Section>
  )
}

interface RowsProps {
  rows: readonly Monitor[]
  filters: MonitorFilters
  /** True if other pages have more monitors that match. */
  hasMore: boolean
}

function MonitorRows({ rows, filters, hasMore }: RowsProps) {
  const [everything, setEverything] = useState<readonly Monitor[] | null>(null)
  const [asked, setAsked] = useState<ActionRequest | null>(null)
  const listed = everything ?? rows
  const ids = listed.map(({ monitor_id: id }) => id)
  const selection = useSelection(ids)
  const selected = listed.filter(({ monitor_id: id }) => selection.ids.has(id))
  const { act, ended } = useMonitorActions()
  const readAll = useMutation({
    mutationFn: () => readAllMonitors(filters),
    onSuccess: setEverything,
  })
  useEffect(() => {
    if (everything !== null) selection.choose(everything.map(({ monitor_id: id }) => id))
  }, [everything])
  const send = async (request: ActionRequest) => {
    const { done, failed } = await act.mutateAsync(request)
    if (failed.length === 0) setEverything(null)
    const kept = new Set([...selection.ids, ...failed.map(({ item }) => item.monitor_id)])
    for (const { monitor_id: id } of done) kept.delete(id)
    selection.choose(kept)
  }
  const start = (chosen: readonly Monitor[], action: MonitorAction) => {
    const request = { monitors: chosen, action }
    if (action.kind === 'delete') setAsked(request)
    else void send(request).catch(() => undefined)
  }
  return (
    <>
      <Outcome act={act} ended={ended} />
      {readAll.isError && <FailureNote error={readAll.error} />}
      {rows.length > 0 && (
        <KeepFocus>
          <MonitorSelection
            selected={selected.length}
            total={listed.length}
            hasMore={hasMore && everything === null}
            isBusy={act.isPending || readAll.isPending}
            onAll={(isChosen) => {
              if (!isChosen) setEverything(null)
              selection.choose(isChosen ? ids : [])
            }}
            onEverything={() => readAll.mutate()}
            onAction={(action) => start(selected, action)}
          />
          <ul aria-label="Monitors" class="border-t border-line">
            {rows.map((monitor) => (
              <MonitorRow
                key={monitor.monitor_id}
                monitor={monitor}
                isSelected={selection.ids.has(monitor.monitor_id)}
                onSelect={() => selection.toggle(monitor.monitor_id)}
                onAction={(action) => start([monitor], action)}
              />
            ))}
          </ul>
        </KeepFocus>
      )}
      <DeleteDialog asked={asked} onClose={() => setAsked(null)} onDelete={send} />
    </>
  )
}

interface DeleteProps {
  asked: ActionRequest | null
  onClose: () => void
  onDelete: (request: ActionRequest) => Promise<void>
}

function DeleteDialog({ asked, onClose, onDelete }: DeleteProps) {
  const number = asked?.monitors.length ?? 0
  const [first] = asked?.monitors ?? []
  return (
    <ConfirmDialog
      title={number === 1 ? 'Delete this monitor?' : `Delete ${count(number)} monitors?`}
      isOpen={asked !== null}
      onClose={onClose}
      action="Delete"
      onConfirm={async () => {
        if (asked !== null) await onDelete(asked)
      }}
    >
      {first !== undefined && (
        <p>
          <OutsideName text={first.domain} max={NAME_CHARACTERS_SHOWN} />
          {number === 1 ? ' is' : ` and ${count(number - 1)} more are`} not checked any more. The
          changes that were found stay in the list of changes.
        </p>
      )}
    </ConfirmDialog>
  )
}

function Outcome({ act, ended }: ReturnType<typeof useMonitorActions>) {
  const { isPending, isError, isSuccess, variables, data, error } = act
  const total = variables?.monitors.length ?? 0
  return (
    <>
      <p role="status" class="pb-2 text-sm text-muted empty:hidden">
        {isPending && `${count(ended)} of ${count(total)} done.`}
        {isSuccess && data.done.length > 0 && doneInWords(data.done.length, variables.action)}
      </p>
      {isError && <FailureNote error={error} />}
      {isSuccess && (
        <FailedCalls
          failed={data.failed}
          total={total}
          action={doneWord(variables.action)}
          nameOf={({ domain }: Monitor) => (
            <OutsideName text={domain} max={NAME_CHARACTERS_SHOWN} />
          )}
        />
      )}
    </>
  )
}

function NoMonitors({ filters }: { filters: MonitorFilters }) {
  const search = new URLSearchParams(
    Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const isFiltered = search.size > 0
  return (
    <EmptyState title={isFiltered ? 'No monitor fits these filters' : 'No domain is watched yet'}>
      {isFiltered
        ? 'Domain and label must be written in full.'
        : 'Press "Watch domains". To try it without cost, watch ' +
          'test-changing.sandbox.example, whose operator changes at each check.'}
    </EmptyState>
  )
}
