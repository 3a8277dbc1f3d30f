import { useQuery } from '@tanstack/preact-query'
import { profileQuery } from '../../api/account-queries.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField, CONTROL } from '../../parts/field.tsx'
import { count } from '../../parts/texts.ts'
import { cadenceChoices } from '../../parts/watch-cadences.ts'
import type { MonitorAction } from './use-monitor-actions.ts'

interface SelectionProps {
  selected: number
  /** Number of rows that can be selected now. */
  total: number
  hasMore: boolean
  isBusy: boolean
  onAll: (isChosen: boolean) => void
  onEverything: () => void
  onAction: (action: MonitorAction) => void
}

export function MonitorSelection(props: SelectionProps) {
  const cadences = cadenceChoices(useQuery(profileQuery).data?.tier)
  const { selected, total, hasMore, isBusy, onAll, onEverything, onAction } = props
  return (
    <fieldset class="sticky top-0 z-1 flex flex-wrap items-center gap-2 bg-surface px-2 py-2 text-sm">
      <legend class="sr-only">Selected monitors</legend>
      <CheckField
        label={selected === 0 ? `Select all ${count(total)} shown` : `${count(selected)} selected`}
        isChecked={selected === total}
        onCheck={onAll}
      />
      {selected === total && hasMore && (
        <Button look="quiet" isBusy={isBusy} onClick={onEverything}>
          Select all that match
        </Button>
      )}
      {selected > 0 && (
        <span class="flex flex-wrap items-center gap-2 sm:ml-auto">
          <Button isBusy={isBusy} onClick={() => onAction({ kind: 'pause' })}>
            Pause
          </Button>
          <Button isBusy={isBusy} onClick={() => onAction({ kind: 'resume' })}>
            Resume
          </Button>
          <select
            aria-label="Check the selected monitors"
            class={`${CONTROL} w-auto`}
            value=""
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const chosen = cadences.find(([cadence]) => cadence === currentTarget.value)
              if (chosen !== undefined) onAction({ kind: 'cadence', cadence: chosen[0] })
              currentTarget.value = ''
            }}
          >
            <option value="">Check…</option>
            {cadences.map(([cadence, words]) => (
              <option key={cadence} value={cadence}>
                {words}
              </option>
            ))}
          </select>
          <Button look="danger" isBusy={isBusy} onClick={() => onAction({ kind: 'delete' })}>
            Delete
          </Button>
        </span>
      )}
    </fieldset>
  )
}
