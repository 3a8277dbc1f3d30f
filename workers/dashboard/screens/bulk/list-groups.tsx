import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { count, counted, shortened, withVisibleControls } from '../../parts/texts.ts'
import { LineRow } from './line-row.tsx'
import type { Group } from './list-view.ts'

const ROWS_STEP = 20
const NAME_CHARACTERS_SHOWN = 120

interface GroupsProps {
  groups: readonly Group[]
  onOwn: (operator: string) => void
}

export const ListGroups = ({ groups, onOwn }: GroupsProps) => (
  <ul aria-label="Lines by operator" class="flex flex-col gap-3">
    {groups.map((group) => (
      <GroupCard key={group.operator ?? `? ${group.title}`} group={group} onOwn={onOwn} />
    ))}
  </ul>
)

function GroupCard({
  group: { operator, title, isOwn, rows },
  onOwn,
}: {
  group: Group
  onOwn: GroupsProps['onOwn']
}) {
  const [shown, setShown] = useState(ROWS_STEP)
  return (
    <li class={`min-w-0 rounded-md border ${isOwn ? 'border-accent' : 'border-line'}`}>
      <div class="flex flex-wrap items-center justify-between gap-2 bg-raised px-3 py-2 text-sm">
        <h3 class="flex min-w-0 flex-wrap items-baseline gap-x-2 font-medium">
          {operator === null ? title : <OutsideName text={operator} max={NAME_CHARACTERS_SHOWN} />}
          <span class="font-normal text-muted tabular-nums">{counted(rows.length, 'domain')}</span>
        </h3>
        {operator !== null && (
          <Button
            aria-pressed={isOwn}
            class={isOwn ? 'border-accent text-accent' : ''}
            aria-label={`Mark as ours: ${shortened(withVisibleControls(operator), NAME_CHARACTERS_SHOWN)}`}
            onClick={() => onOwn(operator)}
          >
            {isOwn ? '✓ Ours' : 'Mark as ours'}
          </Button>
        )}
      </div>
      <ul class="px-3">
        {rows.slice(0, shown).map((row) => (
          <LineRow key={row.index} row={row} />
        ))}
      </ul>
      {rows.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + ROWS_STEP)}>
          Show {count(Math.min(ROWS_STEP, rows.length - shown))} more of {count(rows.length)}
        </Button>
      )}
    </li>
  )
}
