import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { EvidenceSet } from '../../shared/attribution/evidence.ts'
import type { Calibration } from '../../shared/attribution/scoring/calibration.ts'
import { gatherCandidates } from '../../shared/attribution/scoring/candidates.ts'
import { noneScore, rankCandidates } from '../../shared/attribution/scoring/rank-candidates.ts'
import { scoreSignals } from '../../shared/attribution/scoring/score.ts'
import {
  EntitySignals,
  type Scoring,
  ScoringResult,
} from '../../shared/attribution/scoring/scoring-result.ts'
import { readSignals } from '../../shared/attribution/signals/read-signals.ts'
import type { Signal } from '../../shared/attribution/signals/signal.ts'
import { evidenceSetOf, StoredEvidence } from './stored-evidence.ts'

/**
 * A job as it is stored or exported. An export of users' reports has the id of the report in the
 * place of the job's id, and lacks `signals`, the stored explanation of the result.
 */
export const StoredJob = z.object({
  job_id: z.string().optional(),
  feedback_id: z.string().optional(),
  domain: z.string(),
  registrable_domain: z.string(),
  evidence: StoredEvidence,
  result: ScoringResult,
  signals: z.array(EntitySignals).nullish(),
})
export type StoredJob = z.infer<typeof StoredJob>

export interface Answer {
  outcome: ScoringResult['outcome']
  entity: string | null
  confidence: number
}

/**
 * Amount by which this cause moved the answer. The unit is log-odds if the parameters of the source
 * tree give the stored answer. Otherwise it is a share of the score.
 */
export interface Cause {
  entity: string
  cause: string
  change: number
  unit: 'log-odds' | 'share'
}

export interface Change {
  id: string
  domain: string
  moved: ('outcome' | 'entity' | 'confidence')[]
  before: Answer
  after: Answer
  causes: Cause[]
}

export interface Rescored {
  /** True if the new result equals the stored result in every field. */
  identical: boolean
  change: Change | null
}

export const CONFIDENCE_CHANGE_MIN = 0.05
const CAUSES_MAX = 3
const CAUSE_MIN = 0.01

/**
 * Scores a job again, as of the time when its evidence was collected, so that equal parameters give
 * an equal result.
 * `reference` has the parameters of the stored result. They are needed to explain a change.
 */
export function rescoreJob(
  job: StoredJob,
  calibration: Calibration,
  reference: Calibration,
): Rescored {
  const target = { domain: job.domain, registrableDomain: job.registrable_domain }
  const evidence = evidenceSetOf(job.evidence)
  const now = new Date(job.result.collected_at)
  const signals = readSignals(target, evidence, now)
  const scoring = scoreSignals(target, evidence, signals, now, calibration)
  const before = answerOf(job.result)
  const after = answerOf(scoring.result)
  const moved = movedIn(before, after)
  if (moved.length === 0)
    return { identical: isDeepStrictEqual(job.result, scoring.result), change: null }
  const input: ScoringInput = { target, evidence, signals, now }
  const known = answerOf(scoreSignals(target, evidence, signals, now, reference).result)
  const causes =
    reference !== calibration && isDeepStrictEqual(known, before)
      ? oddsCauses(input, reference, calibration)
      : shareCauses(job.signals ?? [], scoring)
  return {
    identical: false,
    change: { id: idOf(job), domain: job.domain, moved, before, after, causes },
  }
}

const idOf = ({ job_id, feedback_id }: StoredJob): string => job_id ?? feedback_id ?? '(no id)'

const answerOf = ({ outcome, entity, confidence }: ScoringResult): Answer => ({
  outcome,
  entity,
  confidence,
})

function movedIn(before: Answer, after: Answer): Change['moved'] {
  return [
    ...(before.outcome === after.outcome ? [] : (['outcome'] as const)),
    ...(before.entity === after.entity ? [] : (['entity'] as const)),
    ...(Math.abs(before.confidence - after.confidence) > CONFIDENCE_CHANGE_MIN
      ? (['confidence'] as const)
      : []),
  ]
}

interface ScoringInput {
  target: { domain: string; registrableDomain: string }
  evidence: EvidenceSet
  signals: readonly Signal[]
  now: Date
}

function oddsCauses(
  { target, evidence, signals, now }: ScoringInput,
  before: Calibration,
  after: Calibration,
): Cause[] {
  const gathered = gatherCandidates(target, evidence, signals, now)
  const partsUnder = (calibration: Calibration): Map<string, Map<string, number>> => {
    const none = noneScore(gathered.context, calibration)
    return new Map(
      rankCandidates(gathered, calibration).map((ranked) => {
        const parts = new Map([
          ['ranking model', ranked.score - ranked.evidence],
          ['no operator at all', -none],
        ])
        for (const { signal, nats } of ranked.votes)
          parts.set(signal.kind, (parts.get(signal.kind) ?? 0) + nats)
        parts.set('confidence map', logit(ranked.confidence) - (ranked.score - none))
        return [ranked.candidate.name, parts]
      }),
    )
  }
  const [old, current] = [partsUnder(before), partsUnder(after)]
  const tops = new Set([...old.keys()].slice(0, 1).concat([...current.keys()].slice(0, 1)))
  return [...tops].flatMap((entity) =>
    strongest(entity, old.get(entity) ?? new Map(), current.get(entity) ?? new Map(), 'log-odds'),
  )
}

const logit = (probability: number): number => {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, probability))
  return Math.log(bounded / (1 - bounded))
}

/** Causes from a stored explanation. It has only shares of the score, not log-odds. */
function shareCauses(stored: readonly EntitySignals[], { entities }: Scoring): Cause[] {
  const tops = new Set([stored[0], entities[0]].flatMap((one) => one?.entity ?? []))
  return [...tops].flatMap((entity) =>
    strongest(entity, sharesOf(stored, entity), sharesOf(entities, entity), 'share'),
  )
}

function sharesOf(entities: readonly EntitySignals[], name: string): Map<string, number> {
  const shares = new Map<string, number>()
  for (const { signal, contribution } of entities.find(({ entity }) => entity === name)?.signals ??
    [])
    shares.set(signal, (shares.get(signal) ?? 0) + contribution)
  return shares
}

function strongest(
  entity: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  unit: Cause['unit'],
): Cause[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((cause) => ({
      entity,
      cause,
      change: (after.get(cause) ?? 0) - (before.get(cause) ?? 0),
      unit,
    }))
    .filter(({ change }) => Math.abs(change) >= CAUSE_MIN)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, CAUSES_MAX)
}
