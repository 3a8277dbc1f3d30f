import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { Section } from '../../parts/page.tsx'
import { useOffset } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { isOver, listProgress } from './list-progress.ts'

const LISTS_PER_PAGE = 20
const POLL_MS = 5_000
const NAME_CHARACTERS_SHOWN = 64

type BulkList = Schemas['BulkJob']

const COLUMNS: readonly Column<BulkList>[] = [
  {
    title: 'List',
    cell: ({ bulk_job_id: id, name }) => (
      <Link
        class={`link ${name === null ? 'font-mono text-xs whitespace-nowrap' : ''}`}
        href={`/bulk/${encodeURIComponent(id)}`}
      >
        <OutsideName text={name ?? id} max={NAME_CHARACTERS_SHOWN} />
      </Link>
    ),
  },
  { title: 'Sent', cell: ({ created_at: at }) => <Time at={at} /> },
  { title: 'Lines', isNumber: true, cell: ({ total }) => count(total) },
  { title: 'Ended', isNumber: true, cell: (list) => count(listProgress(list).ended) },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

export function RecentLists() {
  const [offset, setOffset] = useOffset()
  const page = useQuery({
    queryKey: ['bulk', 'lists', { offset }],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/analyze/bulk', { params: { query: { limit: LISTS_PER_PAGE, offset } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.data.lists.every(isOver) === false ? POLL_MS : false,
    placeholderData: keepPreviousData,
  })
  const lists = page.data?.data.lists ?? []
  return (
    <Section title="Your lists" lead="Newest first. A list stays 400 days.">
      {page.isPending && <Skeleton />}
      {page.isError && <FailureNote error={page.error} retry={() => void page.refetch()} />}
      {page.isSuccess && lists.length === 0 && offset === 0 && (
        <EmptyState
          title="No lists yet"
          curl={curlOf(location.origin, {
            method: 'POST',
            path: '/analyze/bulk',
            body: { domains: ['example.com', 'example.org'], depth: 'deep' },
          })}
        >
          A list that you send appears here.
        </EmptyState>
      )}
      {page.isSuccess && (lists.length > 0 || offset > 0) && (
        <>
          <Table label="Lists" columns={COLUMNS} rows={lists} keyOf={({ bulk_job_id: id }) => id} />
          <Pager
            offset={offset}
            limit={LISTS_PER_PAGE}
            shown={lists.length}
            hasMore={page.data.meta.has_more}
            onOffset={setOffset}
          />
        </>
      )}
    </Section>
  )
}
