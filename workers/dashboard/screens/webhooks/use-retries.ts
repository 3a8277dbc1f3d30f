import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { failureOf } from '../../api/failure.ts'
import { callForEach } from '../../parts/many-calls.ts'

const SIGNED_OUT = 401

/**
 * Begins the key of every query about webhooks. A retry changes the list and the single delivery,
 * so all of this data is read again.
 */
export const WEBHOOKS = ['webhooks'] as const

export function useRetries() {
  const queries = useQueryClient()
  const [attempt] = useState(() => createAttempts())
  const [done, setDone] = useState(0)
  const retry = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      setDone(0)
      const send = (id: string) =>
        attempt(id, (key) => {
          const params = { path: { delivery_id: id }, header: { 'Idempotency-Key': key } }
          return read(api.POST('/webhooks/dead-letter/{delivery_id}/retry', { params }))
        })
      const outcome = await callForEach(ids, send, { onProgress: setDone })
      const signedOut = outcome.failed.find(({ error }) => failureOf(error).status === SIGNED_OUT)
      if (signedOut !== undefined) throw signedOut.error
      return outcome
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS }),
  })
  return { retry, done }
}
