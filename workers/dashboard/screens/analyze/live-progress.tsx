import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { Bar } from '../../parts/confidence.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import {
  type CollectorProgress,
  durationText,
  STATUS_WORDS,
  sourceName,
  uncheckedOf,
} from './collectors.ts'

type Progress = Schemas['Progress']

const STAGES: Record<Progress['stage'], string> = {
  queued: 'Waiting for its turn',
  collecting: 'Reading public sources',
  scoring: 'Weighing the evidence',
  done: 'Done',
}
const TICK_MS = 1_000
const PERCENT_MAX = 100

interface ProgressProps {
  progress: Progress
  startedAt: string | null
  isOver: boolean
}

/** When the job is over, only the collectors that could not check anything are still shown. */
export function LiveProgress({ progress, startedAt, isOver }: ProgressProps) {
  const unchecked = isOver ? uncheckedOf(progress.collectors) : []
  const checked = progress.collectors.filter((collector) => !unchecked.includes(collector))
  return (
    <Section
      title="Sources"
      lead={
        isOver ? 'The sources that this analysis read, and those that it could not.' : undefined
      }
    >
      <div class="flex flex-col gap-4">
        {!isOver && <Running progress={progress} startedAt={startedAt} />}
        {unchecked.length > 0 && (
          <div>
            <h3 class="text-sm font-medium">Could not be checked</h3>
            <Collectors collectors={unchecked} />
          </div>
        )}
        {checked.length > 0 && (
          <div>
            {isOver && <h3 class="text-sm font-medium">Checked</h3>}
            <Collectors collectors={checked} />
          </div>
        )}
      </div>
    </Section>
  )
}

function Running({ progress, startedAt }: { progress: Progress; startedAt: string | null }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const elapsed =
    startedAt === null ? 0 : Math.max(0, Math.floor((now - Date.parse(startedAt)) / TICK_MS))
  return (
    <div class="flex flex-col gap-2">
      <p class="flex flex-wrap justify-between gap-2">
        <span role="status" class="font-medium">
          {STAGES[progress.stage]}
        </span>
        <span class="text-muted tabular-nums">
          {progress.percent} % · {elapsed} s
        </span>
      </p>
      <div
        role="progressbar"
        aria-label="Progress of the analysis"
        aria-valuemin={0}
        aria-valuemax={PERCENT_MAX}
        aria-valuenow={progress.percent}
      >
        <Bar share={progress.percent / PERCENT_MAX} />
      </div>
    </div>
  )
}

const TONES: Record<CollectorProgress['status'], string> = {
  pending: 'text-muted',
  running: 'text-accent',
  ok: 'text-good',
  empty: 'text-muted',
  failed: 'text-bad',
  timeout: 'text-bad',
  skipped: 'text-muted',
}

function Collectors({ collectors }: { collectors: readonly CollectorProgress[] }) {
  return (
    <ul>
      {collectors.map(({ name, status, detail, duration_ms: duration }) => (
        <li
          key={name}
          class="grid grid-cols-[minmax(0,1fr)_auto_4.5rem] gap-3 border-b border-line py-1.5 text-sm last:border-0"
        >
          <span class="min-w-0">
            {sourceName(name)}
            {detail !== null && (
              <span class="block text-muted">
                <OutsideText text={detail} max={200} />
              </span>
            )}
          </span>
          <span class={TONES[status]}>{STATUS_WORDS[status]}</span>
          <span class="text-right text-muted tabular-nums">{durationText(duration)}</span>
        </li>
      ))}
    </ul>
  )
}
