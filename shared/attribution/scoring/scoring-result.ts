import { z } from 'zod'
import { Time } from '../../platform/http/fields.ts'
import { BASES } from '../basis.ts'

/** Kinds of warnings with their severity. Answers list the warnings in this order. */
export const WARNING_SEVERITIES = {
  imitates: 'high',
  unconfirmed_claim: 'high',
  hidden_text: 'high',
  redirects_elsewhere: 'medium',
  very_young: 'medium',
  mixed_scripts: 'medium',
  registration_ending: 'medium',
  unreadable_site: 'medium',
  orders_in_text: 'medium',
  not_registered: 'info',
  parked: 'info',
  for_sale: 'info',
  registrant_withheld: 'info',
} as const
export type WarningKind = keyof typeof WARNING_SEVERITIES
export const WARNING_KINDS = Object.keys(WARNING_SEVERITIES) as [WarningKind, ...WarningKind[]]

export const Warning = z.object({
  kind: z.enum(WARNING_KINDS),
  severity: z.enum(['high', 'medium', 'info']),
  /** The imitated or claimed company, or the hidden name. */
  entity: z.string().nullable(),
  detail: z.string(),
})
export type Warning = z.infer<typeof Warning>

export const Candidate = z.object({
  rank: z.number().int(),
  entity: z.string(),
  // Other spellings of the name, and brands of the site. This and other fields with a default are
  // missing in older results.
  aliases: z.array(z.string()).default([]),
  entity_type: z.enum(['organization', 'person', 'unknown']),
  confidence: z.number().min(0).max(1),
  basis: z.enum(BASES).nullable().default(null),
  signal_count: z.number().int(),
  rationale: z.string(),
})
export type Candidate = z.infer<typeof Candidate>

/** Confidences sum to at most 1; the rest is the probability that no candidate is the operator. */
export const ScoringResult = z.object({
  domain: z.string(),
  outcome: z.enum(['attributed', 'ambiguous', 'no_clear_entity']),
  entity: z.string().nullable(),
  confidence: z.number().min(0).max(1),
  /** Null if nobody is named, and in older results. */
  basis: z.enum(BASES).nullable().default(null),
  warnings: z.array(Warning).default([]),
  candidates: z.array(Candidate),
  summary: z.string(),
  collected_at: Time,
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
      signals: z.tuple([z.string(), z.string()]).openapi({
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 2,
        example: ['rdap_registrant_organization', 'web_legal_entity'],
      }),
      effect: z.enum(['reinforces', 'overlaps', 'contradicts']),
      explanation: z.string(),
    }),
  ),
})
export type EntitySignals = z.infer<typeof EntitySignals>

export const Scoring = z.object({
  result: ScoringResult,
  entities: z.array(EntitySignals),
  /** Values that other domains of the operator may contain too, such as an analytics id. */
  links: z.array(z.object({ kind: z.string(), value: z.string() })),
  aliases: z.array(z.string()),
  parent: z.string().nullable(),
})
export type Scoring = z.infer<typeof Scoring>
