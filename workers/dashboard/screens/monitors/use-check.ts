import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { BILLING } from '../../api/account-queries.ts'
import { api, read } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { useMonitorRefresh } from './monitor-queries.ts'

const POLL_MS = 3_000
// After the end of an analysis, the page looks for a change during this time, because a change is
// stored some seconds later.
const AFTER_END_MS = 20_000

export type Check = ReturnType<typeof useCheck>

/**
 * `isFollowed` is true from the start of a check until shortly after the end of its analysis. If an
 * answer gets lost and the user tries again, the Idempotency-Key is the same, so that the analysis
 * is charged once.
 */
export function useCheck(monitorId: string) {
  const queries = useQueryClient()
  const refresh = useMonitorRefresh()
  const [attempt] = useState(() => createAttempts())
  const [jobId, setJobId] = useState<string | null>(null)
  const [isFollowed, setFollowed] = useState(false)
  const start = useMutation({
    mutationFn: () =>
      attempt(monitorId, (key) =>
        read(
          api.POST('/monitors/{monitor_id}/check', {
            params: { path: { monitor_id: monitorId }, header: { 'Idempotency-Key': key } },
          }),
        ),
      ),
    onSuccess: ({ job_id: id }) => {
      setJobId(id)
      setFollowed(true)
      void queries.invalidateQueries({ queryKey: BILLING })
    },
  })
  const job = useQuery({
    queryKey: ['jobs', 'state', jobId],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs/{job_id}', { params: { path: { job_id: jobId ?? '' } }, signal })),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : POLL_MS),
  })
  const hasEnded = jobId !== null && isOver(job.data?.status)
  useEffect(() => {
    if (!hasEnded || !isFollowed) return
    void refresh()
    const timer = setTimeout(() => setFollowed(false), AFTER_END_MS)
    return () => clearTimeout(timer)
  }, [hasEnded, isFollowed])
  return { start: () => start.mutateAsync(), jobId, hasEnded, isFollowed }
}

const isOver = (status: string | undefined) =>
  status === 'completed' || status === 'partial' || status === 'failed'
