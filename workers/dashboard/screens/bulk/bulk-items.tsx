import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { useOffset } from '../../parts/query-state.ts'
import { ReliabilityMark } from '../../parts/reliability.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { count, shortened, withVisibleControls } from '../../parts/texts.ts'

const LINES_PER_PAGE = 50
const POLL_MS = 3_000
const DOMAIN_CHARACTERS_SHOWN = 120

type Item = Schemas['BulkItem']

const COLUMNS: readonly Column<Item>[] = [
  { title: 'Line', isNumber: true, cell: ({ index }) => count(index + 1) },
  {
    title: 'Domain',
    cell: ({ domain, status }) => (
      <span class="block min-w-40">
        {status === 'rejected' ? (
          <OutsideText text={domain} max={DOMAIN_CHARACTERS_SHOWN} />
        ) : (
          <Link class="link" href={`/domains/${encodeURIComponent(domain)}`}>
            <OutsideName text={domain} max={DOMAIN_CHARACTERS_SHOWN} />
          </Link>
        )}
      </span>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Result',
    cell: ({ job_id: jobId, error, domain, ...answer }) => (
      <span class="flex min-w-48 flex-col gap-1">
        {error !== null && (
          <span>
            <OutsideText text={error.message} />{' '}
            <span class="font-mono text-xs text-muted">{error.code}</span>
          </span>
        )}
        {answer.entity !== null && (
          <OutsideText text={answer.entity} max={DOMAIN_CHARACTERS_SHOWN} />
        )}
        {answer.entity !== null && answer.confidence !== null && (
          <Confidence value={answer.confidence} isSmall />
        )}
        <ReliabilityMark answer={answer} />
        {jobId !== null && (
          <Link class="link" href={`/jobs/${encodeURIComponent(jobId)}`}>
            Open the analysis
            <span class="sr-only">
              {' '}
              of {shortened(withVisibleControls(domain), DOMAIN_CHARACTERS_SHOWN)}
            </span>
          </Link>
        )}
      </span>
    ),
  },
]

export function BulkItems({ id, isOver }: { id: string; isOver: boolean }) {
  const [offset, setOffset] = useOffset()
  const page = useQuery({
    queryKey: ['bulk', id, 'items', { offset, isOver }],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/analyze/bulk/{bulk_job_id}/items', {
          params: { path: { bulk_job_id: id }, query: { limit: LINES_PER_PAGE, offset } },
          signal,
        }),
      ),
    refetchInterval: isOver ? false : POLL_MS,
    placeholderData: keepPreviousData,
  })
  const items = page.data?.data.items ?? []
  return (
    <>
      {page.isPending && <Skeleton lines={6} />}
      {page.isError && <FailureNote error={page.error} retry={() => void page.refetch()} />}
      {page.data !== undefined && (
        <>
          {items.length === 0 ? (
            <EmptyState title="No lines here">
              This page of the list is empty. Go back to the first lines.
            </EmptyState>
          ) : (
            <Table
              label="Lines of the list"
              columns={COLUMNS}
              rows={items}
              keyOf={({ index }) => String(index)}
            />
          )}
          <Pager
            offset={offset}
            limit={LINES_PER_PAGE}
            shown={items.length}
            hasMore={page.data.meta.has_more}
            onOffset={setOffset}
          />
        </>
      )}
    </>
  )
}
