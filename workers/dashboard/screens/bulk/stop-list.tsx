import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { BILLING } from '../../api/account-queries.ts'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { counted } from '../../parts/texts.ts'
import type { ListRow } from './list-view.ts'

interface StopProps {
  list: Schemas['BulkJob']
  rows: readonly ListRow[]
}

/** Shown while the list has lines that a stop can still end. */
export function StopList({ list, rows }: StopProps) {
  const { bulk_job_id: id, status, stopped } = list
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const isStoppable = (status === 'accepted' || status === 'running') && stopped === 0
  const waiting = rows.filter((row) => row.status === 'pending' || row.status === 'queued').length
  const stop = async () => {
    try {
      const shown = await read(
        api.POST('/analyze/bulk/{bulk_job_id}/stop', { params: { path: { bulk_job_id: id } } }),
      )
      queries.setQueryData(['bulk', id], shown)
    } finally {
      void queries.invalidateQueries({ queryKey: ['bulk'] })
      void queries.invalidateQueries({ queryKey: BILLING })
    }
  }
  return (
    <>
      {isStoppable && (
        <Button look="danger" onClick={() => setAsking(true)}>
          Stop the list
        </Button>
      )}
      <ConfirmDialog
        title="Stop this list?"
        action="Stop"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={stop}
      >
        {waiting > 0 && <>Now {counted(waiting, 'line waits', 'lines wait')}. </>}
        Lines that have not started are refunded. Analyses that run now end normally and are
        charged. Then the files are written with what is finished. A stopped list cannot go on.
      </ConfirmDialog>
    </>
  )
}
