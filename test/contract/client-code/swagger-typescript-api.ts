import { type AnalysisCompletedEvent, Api } from './service.ts'

const api = new Api({ baseUrl: 'https://api.attribution.example' })

export async function operatorOf(domain: string): Promise<string | null> {
  const { data } = await api.analyze.analyze({ domain })
  const jobId: string | undefined = data.data.job_id
  if (jobId === undefined) return null
  const job = await api.jobs.getJob(jobId)
  return job.data.data.scoring_result?.entity ?? null
}

export const subjectOf = (event: AnalysisCompletedEvent): string => event.data.job_id
