import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { Bar } from '../../parts/confidence.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import {
  byFinds,
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
}

export function LiveProgress({ progress, startedAt }: ProgressProps) {
  return (
    <Section title="Sources">
      <div class="flex flex-col gap-4">
        <Running progress={progress} startedAt={startedAt} />
        {/* A job of an older version has no such field. */}
        {Boolean(progress.candidate) && (
          <p role="status" class="rounded-md bg-accent-soft p-3">
            <span class="block text-sm text-muted">First candidate so far</span>
            <span class="text-lg font-semibold">
              <OutsideText text={progress.candidate ?? ''} max={160} />
            </span>
          </p>
        )}
        <Collectors collectors={byFinds(progress.collectors)} />
      </div>
    </Section>
  )
}

/** The sources of an analysis that is over, folded: first those that could not be checked. */
export function Sources({ collectors }: { collectors: readonly CollectorProgress[] }) {
  const unchecked = uncheckedOf(collectors)
  const unused = collectors.filter(({ status }) => status === 'skipped')
  const checked = collectors.filter(
    (collector) => !unchecked.includes(collector) && !unused.includes(collector),
  )
  return (
    <Section
      title="Sources"
      lead="The sources that this analysis read, and those that it could not."
    >
      <div class="flex flex-col gap-4">
        {unchecked.length > 0 && (
          <div>
            <h3 class="text-sm font-medium">Could not be checked</h3>
            <Collectors collectors={unchecked} />
          </div>
        )}
        <Folded title="Checked" collectors={checked} />
        <Folded title="Not used" collectors={unused} />
      </div>
    </Section>
  )
}

function Folded({
  title,
  collectors,
}: {
  title: string
  collectors: readonly CollectorProgress[]
}) {
  if (collectors.length === 0) return null
  return (
    <details>
      <summary class="cursor-pointer text-sm font-medium">
        {title} ({collectors.length})
      </summary>
      <Collectors collectors={collectors} />
    </details>
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
          {progress.percent}% · {elapsed} s
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
      {collectors.map(({ name, status, detail, found, duration_ms: duration }) => (
        <li
          key={name}
          class="grid grid-cols-[minmax(0,1fr)_auto] gap-3 border-b border-line py-1.5 text-sm last:border-0"
        >
          <span class="min-w-0">
            {!found ? (
              sourceName(name)
            ) : (
              <>
                <span class="block text-xs text-muted">{sourceName(name)}</span>
                <OutsideText text={found} max={160} />
              </>
            )}
            {detail !== null && (
              <span class="block text-muted">
                <OutsideText text={detail} max={200} />
              </span>
            )}
          </span>
          <span class="text-right">
            <span class={TONES[status]}>{STATUS_WORDS[status]}</span>
            {duration !== null && (
              <span class="block text-xs text-muted tabular-nums">{durationText(duration)}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
