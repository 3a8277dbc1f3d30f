import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { api, read, readPage } from '../../api/api-client.ts'
import { checkListedDomain } from '../../parts/domain-check.ts'
import { isUnfinished } from '../../parts/row-words.ts'
import { type Analysis, joined, matching } from './analyses-filter.ts'

const PAGE_ROWS = 100
const POLL_MS = 4_000

export interface ServiceFilters {
  status?: Analysis['status']
  outcome?: 'attributed' | 'ambiguous' | 'no_clear_entity'
  warning?: Analysis['warnings'][number]['kind']
}

/**
 * The service filters by state, outcome and warning. Of the text, it knows complete domains only,
 * so the page matches the text with the rows that are loaded.
 */
export function useAnalyses(filters: ServiceFilters, text: string) {
  const pages = useInfiniteQuery({
    queryKey: ['jobs', 'pages', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, offset: pageParam, ...filters }
      return readPage(api.GET('/jobs', { params: { query }, signal }))
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }, all) => (meta.has_more ? all.length * PAGE_ROWS : null),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.data.jobs.some(isUnfinished) === true
        ? POLL_MS
        : false,
  })
  const { domain } = checkListedDomain(text)
  const exact = useQuery({
    queryKey: ['jobs', { domain, ...filters }],
    queryFn: ({ signal }) => {
      const query = { limit: PAGE_ROWS, domain: domain ?? '', ...filters }
      return read(api.GET('/jobs', { params: { query }, signal }))
    },
    enabled: domain !== null,
    retry: false,
  })
  const loaded = pages.data?.pages.flatMap(({ data }) => data.jobs) ?? []
  const found = text === '' ? loaded : matching(loaded, domain ?? text)
  return {
    pages,
    loaded: loaded.length,
    analyses: joined(found, domain === null ? [] : (exact.data?.jobs ?? [])),
  }
}
