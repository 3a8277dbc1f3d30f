import { queryOptions } from '@tanstack/preact-query'
import { BILLING } from '../../api/account-queries.ts'
import { api, read, readPage, type Schemas } from '../../api/api-client.ts'

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

const LEDGER_READ_AT_ONCE = 500
/** More entries are left out of a file. */
const LEDGER_ENTRIES_MAX = 50_000

export const readLedgerPage = (query: { offset: number; limit: number }, signal?: AbortSignal) =>
  readPage(
    api.GET('/billing/ledger', {
      params: { query },
      ...(signal === undefined ? {} : { signal }),
    }),
  )

/** Reads all entries, newest first, up to 50,000. */
export async function readWholeLedger(): Promise<Schemas['LedgerEntry'][]> {
  const entries: Schemas['LedgerEntry'][] = []
  while (entries.length < LEDGER_ENTRIES_MAX) {
    const query = { offset: entries.length, limit: LEDGER_READ_AT_ONCE }
    const { data, meta } = await readLedgerPage(query)
    entries.push(...data)
    if (!meta.has_more) break
  }
  return entries
}

/** The newest entry, after which a purchase is searched. */
export const newestEntryQuery = queryOptions({
  queryKey: [...BILLING, 'ledger', 'newest'],
  queryFn: async ({ signal }) => (await readLedgerPage({ offset: 0, limit: 1 }, signal)).data,
})
