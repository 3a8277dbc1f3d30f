import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { api, read } from '../api/api-client.ts'
import { ENTITY_CHARACTERS } from '../parts/entity-characters.ts'
import type { Searched } from './palette-hits.ts'

const ROWS_READ = 100
const OPERATORS_READ = 5
const PAUSE_MS = 250
const query = { limit: ROWS_READ }

/**
 * Searches the newest analyses and lists in the page, and operators with the service, after a
 * pause of typing. A search whose text has changed is canceled.
 */
export function usePaletteSearch(text: string): Searched & { isSearching: boolean } {
  const q = usePaused(text.trim().slice(0, ENTITY_CHARACTERS.max))
  const isSearched = q.length >= ENTITY_CHARACTERS.min
  const analyses = useQuery({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => read(api.GET('/jobs', { params: { query }, signal })),
  })
  const lists = useQuery({
    queryKey: ['bulk', 'lists', query],
    queryFn: ({ signal }) => read(api.GET('/analyze/bulk', { params: { query }, signal })),
  })
  const operators = useQuery({
    queryKey: ['entities', q, 'palette'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/entities/search', { params: { query: { q, limit: OPERATORS_READ } }, signal }),
      ),
    enabled: isSearched,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return {
    analyses: analyses.data?.jobs ?? [],
    lists: lists.data?.lists ?? [],
    operators: isSearched && text.trim() !== '' ? (operators.data?.entities ?? []) : [],
    isSearching: q !== text.trim() || (isSearched && operators.isFetching),
  }
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
