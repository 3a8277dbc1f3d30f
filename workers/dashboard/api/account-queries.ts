import { queryOptions } from '@tanstack/preact-query'
import { api, read } from './api-client.ts'

/**
 * The key of every query about money or quota begins with this, because a payment changes all of
 * their results.
 */
export const BILLING = ['billing'] as const

export const usageQuery = queryOptions({
  queryKey: [...BILLING, 'usage'],
  queryFn: ({ signal }) => read(api.GET('/billing/usage', { signal })),
})

export const creditsQuery = queryOptions({
  queryKey: [...BILLING, 'credits'],
  queryFn: ({ signal }) => read(api.GET('/billing/credits', { signal })),
})

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => read(api.GET('/auth/me', { signal })),
})
