import { DomainUnicode } from '../../platform/http/domain-unicode.ts'
import { z } from '../../platform/http/zod-openapi.ts'
import { unicodeOf } from '../../platform/unicode-domain.ts'
import type { Basis } from '../basis.ts'
import { BASIS_LABELS } from '../scoring/answer-words.ts'
import { Candidate, type EntitySignals, ScoringResult, Warning } from '../scoring/scoring-result.ts'
import { AnswerFacts, readAnswerFacts, type StoredPiece } from './answer-facts.ts'
import { sourceName } from './source-names.ts'

const SUPPORTING_MAX = 5
const CONTRADICTING_MAX = 3
const TEXT_LENGTH_MAX = 400
const OBSERVED_LENGTH_MAX = 300

// Shares of the evidence for a candidate. A page shows the word, because shares of several signals
// do not add up to the confidence.
const STRONG_SHARE = 0.2
const MEDIUM_SHARE = 0.06
/** A smaller share is shown as 0% and explains nothing. */
const SHARE_MIN = 0.005

const Reason = z
  .object({
    text: z.string(),
    observed: z.string(),
    source: z.string().openapi({ description: 'Name of the source for people.' }),
    stance: z.enum(['supports', 'contradicts']),
    strength: z
      .enum(['strong', 'medium', 'weak'])
      .nullable()
      .openapi({ description: 'Null for a reason against the candidate.' }),
  })
  .openapi('Reason')
type Reason = z.infer<typeof Reason>

const TitledWarning = Warning.extend({
  title: z.string().openapi({ description: 'Headline for people.' }),
})

/**
 * An answer in the words of pages, shares, PDFs and emails. The names, reasons, warnings and facts can
 * contain text of strangers.
 */
export const Verdict = z
  .object({
    domain: z.string(),
    domain_unicode: DomainUnicode,
    depth: z.enum(['quick', 'deep']),
    passive: z.boolean(),
    outcome: ScoringResult.shape.outcome,
    entity: z.string().nullable(),
    entity_type: Candidate.shape.entity_type.nullable(),
    confidence: z.number().min(0).max(1),
    headline: z.string().openapi({
      description: 'The operator, "Not registered", or a sentence that nobody could be named.',
    }),
    is_registered: z.boolean(),
    meaning: z
      .string()
      .nullable()
      .openapi({ description: 'What the confidence means. Null if there is no candidate.' }),
    basis: ScoringResult.shape.basis.unwrap(),
    basis_label: z.string().nullable(),
    basis_sentence: z.string().nullable(),
    warnings: z.array(TitledWarning),
    summary: z.string(),
    candidates: z.array(
      z.object({
        entity: z.string(),
        entity_type: Candidate.shape.entity_type,
        confidence: z.number().min(0).max(1),
        basis: Candidate.shape.basis.unwrap(),
        rationale: z.string(),
      }),
    ),
    reasons: z.array(Reason).openapi({
      description: 'Of the first candidate: the strongest for it, then those against.',
    }),
    facts: AnswerFacts,
    collected_at: ScoringResult.shape.collected_at,
  })
  .openapi('Verdict')
export type Verdict = z.infer<typeof Verdict>

export interface VerdictMaterial {
  domain: string
  depth: 'quick' | 'deep'
  passive: boolean
  /** With only the candidates that the reader may see. */
  result: ScoringResult
  signals: readonly EntitySignals[]
  evidence: readonly StoredPiece[]
}

export function verdictOf({
  domain,
  depth,
  passive,
  result,
  signals,
  evidence,
}: VerdictMaterial): Verdict {
  const { outcome, entity, confidence, basis, summary, candidates, collected_at } = result
  const facts = readAnswerFacts(domain, evidence, collected_at)
  const isRegistered = !result.warnings.some(({ kind }) => kind === 'not_registered')
  return {
    domain,
    domain_unicode: unicodeOf(domain),
    depth,
    passive,
    outcome,
    entity,
    entity_type: entity === null ? null : (candidates[0]?.entity_type ?? null),
    confidence,
    headline: headlineOf(result, isRegistered),
    is_registered: isRegistered,
    meaning: candidates.length === 0 ? null : meaningOf(result),
    basis,
    basis_label: basis === null ? null : BASIS_LABELS[basis],
    basis_sentence: basis === null ? null : basisSentence(basis, entity ?? candidates[0]?.entity),
    warnings: result.warnings.map((warning) => ({
      ...warning,
      title: warningTitle(warning, facts.registration.age_days),
    })),
    summary,
    candidates: candidates.map(({ entity, entity_type, confidence, basis, rationale }) => ({
      entity,
      entity_type,
      confidence,
      basis,
      rationale,
    })),
    reasons: reasonsOf(signals[0]),
    facts,
    collected_at,
  }
}

