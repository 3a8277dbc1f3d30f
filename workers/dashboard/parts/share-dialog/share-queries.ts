import { queryOptions } from '@tanstack/preact-query'
import { api, read, readPage, type Schemas } from '../../api/api-client.ts'

export type Share = Schemas['Share']

export interface Shared {
  readonly kind: 'job' | 'correlation'
  readonly id: string
}

const SHARES = ['shares'] as const

const SHARES_PER_PAGE = 100
/** An account has at most 1,000 live shares. */
const PAGES_MAX = 10

/** The live share of an analysis or a correlation, or null. */
export const shareQuery = ({ kind, id }: Shared) =>
  queryOptions({
    queryKey: [...SHARES, kind, id],
    queryFn: async ({ signal }): Promise<Share | null> => {
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const query = { limit: SHARES_PER_PAGE, offset: page * SHARES_PER_PAGE }
        const { data, meta } = await readPage(api.GET('/shares', { params: { query }, signal }))
        const found = data.shares.find(
          (share) => (kind === 'job' ? share.job_id : share.correlation_id) === id,
        )
        if (found !== undefined) return found
        if (!meta.has_more) return null
      }
      return null
    },
  })

export const createShare = ({ kind, id }: Shared, days: number): Promise<Share> =>
  kind === 'job'
    ? read(
        api.POST('/jobs/{job_id}/share', {
          params: { path: { job_id: id } },
          body: { expires_in_days: days },
        }),
      )
    : read(
        api.POST('/correlate/{correlation_id}/share', {
          params: { path: { correlation_id: id } },
          body: { expires_in_days: days },
        }),
      )

export const deleteShare = ({ kind, id }: Shared) =>
  kind === 'job'
    ? read(api.DELETE('/jobs/{job_id}/share', { params: { path: { job_id: id } } }))
    : read(
        api.DELETE('/correlate/{correlation_id}/share', {
          params: { path: { correlation_id: id } },
        }),
      )
