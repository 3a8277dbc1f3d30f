import { QueryClient } from '@tanstack/preact-query'
import { failureOf } from './failure.ts'

const FRESH_MS = 15_000
const RETRIES_MAX = 2

// Only failures of the connection or of the service are tried again. A request that the service
// refused would be refused again.
const isWorthRetry = (error: unknown) => {
  const { status } = failureOf(error)
  return status === 0 || status >= 500
}

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a connection, a query fails at once and the page shows the reason. By default,
        // the library would wait for the connection and show nothing.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < RETRIES_MAX && isWorthRetry(error),
        refetchOnWindowFocus: true,
      },
      // The service may have carried out a change whose answer was lost, so only the user repeats a
      // failed change.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
