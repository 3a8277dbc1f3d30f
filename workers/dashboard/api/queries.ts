import { QueryClient } from '@tanstack/preact-query'
import { failureOf } from './failure.ts'

const FRESH_MS = 15_000
const RETRIES_MAX = 2

/**
 * A refusal stays a refusal, so only failures of the connection and of the service are tried again.
 */
const isWorthRetry = (error: unknown) => {
  const { status } = failureOf(error)
  return status === 0 || status >= 500
}

export function createQueries(onSignedOut: () => void): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a connection, a query fails and says so. The default would wait for the
        // connection and show no reason.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < RETRIES_MAX && isWorthRetry(error),
        refetchOnWindowFocus: true,
      },
      // A change that failed may have happened, so only the user repeats it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  const noteFailure = (error: unknown) => {
    if (failureOf(error).status === 401) onSignedOut()
  }
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') noteFailure(event.action.error)
  })
  queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') noteFailure(event.action.error)
  })
  return queries
}
