import type { JobAnswer, ServiceAccount } from '../platform/service.ts'

export interface BatchAnswer {
  jobs: {
    domain: string
    job_id?: string
    status?: string
    charge?: object
    result?: JobAnswer
    error?: { code: string; message: string }
  }[]
  accepted: number
  failed: number
  credits_refunded: number
}

export async function batch(
  by: ServiceAccount,
  body: unknown,
  headers = {},
): Promise<{ status: number; answer: BatchAnswer }> {
  const { status, text } = await by.request('POST', '/analyze/batch', body, headers)
  return { status, answer: JSON.parse(text) }
}
