import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useCallback } from 'preact/hooks'
import { api, apiPath, read, type Schemas } from '../../api/api-client.ts'
import { useEventStream } from '../../api/event-stream.ts'

type Job = Schemas['Job']

const ENDED: ReadonlySet<string> = new Set(['completed', 'partial', 'failed'])
// The page normally learns of changes from the event stream. It also asks at this interval, for a
// browser or network that cannot keep a stream open.
const POLL_MS = 3_000
const EVENTS = ['progress', 'done'] as const

export const hasEnded = (job: Job | undefined) => job !== undefined && ENDED.has(job.status)

/** Reads one analysis and follows it until it has ended. */
export function useJob(id: string) {
  const queries = useQueryClient()
  const key = ['job', id] as const
  const job = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readJob(id, signal),
    refetchInterval: (query) => (hasEnded(query.state.data) ? false : POLL_MS),
  })
  const follow = useCallback(
    (name: string, data: unknown) => {
      queries.setQueryData<Job>(['job', id], (known) => {
        if (known === undefined || hasEnded(known)) return known
        if (name === 'done') return isJob(data) ? data : known
        return isProgress(data) ? { ...known, status: 'running', progress: data } : known
      })
      if (name === 'done')
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    },
    [id, queries],
  )
  const isRunning = job.data !== undefined && !hasEnded(job.data)
  useEventStream(
    isRunning ? apiPath(`/jobs/${encodeURIComponent(id)}/events`) : null,
    EVENTS,
    follow,
  )
  return job
}

async function readJob(id: string, signal: AbortSignal): Promise<Job> {
  const job = await read(api.GET('/jobs/{job_id}', { params: { path: { job_id: id } }, signal }))
  if (!isJob(job)) throw new TypeError('the answer is not an analysis')
  return job
}

const isJob = (data: unknown): data is Job =>
  typeof data === 'object' &&
  data !== null &&
  'job_id' in data &&
  'progress' in data &&
  'status' in data

const isProgress = (data: unknown): data is Job['progress'] =>
  typeof data === 'object' && data !== null && 'percent' in data && 'collectors' in data
