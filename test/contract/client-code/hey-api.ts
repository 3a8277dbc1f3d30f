import { type AnalysisCompletedEvent, analyze, getJob } from './service/index.ts'

export async function operatorOf(domain: string): Promise<string | null> {
  const { data, error } = await analyze({ body: { domain } })
  if (error !== undefined) throw new Error(`${error.error.code}: ${error.error.message}`)
  const jobId: string | undefined = data.data.job_id
  if (jobId === undefined) return null
  const job = await getJob({ path: { job_id: jobId } })
  return job.data?.data.scoring_result?.entity ?? null
}

export const subjectOf = (event: AnalysisCompletedEvent): string => event.data.job_id
