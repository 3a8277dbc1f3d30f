import type { Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { saveCsv } from '../../parts/csv-file.ts'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import { LineRow } from './line-row.tsx'
import { csvName, listCsv } from './list-csv.ts'
import { ListFilters } from './list-filters.tsx'
import { ListGroups } from './list-groups.tsx'
import { isOver } from './list-progress.ts'
import { facetsOf, groupsOf, type ListRow, SORTS, type Sort, shownRows } from './list-view.ts'
import { useOwnOperators } from './own-operators.ts'
import type { useListRows } from './use-list-rows.ts'

const ROWS_PER_PAGE = 100
const GROUPS_PER_PAGE = 50

interface AnswersProps {
  list: Schemas['BulkJob']
  lines: ReturnType<typeof useListRows>
}

/** The lines of the list, as far as they are known. They can be filtered while the list runs. */
export function ListAnswers({ list, lines }: AnswersProps) {
  const [own, toggleOwn] = useOwnOperators()
  const [facet, setFacet] = useQueryState('show')
  const [text, setText] = useQueryState('q')
  const [order, setOrder] = useQueryState('sort')
  const [group, setGroup] = useQueryState('group')
  if (lines.error !== null) return <FailureNote error={lines.error} retry={lines.retry} />
  if (lines.isPending && lines.rows.length === 0)
    return <Skeleton lines={6} label="Loading the lines" />
  const sort: Sort = SORTS.find(([each]) => each === order)?.[0] ?? 'line'
  const rows = shownRows(lines.rows, own, { facet, text, sort })
  const isGrouped = group === 'operator'
  const save = () => saveCsv(csvName(list.name, new Date(), isOver(list)), listCsv(rows))
  return (
    <div class="flex min-w-0 flex-col gap-3">
      <ListFilters
        facets={facetsOf(lines.rows, own)}
        facet={facet}
        onFacet={setFacet}
        text={text}
        onText={setText}
        sort={sort}
        onSort={(next) => setOrder(next === 'line' ? '' : next)}
        isGrouped={isGrouped}
        onGrouped={(next) => setGroup(next ? 'operator' : '')}
      />
      <div class="flex flex-wrap items-center justify-between gap-2">
        <p role="status" class="text-sm text-muted tabular-nums">
          {count(rows.length)} of {count(lines.rows.length)} lines
        </p>
        <Button onClick={save} disabled={rows.length === 0}>
          {isOver(list) ? 'Save these lines as CSV' : 'Save CSV so far'}
        </Button>
      </div>
      {rows.length === 0 && (
        <EmptyState title="No line matches">Change the filter to see other lines.</EmptyState>
      )}
      {rows.length > 0 && !isGrouped && <Rows rows={rows} />}
      {rows.length > 0 && isGrouped && (
        <KeepFocus>
          <Groups rows={rows} own={own} onOwn={toggleOwn} />
        </KeepFocus>
      )}
    </div>
  )
}

function Rows({ rows }: { rows: readonly ListRow[] }) {
  const [offset, setOffset] = useOffset()
  const shown = rows.slice(offset, offset + ROWS_PER_PAGE)
  return (
    <>
      <ul aria-label="Lines of the list">
        {shown.map((row) => (
          <LineRow key={row.index} row={row} />
        ))}
      </ul>
      <Pager
        offset={offset}
        limit={ROWS_PER_PAGE}
        shown={shown.length}
        hasMore={rows.length > offset + ROWS_PER_PAGE}
        onOffset={setOffset}
      />
    </>
  )
}

interface GroupsProps {
  rows: readonly ListRow[]
  own: ReadonlySet<string>
  onOwn: (operator: string) => void
}

function Groups({ rows, own, onOwn }: GroupsProps) {
  const [offset, setOffset] = useOffset()
  const groups = groupsOf(rows, own)
  const shown = groups.slice(offset, offset + GROUPS_PER_PAGE)
  return (
    <>
      <ListGroups groups={shown} onOwn={onOwn} />
      <Pager
        offset={offset}
        limit={GROUPS_PER_PAGE}
        shown={shown.length}
        hasMore={groups.length > offset + GROUPS_PER_PAGE}
        onOffset={setOffset}
      />
    </>
  )
}
