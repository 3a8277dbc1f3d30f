import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { OutsideName } from '../../parts/outside-name.tsx'
import { Section } from '../../parts/page.tsx'
import { useOffset } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { count, counted } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { isOver, stateText } from './list-progress.ts'

const LISTS_PER_PAGE = 20
const POLL_MS = 5_000
const NAME_CHARACTERS_SHOWN = 64

type BulkList = Schemas['BulkJob']

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
        <EmptyState title="No lists yet">A list that you send appears here.</EmptyState>
      )}
      {page.isSuccess && (lists.length > 0 || offset > 0) && (
        <>
          <ul aria-label="Lists">
            {lists.map((list) => (
              <ListItem key={list.bulk_job_id} list={list} />
            ))}
          </ul>
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

function ListItem({ list }: { list: BulkList }) {
  const { bulk_job_id: id, name, total, completed, partial, failed } = list
  const size = counted(total, 'domain')
  const parts = [
    name === null ? '' : size,
    `${count(completed + partial)} answered`,
    failed > 0 ? `${count(failed)} failed` : '',
  ]
  return (
    <li class="grid gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-0 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_10rem_8rem]">
      <Link class="link min-w-0 font-medium" href={`/bulk/${encodeURIComponent(id)}`}>
        {name === null ? (
          <>
            List of {size}
            <span class="sr-only"> {id}</span>
          </>
        ) : (
          <OutsideName text={name} max={NAME_CHARACTERS_SHOWN} />
        )}
      </Link>
      <span class="flex min-w-0 flex-wrap gap-x-3 md:contents">
        <span class="text-muted tabular-nums">
          {parts.filter((part) => part !== '').join(' · ')}
        </span>
        <span>{stateText(list)}</span>
        <span class="text-muted md:text-right">
          <Time at={list.created_at} />
        </span>
      </span>
    </li>
  )
}
