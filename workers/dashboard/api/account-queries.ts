import { queryOptions } from '@tanstack/preact-query'
import { api, read } from './api-client.ts'

/** Key of every query about money and quota. A payment changes all of them. */
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
