import { queryOptions } from '@tanstack/preact-query'
import { callRoute } from '../../api/untyped-call.ts'

export interface Share {
  readonly job_id: string | null
  readonly correlation_id: string | null
  readonly url: string
  readonly expires_at: string
  readonly views: number
}

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
        const { shares } = await callRoute<{ shares: Share[] }>(
          `/shares?limit=${SHARES_PER_PAGE}&offset=${page * SHARES_PER_PAGE}`,
          { signal },
        )
        const found = shares.find(
          (share) => (kind === 'job' ? share.job_id : share.correlation_id) === id,
        )
        if (found !== undefined) return found
        if (shares.length < SHARES_PER_PAGE) return null
      }
      return null
    },
  })

const pathOf = ({ kind, id }: Shared) =>
  `/${kind === 'job' ? 'jobs' : 'correlate'}/${encodeURIComponent(id)}/share`

export const createShare = (shared: Shared, days: number): Promise<Share> =>
  callRoute(pathOf(shared), { method: 'POST', body: { expires_in_days: days } })

export const deleteShare = (shared: Shared): Promise<unknown> =>
  callRoute(pathOf(shared), { method: 'DELETE' })
