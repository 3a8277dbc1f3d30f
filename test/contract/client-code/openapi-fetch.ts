import createClient from 'openapi-fetch'
import type { components, paths } from './service.d.ts'

const client = createClient<paths>({
  baseUrl: 'https://api.attribution.example',
  headers: { 'X-API-Key': 'dak_example' },
})

export async function operatorOf(domain: string): Promise<string | null> {
  const { data, error } = await client.POST('/analyze', { body: { domain } })
  if (error !== undefined) throw new Error(`${error.error.code}: ${error.error.message}`)
  const jobId: string | undefined = data.data.job_id
  if (jobId === undefined) return null
  const job = await client.GET('/jobs/{job_id}', { params: { path: { job_id: jobId } } })
  return job.data?.data.scoring_result?.entity ?? null
}

export const subjectOf = (event: components['schemas']['AnalysisCompletedEvent']): string =>
  event.data.job_id
