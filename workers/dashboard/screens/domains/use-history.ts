import { useInfiniteQuery, useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { BILLING } from '../../api/account-queries.ts'
import { api, read, type Schemas } from '../../api/api-client.ts'

const ENTRIES_PER_PAGE = 20
// Entries per page with external records. External records are listed after the oldest analysis, so
// a large page shows some of them at once for almost every domain.
const ENTRIES_WITH_EXTERNAL = 100

export type HistoryEntry = Schemas['HistoryEntry']
export type History = ReturnType<typeof useHistory>

/**
 * `buy` reads the history again with external records, which can cost credits.
 * The purchase is kept only in the memory of this page and never in the address, because nobody may
 * spend credits by opening a shared address.
 */
export function useHistory(domain: string) {
  const queries = useQueryClient()
  const [purchase, setPurchase] = useState<string | null>(null)
  const attempt = useRef<string | null>(null)
  const query = useInfiniteQuery(historyQuery(domain, purchase))
  const buy = async () => {
    // If the answer gets lost and the user tries again, the same key prevents a second purchase.
    attempt.current ??= crypto.randomUUID()
    await queries.fetchInfiniteQuery(historyQuery(domain, attempt.current))
    setPurchase(attempt.current)
    void queries.invalidateQueries({ queryKey: BILLING })
  }
  return {
    entries: query.data?.pages.flatMap(({ entries }) => entries) ?? [],
    hasExternal: purchase !== null,
    buy,
    query,
  }
}

function historyQuery(domain: string, purchase: string | null) {
  return {
    queryKey: ['history', domain, purchase],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      readHistory(domain, { before: pageParam, purchase, signal }),
    initialPageParam: '',
    getNextPageParam: (page: Schemas['HistoryResponse']) => page.next_cursor,
    // Pages with external records are stored with the purchase and never change, so they are not
    // read again.
    ...(purchase === null ? {} : { staleTime: Number.POSITIVE_INFINITY }),
  }
}

interface Wanted {
  /** Cursor of the page. Empty for the first page. */
  before: string
  purchase: string | null
  signal: AbortSignal
}

function readHistory(
  domain: string,
  { before, purchase, signal }: Wanted,
): Promise<Schemas['HistoryResponse']> {
  const query = {
    limit: purchase === null ? ENTRIES_PER_PAGE : ENTRIES_WITH_EXTERNAL,
    ...(before === '' ? {} : { before }),
    ...(purchase === null ? {} : { include_external: true }),
  }
  // Each page is a separate request, so it needs a separate Idempotency-Key.
  const header = purchase === null ? {} : { 'Idempotency-Key': `${purchase} ${before}`.trim() }
  return read(
    api.GET('/domains/{domain}/history', { params: { path: { domain }, query, header }, signal }),
  )
}
