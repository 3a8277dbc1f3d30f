import { BASES } from '../attribution/basis.ts'
import { COLLECTOR_NAMES, COLLECTOR_STATUSES } from '../attribution/evidence.ts'
import { Candidate, ScoringResult, Warning } from '../attribution/scoring/scoring-result.ts'
import { COVERAGES } from '../billing/tables.ts'
import { DomainUnicode } from '../platform/http/domain-unicode.ts'
import { Time, WebAddress } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import type { QueueName } from '../platform/queue-messages.ts'
import { candidatesShown, type Tier } from '../platform/tier.ts'
import { FOUND_CHARACTERS_MAX } from './found-in-words.ts'

export const DEPTHS = ['quick', 'deep'] as const
export type Depth = (typeof DEPTHS)[number]
export const PASSIVE_DESCRIPTION =
  "Nothing is sent to the domain's own hosts: no page is read, and the collectors that would do " +
  'so are `skipped`.'
export const Passive = z.boolean().default(false).openapi({ description: PASSIVE_DESCRIPTION })

/** Few deep jobs run at the same time, because they wait for the certificate logs. */
export const LIST_QUEUES = { quick: 'bulk-analysis', deep: 'bulk-deep' } as const satisfies Record<
  Depth,
  QueueName
>
export const JOB_STATUSES = ['queued', 'running', 'completed', 'partial', 'failed'] as const
export const JobStatus = z.enum(JOB_STATUSES)
export type JobStatus = z.infer<typeof JobStatus>

export const JOB_STATES = ['waiting', ...JOB_STATUSES] as const
export const JobState = z.enum(JOB_STATES)
export type JobState = z.infer<typeof JobState>

/** Status in the API, which shows a waiting job as queued. */
export const presentStatus = (state: JobState): JobStatus =>
  state === 'waiting' ? 'queued' : state

export const statesShownAs = (status: JobStatus): JobState[] =>
  JOB_STATES.filter((state) => presentStatus(state) === status)

export function isTerminal(state: JobState): boolean {
  return state === 'completed' || state === 'partial' || state === 'failed'
}

export const CollectorProgress = z
  .object({
    name: z.enum(COLLECTOR_NAMES),
    status: z.enum(['pending', 'running', ...COLLECTOR_STATUSES]),
    duration_ms: z.number().int().nullable(),
    detail: z.string().nullable(),
    found: z.string().max(FOUND_CHARACTERS_MAX).nullable().openapi({
      description: 'Short text about the find, such as "Registrar: …". Null once the job ended.',
    }),
  })
  .openapi('CollectorProgress')
export type CollectorProgress = z.infer<typeof CollectorProgress>

const { name, status, duration_ms: durationMs, detail } = CollectorProgress.shape
// Stored as an array without field names. The names would need more space in each job than the
// values.
const StoredCollector = z.tuple([name, status, durationMs, detail])
export type StoredCollector = z.infer<typeof StoredCollector>
export const StoredCollectors = z.array(
  StoredCollector.transform(
    ([of, ended, duration, because]): CollectorProgress => ({
      name: of,
      status: ended,
      duration_ms: duration,
      detail: because,
      found: null,
    }),
  ),
)

export const Progress = z
  .object({
    percent: z.number().int().min(0).max(100),
    stage: z.enum(['queued', 'collecting', 'scoring', 'done']),
    collectors: z.array(CollectorProgress),
    candidate: z
      .string()
      .nullable()
      .openapi({
        description:
          'First candidate by the sources that are read already. Null once the job ended, and for ' +
          'jobs of lists.',
      }),
    updated_at: Time,
  })
  .openapi('Progress')
export type Progress = z.infer<typeof Progress>

export const AnswerReliability = {
  basis: z
    .enum(BASES)
    .nullable()
    .openapi({ description: 'Null without a result, and when nobody is named.' }),
  warnings: z.array(Warning).openapi({ description: 'Warnings of high severity first.' }),
}

// Result in the API. Some members are optional only in old stored results; in the API they are
// always present.
const ShownResult = ScoringResult.extend({
  ...AnswerReliability,
  candidates: z.array(Candidate.extend({ basis: Candidate.shape.basis.unwrap() })).openapi({
    description:
      'The best candidates: 3 for the tier free, 10 for pro, all for team and enterprise. The ' +
      'certificate of the analysis contains all of them.',
  }),
})

export const JobError = z.object({ code: z.string(), message: z.string() }).openapi('JobError')

export const Charge = z
  .object({
    covered_by: z.enum([...COVERAGES, 'free']).exclude(['none']),
    credits: z.number().int(),
    refunded: z.boolean(),
  })
  .openapi('Charge', {
    description:
      'How the analysis was paid. The monthly quota comes first, then overage (paid tiers), then ' +
      'credits. `free`: a sandbox domain, or a submission that returned an unfinished job. ' +
      '`credits` is 0 unless credits paid.',
  })
export type Charge = z.infer<typeof Charge>

export const FREE: Charge = { covered_by: 'free', credits: 0, refunded: false }

export const Job = z
  .object({
    job_id: z.string(),
    domain: z.string(),
    domain_unicode: DomainUnicode,
    depth: z.enum(DEPTHS),
    passive: z.boolean().openapi({ description: PASSIVE_DESCRIPTION }),
    status: JobStatus,
    created_at: Time,
    started_at: Time.nullable(),
    completed_at: Time.nullable(),
    duration_ms: z.number().int().nullable(),
    charge: Charge,
    progress: Progress,
    scoring_result: ShownResult.optional(),
    error: z.union([JobError, z.null()]),
    callback_url: WebAddress.nullable(),
    bulk_job_id: z.string().nullable(),
  })
  .openapi('Job')
export type Job = z.infer<typeof Job>

/**
 * A job with the fields that a template selects. All members are optional, because a template can
 * leave out any field.
 */
export const JobProjection = z
  .object({
    ...Job.shape,
    progress: Progress.extend({ collectors: z.array(CollectorProgress.partial()) }).partial(),
    scoring_result: ShownResult.extend({
      warnings: z.array(Warning.partial()),
      candidates: z.array(ShownResult.shape.candidates.element.partial()),
    }).partial(),
    charge: Charge.partial(),
    error: JobError.partial().nullable(),
  })
  .partial()
  .strict()
  .openapi('JobProjection', {
    description:
      'With a template, a job contains only the fields of the template, at their usual paths.',
  })

export const templateQuery = z.string().min(1).max(64).optional().openapi({
  description: 'A schema template, by name or id. The answer contains only its fields.',
})

export function resultForTier(result: ScoringResult, tier: Tier): ScoringResult {
  const shown = candidatesShown(tier)
  return shown === null ? result : { ...result, candidates: result.candidates.slice(0, shown) }
}
