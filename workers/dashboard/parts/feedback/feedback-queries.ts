import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { api, read, type Schemas } from '../../api/api-client.ts'
import type { ReportRequest } from './report-request.ts'

type Report = Schemas['Feedback']

export const FEEDBACK = ['feedback'] as const

const ofJob = (jobId: string) => [...FEEDBACK, 'job', jobId] as const

export const useReport = (jobId: string) =>
  useQuery({
    queryKey: ofJob(jobId),
    queryFn: async ({ signal }): Promise<Report | null> => {
      const query = { job_id: jobId, limit: 1 }
      return (await read(api.GET('/feedback', { params: { query }, signal }))).feedback[0] ?? null
    },
  })

export function useSendReport(jobId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportRequest) =>
      read(api.POST('/jobs/{job_id}/feedback', { params: { path: { job_id: jobId } }, body })),
    onSuccess: (report) => queries.setQueryData(ofJob(jobId), report),
    onSettled: () => void queries.invalidateQueries({ queryKey: FEEDBACK }),
  })
}

export function useDeleteReport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      read(api.DELETE('/feedback/{feedback_id}', { params: { path: { feedback_id: id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: FEEDBACK }),
  })
}
