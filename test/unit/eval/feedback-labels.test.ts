import { expect, test } from 'vitest'
import { labelOf } from '../../eval/feedback-labels.ts'
import type { FeedbackReport } from '../../eval/feedback-report.ts'
import { reportOf } from './sample-reports.ts'

const unanswered: FeedbackReport['answer'] = {
  outcome: 'no_clear_entity',
  entity: null,
  confidence: 0.1,
  scorer_version: '2.0.0',
}

test.each<[string, Partial<FeedbackReport>, { operator: string | null; reject: string[] }]>([
  [
    'a confirmed answer',
    { verdict: 'right', correct_entity: null, relation: null },
    { operator: 'Kork Agentur', reject: [] },
  ],
  [
    'a confirmed answer, named again',
    { verdict: 'right', correct_entity: 'KORK agentur' },
    { operator: 'Kork Agentur', reject: [] },
  ],
  ['another operator', {}, { operator: 'Flasche Media GmbH', reject: ['Kork Agentur'] }],
  [
    'another name without a relation',
    { relation: null },
    { operator: 'Flasche Media GmbH', reject: ['Kork Agentur'] },
  ],
  [
    'an outdated answer',
    { verdict: 'outdated' },
    { operator: 'Flasche Media GmbH', reject: ['Kork Agentur'] },
  ],
  [
    'an operator where no answer was given',
    { answer: unanswered },
    { operator: 'Flasche Media GmbH', reject: [] },
  ],
  [
    'nobody',
    { correct_entity: null, relation: 'nobody' },
    { operator: null, reject: ['Kork Agentur'] },
  ],
  [
    'nobody, as answered',
    { verdict: 'right', correct_entity: null, relation: 'nobody', answer: unanswered },
    { operator: null, reject: [] },
  ],
])('a report of %s becomes a label of the operator', (_, from, { operator, reject }) => {
  const accept = operator === null ? [] : [operator]
  expect(labelOf(reportOf(from))).toMatchObject({
    label: { id: 'fbk_1', domain: 'kork.example', truth: { operator, accept, reject } },
  })
})

test.each<[string, Partial<FeedbackReport>]>([
  ['unsure', { verdict: 'unsure' }],
  ['parent', { relation: 'parent' }],
  ['parent', { verdict: 'right', correct_entity: null, relation: 'parent' }],
  ['former_operator', { relation: 'former_operator', verdict: 'outdated' }],
  ['platform', { relation: 'platform' }],
  ['host_or_registrar', { relation: 'host_or_registrar', correct_entity: null }],
  ['names no operator', { correct_entity: null, relation: null }],
  ['names no operator', { correct_entity: '…' }],
  [
    'names no operator',
    { verdict: 'right', correct_entity: null, relation: null, answer: unanswered },
  ],
  ['contradicts itself', { verdict: 'right' }],
  ['contradicts itself', { correct_entity: 'Kork, Agentur' }],
  ['contradicts itself', { relation: 'nobody' }],
  ['contradicts itself', { verdict: 'right', correct_entity: null, relation: 'nobody' }],
])('a report gives no label of the operator for the reason "%s" (%j)', (unused, from) => {
  expect(labelOf(reportOf(from))).toEqual({ unused })
})
