import type { CollectedEvidence } from '../attribution/evidence.ts'
import type { Progress } from './job.ts'
import { advance, type ProgressEvent, queuedProgress } from './progress.ts'

/**
 * State of the Durable Object of a job. All but done are stored under one key; done is never
 * stored.
 */
export type RunState = Idle | Running | PutBack | Done

interface Idle {
  state: 'idle'
  /** True if the caller sent a key of a language model. The key itself is only in memory. */
  isKeyHeld: boolean
}

export interface Running {
  state: 'running'
  jobId: string
  requestId: string
  isKeyHeld: boolean
  /** Milliseconds since 1970. */
  startedAt: number
  /** Start of the first run, before the job was put back. Milliseconds since 1970. */
  firstStartedAt: number
  /** Number of times that the job was put back to its queue. */
  putBacks: number
  progress: Progress
  version: number
  /** Evidence that is already collected. A resumed run does not collect it again. */
  evidence: CollectedEvidence[]
  evidenceCharacters: number
}

/** The job is in its queue again, because only our side kept the run from an answer. */
interface PutBack extends Omit<Running, 'state'> {
  state: 'put back'
}

interface Done {
  state: 'done'
  progress: Progress
  version: number
}

export const IDLE: Idle = { state: 'idle', isKeyHeld: false }

// A Durable Object stores at most 2 MB in one value, and V8 may use two bytes for a character. Free
// evidence has a lower limit, so that space is left for paid evidence, which comes last. Evidence
// beyond the limits is not stored and must be collected again after a crash.
const FREE_CHARACTERS_MAX = 700_000
const EVIDENCE_CHARACTERS_MAX = 900_000

/**
 * An unfinished run is failed instead of resumed if the deadline of its job passed this long ago.
 */
export const OVERDUE_MS = 300_000

export function startRun(
  state: Idle | PutBack | Done,
  ids: { jobId: string; requestId: string },
  now: Date,
): Running {
  if (state.state === 'put back') return { ...state, state: 'running', startedAt: now.getTime() }
  return {
    state: 'running',
    ...ids,
    isKeyHeld: state.state === 'idle' && state.isKeyHeld,
    startedAt: now.getTime(),
    firstStartedAt: now.getTime(),
    putBacks: 0,
    progress: queuedProgress(now.toISOString()),
    version: 0,
    evidence: [],
    evidenceCharacters: 0,
  }
}

/** State after a progress event. Returns the unchanged object if the event is late or repeated. */
export function applyProgress(run: Running, event: ProgressEvent): Running {
  const progress = advance(run.progress, event)
  return progress === run.progress ? run : { ...run, progress, version: run.version + 1 }
}

/** Adds evidence to the run. Returns the same run if the evidence does not fit into the storage. */
export function keepEvidence(run: Running, evidence: CollectedEvidence, isFree: boolean): Running {
  const evidenceCharacters = run.evidenceCharacters + JSON.stringify(evidence).length
  const limit = isFree ? FREE_CHARACTERS_MAX : EVIDENCE_CHARACTERS_MAX
  return evidenceCharacters > limit
    ? run
    : { ...run, evidence: [...run.evidence, evidence], evidenceCharacters }
}

/** The next run collects again what is not in `kept`. */
export function putBackRun(run: Running, kept: readonly CollectedEvidence[], now: Date): PutBack {
  const names = kept.map(({ collector }) => collector)
  const event = { type: 'put back', kept: names, at: now.toISOString() } as const
  const evidence = run.evidence.filter(({ collector }) => names.includes(collector))
  return {
    ...applyProgress(run, event),
    state: 'put back',
    putBacks: run.putBacks + 1,
    evidence,
    evidenceCharacters: JSON.stringify(evidence).length,
  }
}

export function finishRun(run: Running, now: Date): Done {
  const { progress, version } = applyProgress(run, { type: 'done', at: now.toISOString() })
  return { state: 'done', progress, version }
}

export function isOverdue({ startedAt }: Running, now: Date, deadlineMs: number): boolean {
  return now.getTime() - startedAt > deadlineMs + OVERDUE_MS
}