function headlineOf({ outcome, entity }: ScoringResult, isRegistered: boolean): string {
  if (entity !== null) return entity
  if (!isRegistered) return 'Not registered'
  return outcome === 'ambiguous' ? 'The operator is not certain' : 'Nobody could be named'
}

/** Confidence in words, the same on pages, in PDFs and in emails. */
export function confidenceInWords(confidence: number): string {
  if (confidence >= 0.9) return 'very likely'
  if (confidence >= 0.75) return 'likely'
  if (confidence >= 0.5) return 'more likely than not'
  return confidence >= 0.25 ? 'uncertain' : 'unlikely'
}

export const percentText = (share: number): string => `${Math.round(share * 100)}%`

/** "98%, very likely". */
export const confidenceText = (confidence: number): string =>
  `${percentText(confidence)}, ${confidenceInWords(confidence)}`

function meaningOf({ outcome, confidence }: ScoringResult): string {
  return outcome === 'attributed'
    ? `Of 100 answers with this confidence, about ${Math.round(confidence * 100)} are right.`
    : `The first candidate has ${percentText(confidence)}. That is too little to name it.`
}

function basisSentence(basis: Basis, entity = 'this company'): string {
  switch (basis) {
    case 'verified':
      return 'An authority that checks identity, or the company itself, ties the name to the domain.'
    case 'corroborated':
      return 'A third party confirms the name. Entries can be copied, so this is no proof.'
    case 'stated':
      return `The site says that it is operated by ${entity}; no independent source confirms it.`
    default:
      return basis satisfies never
  }
}

export function warningTitle(
  { kind, entity }: Pick<Warning, 'kind' | 'entity'>,
  ageDays: number | null = null,
): string {
  switch (kind) {
    case 'imitates':
      return `Imitates ${entity ?? 'another company'}`
    case 'unconfirmed_claim':
      return `Claims to be ${entity ?? 'a known company'}, without confirmation`
    case 'hidden_text':
      return 'Names an operator in hidden text'
    case 'redirects_elsewhere':
      return 'Redirects to another site'
    case 'very_young':
      return ageDays === null
        ? 'Registered less than 30 days before the analysis'
        : `Registered ${ageDays === 1 ? '1 day' : `${ageDays} days`} before the analysis`
    case 'mixed_scripts':
      return 'Mixes letters that look alike'
    case 'registration_ending':
      return 'The registration is on hold or ending'
    case 'unreadable_site':
      return 'The site could not be read'
    case 'orders_in_text':
      return 'Contains instructions to machines'
    case 'not_registered':
      return 'Not registered'
    case 'parked':
      return 'Parked'
    case 'for_sale':
      return 'Offered for sale'
    case 'registrant_withheld':
      return 'The registrant is withheld'
    default:
      return kind satisfies never
  }
}

/** At most five reasons for the candidate and three against it, each sentence once. */
function reasonsOf(entity: EntitySignals | undefined): Reason[] {
  const once = new Map<string, Reason>()
  for (const signal of entity?.signals ?? []) {
    const { stance, contribution, explanation, observed, collector } = signal
    const isShown = stance === 'contradicts' || contribution >= SHARE_MIN
    const key = `${stance} ${explanation}`
    if (!isShown || once.has(key)) continue
    once.set(key, {
      text: cut(explanation, TEXT_LENGTH_MAX),
      observed: cut(observed, OBSERVED_LENGTH_MAX),
      source: sourceName(collector),
      stance,
      strength: stance === 'supports' ? strengthOf(contribution) : null,
    })
  }
  const ofStance = (wanted: Reason['stance'], max: number) =>
    [...once.values()].filter(({ stance }) => stance === wanted).slice(0, max)
  return [...ofStance('supports', SUPPORTING_MAX), ...ofStance('contradicts', CONTRADICTING_MAX)]
}

function strengthOf(share: number): Reason['strength'] {
  if (share >= STRONG_SHARE) return 'strong'
  return share >= MEDIUM_SHARE ? 'medium' : 'weak'
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
