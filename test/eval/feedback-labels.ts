import { compactName } from '../../shared/attribution/names/entity-names.ts'
import { LabelledCase } from './cases.ts'
import type { FeedbackReport } from './feedback-report.ts'
import { sameName } from './measure.ts'

export type Unlabelled =
  | 'unsure'
  | 'parent'
  | 'former_operator'
  | 'platform'
  | 'host_or_registrar'
  | 'names no operator'
  | 'contradicts itself'

export type Labelling = { label: LabelledCase } | { unused: Unlabelled }

/**
 * Makes a label from a user's report. Only a report that confirms the answer, names an operator, or
 * says that nobody operates the domain labels the operator.
 */
export function labelOf(report: FeedbackReport): Labelling {
  const { verdict, relation, correct_entity: correct, answer } = report
  if (verdict === 'unsure') return { unused: 'unsure' }
  if (relation === 'nobody')
    return correct !== null || (verdict === 'right' && answer.entity !== null)
      ? { unused: 'contradicts itself' }
      : { label: caseOf(report, null) }
  if (relation !== null && relation !== 'operator') return { unused: relation }
  const same = correct !== null && answer.entity !== null && sameName(correct, answer.entity)
  if (verdict === 'right') {
    if (correct !== null && !same) return { unused: 'contradicts itself' }
    return named(report, answer.entity)
  }
  return same ? { unused: 'contradicts itself' } : named(report, correct)
}

const named = (report: FeedbackReport, operator: string | null): Labelling =>
  operator === null || compactName(operator) === ''
    ? { unused: 'names no operator' }
    : { label: caseOf(report, operator) }

function caseOf(
  { feedback_id: id, domain, answer }: FeedbackReport,
  operator: string | null,
): LabelledCase {
  const rejected =
    answer.entity !== null && (operator === null || !sameName(operator, answer.entity))
  return LabelledCase.parse({
    id,
    domain,
    class: 'feedback',
    truth: {
      operator,
      accept: operator === null ? [] : [operator],
      reject: rejected ? [answer.entity] : [],
    },
  })
}
