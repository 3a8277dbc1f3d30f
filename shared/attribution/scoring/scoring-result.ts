import { z } from 'zod'

export const Candidate = z.object({
  rank: z.number().int(),
  entity: z.string(),
  /** Other spellings of the operator's name, and brands of the site. Empty in results that were stored before this field existed. */
  aliases: z.array(z.string()).default([]),
  entity_type: z.enum(['organization', 'person', 'unknown']),
  confidence: z.number().min(0).max(1),
  signal_count: z.number().int(),
  rationale: z.string(),
})
export type Candidate = z.infer<typeof Candidate>

/**
 * Result of the analysis of one domain. The confidences of all candidates (possible operators) sum to at most 1. The remainder is the
 * probability that no candidate is the operator.
 */
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

export const Scoring = z.object({
  result: ScoringResult,
  entities: z.array(EntitySignals),
  /** Values that other domains of the same operator may also have, such as an advertising account id. */
  links: z.array(z.object({ kind: z.string(), value: z.string() })),
  aliases: z.array(z.string()),
  parent: z.string().nullable(),
})
export type Scoring = z.infer<typeof Scoring>
