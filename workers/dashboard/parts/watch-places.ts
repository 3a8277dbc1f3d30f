import { queryOptions } from '@tanstack/preact-query'
import { callRoute } from '../api/untyped-call.ts'
import type { Places } from './watch-cost.ts'

/** Null if the service cannot count them: the dialog then says only the rule. */
export const placesQuery = queryOptions({
  queryKey: ['monitors', 'places'],
  queryFn: ({ signal }): Promise<Places | null> =>
    callRoute<{ places: Places }>('/monitors/summary', { signal }).then(
      ({ places }) => places,
      () => null,
    ),
})
