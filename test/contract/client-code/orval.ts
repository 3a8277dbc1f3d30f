import { type AnalysisCompletedEvent, analyze, getJob } from './service.ts'

export async function operatorOf(domain: string): Promise<string | null> {
  const { status, data } = await analyze({ domain })
  if (status !== 200 && status !== 202) throw new Error(`${data.error.code}: ${data.error.message}`)
  const jobId: string | undefined = data.data.job_id
  if (jobId === undefined) return null
  const job = await getJob(jobId)
  return job.status === 200 ? (job.data.data.scoring_result?.entity ?? null) : null
}

export const subjectOf = (event: AnalysisCompletedEvent): string => event.data.job_id
