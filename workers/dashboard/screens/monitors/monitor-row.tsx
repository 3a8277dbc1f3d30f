import { Ellipsis } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Confidence } from '../../parts/confidence.tsx'
import { Menu } from '../../parts/menu.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { shortened, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { MonitorOperator, MonitorProblem, MonitorStatusBadge } from './monitor-state.tsx'
import { cadenceInWords, type Monitor } from './monitor-words.ts'
import type { MonitorAction } from './use-monitor-actions.ts'

const NAME_CHARACTERS_SHOWN = 80

interface RowProps {
  monitor: Monitor
  isSelected: boolean
  onSelect: () => void
  onAction: (action: MonitorAction) => void
}

export function MonitorRow({ monitor, isSelected, onSelect, onAction }: RowProps) {
  const { monitor_id: id, domain, label, status, baseline, last_error: error } = monitor
  const name = shortened(withVisibleControls(domain), NAME_CHARACTERS_SHOWN)
  const page = `/monitors/${encodeURIComponent(id)}`
  const isPaused = status === 'paused'
  return (
    <li
      class={
        'grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b ' +
        `border-line px-2 py-2.5 text-sm last:border-0 ${isSelected ? 'bg-accent-soft' : ''}`
      }
    >
      <input
        type="checkbox"
        class="mt-1 size-4 accent-accent-fill"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={onSelect}
      />
      <div class="grid min-w-0 gap-x-4 gap-y-1.5 lg:grid-cols-[2fr_2fr_1.5fr_1.5fr]">
        <div class="flex min-w-0 flex-col gap-1">
          <Link class="link w-fit font-medium" href={page}>
            <OutsideName text={domain} max={NAME_CHARACTERS_SHOWN} />
          </Link>
          {label !== null && (
            <span class="text-muted">
              <OutsideText text={label} max={NAME_CHARACTERS_SHOWN} />
            </span>
          )}
        </div>
        <div class="min-w-0">
          <MonitorOperator baseline={baseline} />
          {baseline !== null && baseline.entity !== null && (
            <Confidence value={baseline.confidence} isSmall />
          )}
        </div>
        <div class="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 lg:flex-col">
          <MonitorStatusBadge status={status} />
          <span class="text-muted">{cadenceInWords(monitor)}</span>
          {error !== null && <MonitorProblem code={error} />}
        </div>
        <div class="flex min-w-0 flex-wrap gap-x-3 text-muted lg:flex-col">
          <span>
            Checked <Time at={monitor.last_checked_at} />
          </span>
          <span>
            Changed <Time at={monitor.last_changed_at} />
          </span>
        </div>
      </div>
      <Menu
        label={`Actions for ${name}`}
        look="quiet"
        items={[
          { label: 'Open', page },
          {
            label: 'Changes',
            page: `/changes?${new URLSearchParams({ state: 'all', domain })}`,
          },
          {
            label: isPaused ? 'Resume' : 'Pause',
            act: () => onAction({ kind: isPaused ? 'resume' : 'pause' }),
          },
          { label: 'Delete', isDangerous: true, act: () => onAction({ kind: 'delete' }) },
        ]}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </Menu>
    </li>
  )
}
