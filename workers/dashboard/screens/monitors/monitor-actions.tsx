import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { FailureNote } from '../../parts/states.tsx'
import { shortened, withVisibleControls } from '../../parts/texts.ts'
import { changeMonitor, deleteMonitor, useMonitorRefresh } from './monitor-queries.ts'
import type { Monitor } from './monitor-words.ts'

const NAME_CHARACTERS_SHOWN = 60

interface ActionsProps {
  monitor: Monitor
  onDeleted?: () => void
}

export function MonitorActions({ monitor, onDeleted }: ActionsProps) {
  const { monitor_id: id, domain, status } = monitor
  const refresh = useMonitorRefresh()
  const [isAsking, setAsking] = useState(false)
  const isPaused = status === 'paused'
  const name = shortened(withVisibleControls(domain), NAME_CHARACTERS_SHOWN)
  const toggle = useMutation({
    mutationFn: (wanted: 'active' | 'paused') => changeMonitor(id, { status: wanted }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: () => deleteMonitor(id),
    onSuccess: async () => {
      onDeleted?.()
      await refresh()
    },
  })
  return (
    <div class="flex flex-col gap-2">
      <div class="flex flex-wrap gap-2">
        <Button
          isBusy={toggle.isPending}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => toggle.mutate(isPaused ? 'active' : 'paused')}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button look="danger" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      {toggle.isError && <FailureNote error={toggle.error} />}
      <ConfirmDialog
        title="Delete this monitor?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Delete"
        onConfirm={() => remove.mutateAsync()}
      >
        <p>
          <OutsideName text={domain} max={NAME_CHARACTERS_SHOWN} /> is not checked any more. The
          changes that were found stay in the list of changes.
        </p>
      </ConfirmDialog>
    </div>
  )
}
