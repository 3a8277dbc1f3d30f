import { api, read } from '../../api/api-client.ts'

export type Depth = 'quick' | 'deep'

interface Submission {
  domain: string
  depth: Depth
  passive: boolean
  /** True to start a new analysis although another one of the same domain is running. */
  isForced?: boolean
  /** If a request is repeated with the same key, it is charged once. */
  idempotencyKey: string
}

/** Starts an analysis and returns the id of its job. Throws ApiFailure. */
export async function submitAnalysis({
  domain,
  depth,
  passive,
  isForced = false,
  idempotencyKey,
}: Submission): Promise<string> {
  const { job_id: jobId } = await read(
    api.POST('/analyze', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: {
        domain,
        depth,
        passive,
        ...(isForced && depth === 'deep' ? { force_refresh: true } : {}),
      },
    }),
  )
  if (typeof jobId !== 'string') throw new TypeError('the answer names no analysis')
  return jobId
}
