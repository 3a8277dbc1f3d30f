import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { Confidence } from '../../parts/confidence.tsx'
import { SelectField } from '../../parts/field.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { MonitorActions } from './monitor-actions.tsx'
import { domainFilterProblem, knownValue, textFilters } from './monitor-filters.ts'
import { MONITORS_PER_PAGE, monitorListQuery } from './monitor-queries.ts'
import { MonitorOperator, MonitorProblem, MonitorStatusBadge } from './monitor-state.tsx'
import {
  cadenceInWords,
  MONITOR_STATUSES,
  type Monitor,
  type MonitorStatus,
} from './monitor-words.ts'
import { TextFilter } from './text-filter.tsx'

const POLL_MS = 4_000
const NAME_CHARACTERS_SHOWN = 80

const STATUSES: readonly MonitorStatus[] = ['baselining', 'active', 'paused', 'unmonitorable']
const STATUS_CHOICES: readonly (readonly [MonitorStatus | '', string])[] = [
  ['', 'All'],
  ...STATUSES.map((status) => [status, MONITOR_STATUSES[status].words] as const),
]

const COLUMNS: readonly Column<Monitor>[] = [
  {
    title: 'Domain',
    cell: ({ monitor_id: id, domain, label }) => (
      <div class="flex min-w-48 flex-col gap-1">
        <Link class="link font-medium" href={`/monitors/${encodeURIComponent(id)}`}>
          <OutsideName text={domain} max={NAME_CHARACTERS_SHOWN} />
        </Link>
        {label !== null && (
          <span class="text-muted">
            <OutsideText text={label} max={NAME_CHARACTERS_SHOWN} />
          </span>
        )}
      </div>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, last_error: error, ...cadences }) => (
      <div class="flex min-w-36 flex-col items-start gap-1">
        <MonitorStatusBadge status={status} />
        <span class="text-muted">{cadenceInWords(cadences)}</span>
        {error !== null && <MonitorProblem code={error} />}
      </div>
    ),
  },
  {
    title: 'Operator',
    cell: ({ baseline }) => (
      <div class="min-w-40">
        <MonitorOperator baseline={baseline} />
        {baseline !== null && baseline.entity !== null && (
          <Confidence value={baseline.confidence} isSmall />
        )}
      </div>
    ),
  },
  { title: 'Last check', cell: ({ last_checked_at: at }) => <Time at={at} /> },
  { title: 'Last change', cell: ({ last_changed_at: at }) => <Time at={at} /> },
  { title: 'Action', cell: (monitor) => <MonitorActions monitor={monitor} /> },
]

export function MonitorList() {
  const [statusText, setStatus] = useQueryState('status')
  const [label, setLabel] = useQueryState('label')
  const [domain, setDomain] = useQueryState('domain')
  const [offset, setOffset] = useOffset()
  const status = knownValue(statusText, STATUSES)
  const filters = { ...(status === undefined ? {} : { status }), ...textFilters({ label, domain }) }
  const monitors = useQuery({
    ...monitorListQuery(filters, offset),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.monitors.some((monitor) => monitor.status === 'baselining') === true
        ? POLL_MS
        : false,
  })
  const rows = monitors.data?.data.monitors ?? []
  const search = new URLSearchParams(filters)
  const curl = curlOf(location.origin, {
    path: `/monitors${search.size === 0 ? '' : `?${search}`}`,
  })
  return (
    <Section title="Watched domains">
      <div class="mb-4 grid gap-3 sm:grid-cols-3">
        <TextFilter
          label="Domain"
          value={domain}
          onValue={setDomain}
          placeholder="example.com"
          problem={domainFilterProblem(domain)}
        />
        <TextFilter label="With the label" value={label} onValue={setLabel} />
        <SelectField
          label="Status"
          value={status ?? ''}
          choices={STATUS_CHOICES}
          onChoice={setStatus}
        />
      </div>
      {monitors.isPending && <Skeleton lines={6} label="Loading the monitors" />}
      {monitors.isError && (
        <FailureNote error={monitors.error} retry={() => void monitors.refetch()} />
      )}
      {monitors.isSuccess && (
        <>
          {rows.length === 0 ? (
            <EmptyState
              title={
                search.size === 0 ? 'No domain is watched yet' : 'No monitor fits these filters'
              }
              curl={curl}
            >
              {search.size === 0
                ? 'Add domains below. To try it without cost, watch ' +
                  'test-changing.sandbox.example, whose operator changes at each check.'
                : 'Domain and label must be written in full.'}
            </EmptyState>
          ) : (
            <KeepFocus>
              <Table
                label="Monitors"
                columns={COLUMNS}
                rows={rows}
                keyOf={({ monitor_id: id }) => id}
              />
            </KeepFocus>
          )}
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
