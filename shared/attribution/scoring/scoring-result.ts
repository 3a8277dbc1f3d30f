import { z } from 'zod'

export const Candidate = z.object({
  rank: z.number().int(),
  entity: z.string(),
  /** Other spellings, and brands under which the site presents itself; results stored before they were read have none. */
  aliases: z.array(z.string()).default([]),
  entity_type: z.enum(['organization', 'person', 'unknown']),
  confidence: z.number().min(0).max(1),
  signal_count: z.number().int(),
  rationale: z.string(),
})
export type Candidate = z.infer<typeof Candidate>

/** The answer. Candidate confidences are probabilities and, with the chance of none of these, sum to at most 1. */
export const ScoringResult = z.object({
  domain: z.string(),
  outcome: z.enum(['attributed', 'ambiguous', 'no_clear_entity']),
  entity: z.string().nullable(),
  confidence: z.number().min(0).max(1),
  candidates: z.array(Candidate),
  summary: z.string(),
  collected_at: z.string(),
  scorer_version: z.string(),
})
export type ScoringResult = z.infer<typeof ScoringResult>

export const EntitySignals = z.object({
  entity: z.string(),
  aliases: z.array(z.string()).default([]),
  confidence: z.number().min(0).max(1),
  signals: z.array(
    z.object({
      signal: z.string(),
      collector: z.string(),
      observed: z.string(),
      contribution: z.number().min(0).max(1),
      stance: z.enum(['supports', 'contradicts']),
      explanation: z.string(),
    }),
  ),
  correlations: z.array(
    z.object({
      signals: z.tuple([z.string(), z.string()]),
      effect: z.enum(['reinforces', 'overlaps', 'contradicts']),
      explanation: z.string(),
    }),
  ),
})
export type EntitySignals = z.infer<typeof EntitySignals>

/** All that scoring derives from one set of evidence; pure, so the same evidence gives the same bytes. */
export const Scoring = z.object({
  result: ScoringResult,
  entities: z.array(EntitySignals),
  /** Values that may tie this domain to others of the same operator. */
  links: z.array(z.object({ kind: z.string(), value: z.string() })),
  /** What evidence states about the top entity: other spellings and a parent. */
  aliases: z.array(z.string()),
  parent: z.string().nullable(),
})
export type Scoring = z.infer<typeof Scoring>
