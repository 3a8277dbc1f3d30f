import type { CollectorName, CollectorStatus } from '../attribution/evidence.ts'
import type { Progress } from './job.ts'

export type ProgressEvent =
  | { type: 'started'; collectors: CollectorName[]; at: string }
  | { type: 'collector started'; collector: CollectorName; at: string }
  | {
      type: 'collector ended'
      collector: CollectorName
      status: CollectorStatus
      durationMs: number
      detail: string | null
      found: string | null
      at: string
    }
  | { type: 'candidate found'; candidate: string; at: string }
  | { type: 'put back'; kept: readonly CollectorName[]; at: string }
  | { type: 'scoring'; at: string }
  | { type: 'done'; at: string }

const COLLECTING_PERCENT_FROM = 5
const COLLECTING_PERCENT_TO = 90
const SCORING_PERCENT = 95

export const queuedProgress = (at: string): Progress => ({
  percent: 0,
  stage: 'queued',
  collectors: [],
  candidate: null,
  updated_at: at,
})

const isOver = (status: string) => status !== 'pending' && status !== 'running'

function collectingPercent(collectors: Progress['collectors']): number {
  if (collectors.length === 0) return COLLECTING_PERCENT_FROM
  const over = collectors.filter(({ status }) => isOver(status)).length
  return (
    COLLECTING_PERCENT_FROM +
    Math.floor(((COLLECTING_PERCENT_TO - COLLECTING_PERCENT_FROM) * over) / collectors.length)
  )
}

function withCollector(
  progress: Progress,
  name: CollectorName,
  change: Partial<Progress['collectors'][number]>,
  at: string,
): Progress {
  const known = progress.collectors.find((collector) => collector.name === name)
  if (
    progress.stage !== 'collecting' ||
    known === undefined ||
    isOver(known.status) ||
    known.status === change.status
  )
    return progress
  const collectors = progress.collectors.map((collector) =>
    collector === known ? { ...collector, ...change } : collector,
  )
  return {
    ...progress,
    collectors,
    percent: Math.max(progress.percent, collectingPercent(collectors)),
    updated_at: at,
  }
}

const pendingAgain = ({ collectors }: Progress, kept: readonly CollectorName[]) =>
  collectors.map((collector) =>
    kept.some((name) => name === collector.name)
      ? collector
      : { ...collector, status: 'pending' as const, duration_ms: null, detail: null, found: null },
  )

/** A late or repeated event returns the same progress. Percentage and stage never go back. */
export function advance(progress: Progress, event: ProgressEvent): Progress {
  switch (event.type) {
    case 'started': {
      if (progress.stage !== 'queued') return progress
      const collectors = event.collectors.map((name) => ({
        name,
        status: 'pending' as const,
        duration_ms: null,
        detail: null,
        found: null,
      }))
      return {
        percent: COLLECTING_PERCENT_FROM,
        stage: 'collecting',
        collectors,
        candidate: null,
        updated_at: event.at,
      }
    }
    case 'collector started':
      return withCollector(progress, event.collector, { status: 'running' }, event.at)
    case 'collector ended':
      return withCollector(
        progress,
        event.collector,
        {
          status: event.status,
          duration_ms: event.durationMs,
          detail: event.detail,
          found: event.found,
        },
        event.at,
      )
    case 'candidate found':
      return progress.stage === 'collecting' && progress.candidate !== event.candidate
        ? { ...progress, candidate: event.candidate, updated_at: event.at }
        : progress
    case 'put back':
      return progress.stage === 'collecting'
        ? { ...progress, collectors: pendingAgain(progress, event.kept), updated_at: event.at }
        : progress
    case 'scoring':
      return progress.stage === 'collecting'
        ? { ...progress, stage: 'scoring', percent: SCORING_PERCENT, updated_at: event.at }
        : progress
    case 'done':
      return progress.stage === 'done'
        ? progress
        : { ...progress, stage: 'done', percent: 100, candidate: null, updated_at: event.at }
    default:
      return event satisfies never
  }
}
