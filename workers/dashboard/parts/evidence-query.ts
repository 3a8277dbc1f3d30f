import { queryOptions } from '@tanstack/preact-query'
import { api, readPage } from '../api/api-client.ts'

/** Largest page of evidence that the API gives. */
export const EVIDENCE_PER_PAGE = 20

export const evidenceQuery = (jobId: string, offset: number) =>
  queryOptions({
    queryKey: ['evidence', jobId, offset],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/jobs/{job_id}/evidence', {
          params: { path: { job_id: jobId }, query: { limit: EVIDENCE_PER_PAGE, offset } },
          signal,
        }),
      ),
    // The evidence of a finished analysis never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
