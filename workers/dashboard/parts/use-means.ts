import { useQuery } from '@tanstack/preact-query'
import { creditsQuery, usageQuery } from '../api/account-queries.ts'
import type { Schemas } from '../api/api-client.ts'
import type { Means } from './forecast.ts'

interface KnownMeans {
  /** Undefined until they are known. */
  means: Means | undefined
  usage: Schemas['UsageDashboard'] | undefined
  error: unknown
  retry: () => void
}

/** Quota and credits of the account. Screens that use it share one pair of requests. */
export function useMeans(): KnownMeans {
  const usage = useQuery(usageQuery)
  const credits = useQuery(creditsQuery)
  const isKnown = usage.data !== undefined && credits.data !== undefined
  return {
    means: isKnown
      ? {
          remaining: usage.data.remaining,
          credits: credits.data.balance,
          hasSubscription: credits.data.has_active_subscription,
        }
      : undefined,
    usage: usage.data,
    error: isKnown ? null : (usage.error ?? credits.error),
    retry: () => {
      void usage.refetch()
      void credits.refetch()
    },
  }
}
