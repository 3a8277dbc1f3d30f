import { useQuery } from '@tanstack/preact-query'
import { type MonitorSummary, monitorSummaryQuery } from '../../parts/monitor-summary.ts'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { recurringOf } from '../../parts/watch-cost.tsx'
import { MONITOR_STATUSES, type MonitorStatus } from './monitor-words.ts'

/** Filter of a tile. Empty for all monitors. */
export type Tile = MonitorStatus | 'changed' | ''
export const TILES: readonly Tile[] = [
  '',
  'active',
  'baselining',
  'paused',
  'unmonitorable',
  'changed',
]

function wordsOf(tile: Tile): string {
  if (tile === '') return 'All'
  return tile === 'changed' ? 'Changed this week' : MONITOR_STATUSES[tile].words
}

function numberOf(tile: Tile, { monitors }: MonitorSummary): number {
  if (tile === '') return monitors.total
  return tile === 'changed' ? monitors.changed_this_week : monitors[tile]
}

interface TilesProps {
  chosen: Tile
  onTile: (tile: Tile) => void
}

export function MonitorTiles({ chosen, onTile }: TilesProps) {
  const summary = useQuery(monitorSummaryQuery)
  if (summary.isPending) return <Skeleton lines={2} label="Loading the totals" />
  if (summary.isError)
    return <FailureNote error={summary.error} retry={() => void summary.refetch()} />
  const { data } = summary
  return (
    <div class="flex flex-col gap-2">
      <fieldset class="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6">
        <legend class="sr-only">Show monitors</legend>
        {TILES.map((tile) => (
          <button
            key={tile}
            type="button"
            aria-pressed={tile === chosen}
            class={
              'flex min-w-0 cursor-pointer flex-col items-start rounded-md border px-3 py-2 ' +
              'text-left text-sm hover:bg-raised ' +
              `${tile === chosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface'}`
            }
            onClick={() => onTile(tile === chosen ? '' : tile)}
          >
            <span class="text-lg font-semibold tabular-nums">{count(numberOf(tile, data))}</span>
            <span class={tile === chosen ? '' : 'text-muted'}>{wordsOf(tile)}</span>
          </button>
        ))}
      </fieldset>
      <p class="text-sm text-muted tabular-nums">{recurringOf(data.places)}. Checks are free.</p>
    </div>
  )
}
