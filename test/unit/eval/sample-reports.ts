import type { CollectedEvidence } from '../../../shared/attribution/evidence.ts'
import type { FeedbackReport } from '../../eval/feedback-report.ts'
import { collected, dns, NOW, registeredTo, whois } from '../attribution/scoring/sample-evidence.ts'

/** Evidence in which the registrant `name` is the only candidate for the operator. */
export const registeredEvidence = (domain: string, name: string): CollectedEvidence[] => [
  collected('dns', dns()),
  whois(domain, registeredTo(name)),
]

/**
 * A user's report about a wrong answer. It names another operator, and the evidence of the analysis
 * contains that operator.
 */
export function reportOf(from: Partial<FeedbackReport> = {}): FeedbackReport {
  const domain = from.domain ?? 'kork.example'
  return {
    feedback_id: 'fbk_1',
    domain,
    registrable_domain: domain,
    depth: 'deep',
    completed_at: NOW.toISOString(),
    verdict: 'wrong',
    correct_entity: 'Flasche Media GmbH',
    relation: 'operator',
    answer: {
      outcome: 'attributed',
      entity: 'Kork Agentur',
      confidence: 0.8,
      scorer_version: '2.0.0',
    },
    evidence: registeredEvidence(domain, from.correct_entity ?? 'Flasche Media GmbH'),
    ...from,
  }
}
