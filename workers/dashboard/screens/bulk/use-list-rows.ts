import { useQueries } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { isUnfinished } from '../../parts/row-words.ts'
import { useUserId } from '../../session/session.ts'
import { notesOf } from './list-notes.ts'
import type { ListRow } from './list-view.ts'

/** Most lines that the service sends at once. */
const LINES_PER_REQUEST = 1_000
const POLL_MS = 5_000
/** Lines start in their order, so a page of which none has started changes late. */
const LATER_POLL_MS = 30_000

type Item = Schemas['BulkItem']

interface ListRows {
  rows: readonly ListRow[]
  isPending: boolean
  error: unknown
  retry: () => void
}

/** All lines of the list. Only requests whose lines can still change are repeated. */
export function useListRows(id: string, total: number): ListRows {
  const userId = useUserId()
  const requests = Math.max(1, Math.ceil(total / LINES_PER_REQUEST))
  const pages = useQueries({
    queries: Array.from({ length: requests }, (_, page) => ({
      queryKey: ['bulk', id, 'items', page],
      queryFn: ({ signal }: { signal: AbortSignal }) => readItems(id, page, signal),
      refetchInterval: ({ state: { data } }: { state: { data?: Item[] | undefined } }) =>
        pollMs(data, page),
    })),
  })
  // The array of pages is a new one at each render. Its data changes only with its age.
  const age = pages.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const rows = useMemo(() => {
    const notes = notesOf(userId, id)
    return pages.flatMap(({ data = [] }) =>
      data.map((item): ListRow => ({ ...item, note: notes[item.index] ?? '' })),
    )
  }, [userId, id, age])
  const missing = pages.find(({ isError, data }) => isError && data === undefined)
  return {
    rows,
    isPending: pages.some(({ isPending }) => isPending),
    error: missing?.error ?? null,
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch()
    },
  }
}

async function readItems(id: string, page: number, signal: AbortSignal): Promise<Item[]> {
  const query = { limit: LINES_PER_REQUEST, offset: page * LINES_PER_REQUEST }
  const path = { bulk_job_id: id }
  const { data } = await readPage(
    api.GET('/analyze/bulk/{bulk_job_id}/items', { params: { path, query }, signal }),
  )
  return data.items
}

function pollMs(items: readonly Item[] | undefined, page: number): number | false {
  if (items === undefined || !items.some(isUnfinished)) return false
  const hasStarted = items.some(({ status }) => status !== 'pending' && status !== 'rejected')
  return hasStarted || page === 0 ? POLL_MS : LATER_POLL_MS
}
