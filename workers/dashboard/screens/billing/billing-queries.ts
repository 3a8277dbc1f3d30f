import { queryOptions } from '@tanstack/preact-query'
import { BILLING } from '../../api/account-queries.ts'
import { api, read, readPage } from '../../api/api-client.ts'

export const subscriptionQuery = queryOptions({
  queryKey: [...BILLING, 'subscription'],
  queryFn: ({ signal }) => read(api.GET('/billing/subscription', { signal })),
})

export const rechargeQuery = queryOptions({
  queryKey: [...BILLING, 'auto-recharge'],
  queryFn: ({ signal }) => read(api.GET('/billing/auto-recharge', { signal })),
})

export const packsQuery = queryOptions({
  queryKey: [...BILLING, 'packs'],
  queryFn: async ({ signal }) => (await read(api.GET('/billing/packs', { signal }))).packs,
})

export const LEDGER_PAGE = 25

export const ledgerQuery = (offset: number, limit = LEDGER_PAGE) =>
  queryOptions({
    queryKey: [...BILLING, 'ledger', offset, limit],
    queryFn: ({ signal }) =>
      readPage(api.GET('/billing/ledger', { params: { query: { limit, offset } }, signal })),
  })
