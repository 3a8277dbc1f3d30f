import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  groupReports,
  type ReportToReview,
  trustOf,
} from '../../../shared/feedback/group-reports.ts'

let count = 0
function report(given: Partial<ReportToReview> = {}): ReportToReview {
  count += 1
  const id = `fbk_${String(count).padStart(26, '0')}`
  return {
    feedback_id: id,
    job_id: 'job_1',
    domain: 'a.example',
    sandbox: false,
    verdict: 'wrong',
    correct_entity: 'Rival Ltd',
    normalized_entity: 'rival',
    relation: null,
    evidence_urls: [],
    note: null,
    status: 'received',
    revision: 1,
    resolution_note: null,
    created_at: '2026-11-20T00:00:00Z',
    account_group: id,
    account_age_days: 400,
    accepted: 0,
    declined: 0,
    outcome: 'attributed',
    entity: 'Someone',
    confidence: 0.9,
    ...given,
  }
}

describe('the order of reports for the reviewer', () => {
  test('independent accounts that say the same strengthen each other, one account with many reports does not', () => {
    const agreed = [1, 2, 3].map(() => report({ domain: 'agreed.example' }))
    const repeated = [1, 2, 3, 4].map(() =>
      report({ domain: 'repeated.example', account_group: 'same' }),
    )
    const groups = groupReports([...repeated, ...agreed])
    expect(
      groups.map(({ reports, independentAccounts, score }) => [
        reports,
        independentAccounts,
        score,
      ]),
    ).toEqual([
      [agreed, 3, 1.5],
      [repeated, 1, 0.5],
    ])
  })

  test('accepted reports raise the trust in an account, and declined ones lower it', () => {
    expect(trustOf({ accepted: 0, declined: 0 })).toBe(0.5)
    const trusted = report({ domain: 'b.example', accepted: 8 })
    const fresh = report({ domain: 'c.example' })
    const doubtful = report({ domain: 'd.example', declined: 8 })
    expect(groupReports([doubtful, fresh, trusted]).flatMap(({ reports }) => reports)).toEqual([
      trusted,
      fresh,
      doubtful,
    ])
  })

  test('another name, relation or verdict is another claim, and a legal form is none', () => {
    const same = [report({ correct_entity: 'Rival Limited' }), report({ relation: 'operator' })]
    const others = [
      report({ normalized_entity: 'other' }),
      report({ relation: 'parent' }),
      report({ correct_entity: null, normalized_entity: null, relation: 'nobody' }),
      report({ correct_entity: null, normalized_entity: null, verdict: 'right' }),
      report({ correct_entity: null, normalized_entity: null, verdict: 'unsure' }),
    ]
    expect(groupReports([...same, ...others]).map(({ reports }) => reports.length)).toEqual([
      2, 1, 1, 1, 1, 1,
    ])
  })

  test('one name for three domains by young accounts counts as one report, however many accounts send it', () => {
    const plan = Array.from({ length: 40 }, (_, index) =>
      report({ domain: `victim-${index}.example`, account_age_days: 2 }),
    )
    const honest = [1, 2].map(() =>
      report({ domain: 'honest.example', normalized_entity: 'honest' }),
    )
    const [first, second, ...others] = groupReports([...plan, ...honest])
    expect(first).toMatchObject({ kind: 'agreement', reports: honest, score: 1 })
    expect(second).toMatchObject({
      kind: 'campaign',
      domains: 40,
      independentAccounts: 40,
      score: 0.5,
    })
    expect(others).toEqual([])
  })

  test('two domains are no campaign, and neither are older accounts or reports that an answer is right', () => {
    const two = ['a.example', 'b.example'].map((domain) => report({ domain, account_age_days: 1 }))
    const old = ['c', 'd', 'e'].map((domain) => report({ domain, account_age_days: 31 }))
    const right = ['f', 'g', 'h'].map((domain) =>
      report({ domain, account_age_days: 1, verdict: 'right' }),
    )
    for (const reports of [two, old, right])
      expect(groupReports(reports).map(({ kind }) => kind)).toEqual(reports.map(() => 'agreement'))
  })

  test('reports about sandbox domains are one group at the end', () => {
    const practice = [1, 2].map(() => report({ sandbox: true, accepted: 9 }))
    const real = report({ declined: 50 })
    expect(groupReports([...practice, real]).map(({ kind, reports }) => [kind, reports])).toEqual([
      ['agreement', [real]],
      ['sandbox', practice],
    ])
  })
})

const anyReport = fc
  .record({
    domain: fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example'),
    sandbox: fc.boolean(),
    verdict: fc.constantFrom('right', 'wrong', 'outdated', 'unsure'),
    normalized_entity: fc.constantFrom(null, 'rival', 'other'),
    relation: fc.constantFrom(null, 'operator', 'nobody'),
    account_group: fc.constantFrom('one', 'two', 'three'),
    account_age_days: fc.nat(100),
    accepted: fc.nat(5),
    declined: fc.nat(5),
  })
  .map((given) => report(given as Partial<ReportToReview>))

test('each report is in exactly one group, and the order of the input has no effect', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 40 }), (reports) => {
      const groups = groupReports(reports)
      const shown = groups.flatMap(({ reports: own }) => own)
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown.toSorted(byId)).toEqual(reports.toSorted(byId))
      expect(groupReports(reports.toReversed())).toEqual(groups)
      for (const { kind, score } of groups) if (kind !== 'agreement') expect(score).toBeLessThan(1)
      expect(groups.map(({ score }) => score)).toEqual(
        groups.map(({ score }) => score).toSorted((a, b) => b - a),
      )
    }),
  )
})

const byId = (a: ReportToReview, b: ReportToReview) => (a.feedback_id < b.feedback_id ? -1 : 1)
