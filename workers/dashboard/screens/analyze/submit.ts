import { api, read } from '../../api/api-client.ts'

export type Depth = 'quick' | 'deep'

export interface Submission {
  domain: string
  depth: Depth
  /** Runs a new analysis although one of the same domain is running. */
  isForced?: boolean
  /** A repeated request with the same key is charged once. */
  idempotencyKey: string
}

/** Returns the id of the job. Throws ApiFailure. */
export async function submitAnalysis({
  domain,
  depth,
  isForced = false,
  idempotencyKey,
}: Submission): Promise<string> {
  const { job_id: jobId } = await read(
    api.POST('/analyze', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { domain, depth, ...(isForced && depth === 'deep' ? { force_refresh: true } : {}) },
    }),
  )
  if (typeof jobId !== 'string') throw new TypeError('the answer names no job')
  return jobId
}
