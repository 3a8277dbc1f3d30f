import { describe, expect, test } from 'vitest'
import { labelOf } from '../../eval/feedback-labels.ts'
import type { FeedbackReport } from '../../eval/feedback-report.ts'
import { foldsHidden, selectReports } from '../../eval/feedback-selection.ts'
import { foldOf, OPERATOR_FOLDS } from '../../eval/folds.ts'
import { caseOf, reportOf } from './sample-reports.ts'

const present = () => true

function selected(
  reports: readonly FeedbackReport[],
  base = [caseOf('other.example', 'Other Works Ltd')],
  found = present,
) {
  const { kept, unused } = selectReports(reports, base, found)
  return {
    kept: kept.map(({ report }) => report.feedback_id).sort(),
    unused: Object.fromEntries(unused.map(({ report, reason }) => [report.feedback_id, reason])),
  }
}

describe('selection of reports', () => {
  test('one report is kept for each operator, of the domain with the most agreeing accounts', () => {
    const reports = [
      reportOf({ feedback_id: 'fbk_1', domain: 'one.example' }),
      reportOf({ feedback_id: 'fbk_2', domain: 'two.example', correct_entity: 'FLASCHE media' }),
      reportOf({ feedback_id: 'fbk_3', domain: 'two.example', account: 'account 2' }),
      reportOf({ feedback_id: 'fbk_4', domain: 'three.example', correct_entity: 'Glas & Co' }),
    ]
    const expected = {
      kept: ['fbk_2', 'fbk_4'],
      unused: { fbk_1: 'operator repeated', fbk_3: 'operator repeated' },
    }
    expect(selected(reports)).toEqual(expected)
    expect(selected(reports.toReversed())).toEqual(expected)
  })

  test('of two operators of one domain the one with more accounts wins, and reports of one account count once', () => {
    const rival = { correct_entity: 'Glas & Co' }
    const reports = [
      reportOf({ feedback_id: 'fbk_1', ...rival }),
      reportOf({ feedback_id: 'fbk_2', ...rival }),
      reportOf({ feedback_id: 'fbk_3', ...rival }),
      reportOf({ feedback_id: 'fbk_4', account: 'account 2' }),
      reportOf({ feedback_id: 'fbk_5', account: 'account 3' }),
    ]
    expect(selected(reports)).toEqual({
      kept: ['fbk_4'],
      unused: {
        fbk_1: 'outvoted',
        fbk_2: 'outvoted',
        fbk_3: 'outvoted',
        fbk_5: 'operator repeated',
      },
    })
  })

  test('a report that contradicts an example of the same registrable domain is not used', () => {
    const base = [caseOf('shop.kork.com', 'Kork Holdings', ['Kork Holdings', 'Flasche Media'])]
    const about = (feedback_id: string, more: Partial<FeedbackReport> = {}) =>
      reportOf({ feedback_id, domain: 'www.kork.com', registrable_domain: 'kork.com', ...more })
    expect(selected([about('fbk_1')], base)).toEqual({ kept: ['fbk_1'], unused: {} })
    expect(selected([about('fbk_2', { correct_entity: 'Glas & Co' })], base).unused).toEqual({
      fbk_2: 'contradicts the examples',
    })
    expect(
      selected([about('fbk_3', { correct_entity: null, relation: 'nobody' })], base).unused,
    ).toEqual({
      fbk_3: 'contradicts the examples',
    })
  })

  test('a report whose operator is not in the evidence is not used, and gives its domain to no other operator', () => {
    const reports = [
      reportOf({ feedback_id: 'fbk_1', account: 'account 1' }),
      reportOf({ feedback_id: 'fbk_2', account: 'account 2' }),
      reportOf({ feedback_id: 'fbk_3', account: 'account 3', correct_entity: 'Glas & Co' }),
      reportOf({ feedback_id: 'fbk_4', verdict: 'unsure' }),
    ]
    const { kept, unused } = selectReports(
      reports,
      [],
      ({ label }) => label.truth.operator === 'Glas & Co',
    )
    expect(kept).toEqual([])
    expect(unused.map(({ report, reason }) => `${report.feedback_id} ${reason}`).sort()).toEqual([
      'fbk_1 not in the evidence',
      'fbk_2 not in the evidence',
      'fbk_3 outvoted',
      'fbk_4 unsure',
    ])
  })
})

describe('folds that must not learn from a report', () => {
  const base = [
    caseOf('shop.kork.com', 'Kork Holdings'),
    caseOf('flasche-media.de', 'Flasche Media GmbH', ['Flasche Media GmbH', 'Flasche']),
    caseOf('parked.example', null),
  ]
  const hidden = (from: Partial<FeedbackReport>) => {
    const report = reportOf(from)
    const labelling = labelOf(report)
    if (!('label' in labelling)) throw new Error(labelling.unused)
    return foldsHidden({ report, label: labelling.label }, base)
  }

  test.each<[string, Partial<FeedbackReport>, string[]]>([
    [
      'the same registrable domain',
      { domain: 'www.kork.com', registrable_domain: 'kork.com', correct_entity: 'Glas & Co' },
      ['Kork Holdings'],
    ],
    ['the same operator', { correct_entity: 'Flasche Media AG' }, ['Flasche Media GmbH']],
    [
      'an operator of a similar name',
      { correct_entity: 'Flasche Media Deutschland' },
      ['Flasche Media GmbH'],
    ],
    [
      'a domain without an operator',
      { domain: 'parked.example', correct_entity: null, relation: 'nobody' },
      ['parked.example'],
    ],
    [
      'the rejected operator of an example',
      { correct_entity: 'Glas & Co', answer: { ...reportOf().answer, entity: 'Kork Holdings' } },
      ['Kork Holdings'],
    ],
    [
      'the domain of one example and the operator of another',
      { domain: 'kork.com' },
      ['Kork Holdings', 'Flasche Media GmbH'],
    ],
    ['neither', { correct_entity: 'Glas & Co' }, []],
  ])('are those that judge %s', (_, from, operators) => {
    expect(hidden(from)).toEqual(
      new Set(operators.map((operator) => foldOf(operator, OPERATOR_FOLDS))),
    )
  })
})
