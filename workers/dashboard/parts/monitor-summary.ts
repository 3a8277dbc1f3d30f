import { queryOptions } from '@tanstack/preact-query'
import { api, read, type Schemas } from '../api/api-client.ts'

export type MonitorSummary = Schemas['MonitorSummary']

/** Begins like the keys of all queries about monitors, so that a changed monitor refreshes it. */
export const monitorSummaryQuery = queryOptions({
  queryKey: ['monitors', 'summary'],
  queryFn: ({ signal }) => read(api.GET('/monitors/summary', { signal })),
})
