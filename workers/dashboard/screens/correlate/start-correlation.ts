import { useQueryClient } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { BILLING, creditsQuery } from '../../api/account-queries.ts'
import { api, read } from '../../api/api-client.ts'

export interface CorrelateBody {
  domains: string[]
  passive?: boolean
  callback_url?: string
}

/**
 * Returns a function that starts a correlation and opens its page. It throws ApiFailure. If the
 * user sends the same request again, the Idempotency-Key is the same, so that a lost answer does
 * not lead to a second charge.
 */
export function useStartCorrelation(): (body: CorrelateBody) => Promise<void> {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const attempt = useRef({ request: '', key: '' })
  return async (body) => {
    const request = JSON.stringify(body)
    if (attempt.current.request !== request) attempt.current = { request, key: crypto.randomUUID() }
    const header = { 'Idempotency-Key': attempt.current.key }
    const started = await read(api.POST('/correlate', { params: { header }, body }))
    attempt.current = { request: '', key: '' }
    queries.setQueryData(['correlation-receipt', started.correlation_id], started)
    void queries.invalidateQueries({ queryKey: creditsQuery.queryKey })
    void queries.invalidateQueries({ queryKey: [...BILLING, 'ledger'] })
    navigate(`/correlate/${started.correlation_id}`)
  }
}
