import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { callForEach } from '../../parts/many-calls.ts'
import { monitorSummaryQuery } from '../../parts/monitor-summary.ts'
import type { Verdict } from './acknowledge-words.ts'
import { CHANGES } from './monitor-queries.ts'

type Change = Schemas['Change']
type ChangePage = Schemas['ChangesResponse']

const SIGNED_OUT = 401

export interface Acknowledgement {
  changes: readonly Change[]
  verdict: Verdict
  note: string
}

/** Acknowledges several changes. `ended` is the number of answered calls. */
export function useAcknowledge() {
  const queries = useQueryClient()
  const [ended, setEnded] = useState(0)
  const acknowledge = useMutation({
    mutationFn: async ({ changes, verdict, note }: Acknowledgement) => {
      setEnded(0)
      const changed = new Map<string, Change>()
      const outcome = await callForEach(
        changes,
        async ({ change_id: id }) => {
          const answer = await read(
            api.POST('/changes/{change_id}/acknowledge', {
              params: { path: { change_id: id } },
              body: { verdict, ...(note === '' ? {} : { note }) },
            }),
          )
          changed.set(id, answer)
        },
        { onProgress: setEnded },
      )
      queries.setQueriesData<{ pages: ChangePage[]; pageParams: unknown[] }>(
        { queryKey: CHANGES },
        (stored) =>
          stored === undefined
            ? undefined
            : { ...stored, pages: stored.pages.map((page) => replaced(page, changed)) },
      )
      void queries.invalidateQueries({ queryKey: monitorSummaryQuery.queryKey })
      const signedOut = outcome.failed.find(({ error }) => failureOf(error).status === SIGNED_OUT)
      if (signedOut !== undefined) throw signedOut.error
      return outcome
    },
  })
  return { acknowledge, ended }
}

const replaced = (page: ChangePage, changed: ReadonlyMap<string, Change>): ChangePage => ({
  ...page,
  changes: page.changes.map((change) => changed.get(change.change_id) ?? change),
})
