import { describe, expect, test } from 'vitest'
import type { CollectedEvidence } from '../../../shared/attribution/evidence.ts'
import { sameEntity } from '../../../shared/attribution/names/entity-names.ts'
import { score } from '../../../shared/attribution/scoring/score.ts'
import type { ScoringResult } from '../../../shared/attribution/scoring/scoring-result.ts'
import { evidence, NOW, target } from './scoring/sample-evidence.ts'
import { HONEST_CASES, WITNESS_CASES } from './witness-cases.ts'
import { DOMAIN, HONEST } from './witness-entries.ts'

const answerTo = (entries: readonly CollectedEvidence[]): ScoringResult =>
  score(target(DOMAIN), evidence(...entries), NOW).result

const candidatesNamed = ({ candidates }: ScoringResult, name: string) =>
  candidates.filter(({ entity }) => sameEntity(entity, name))

describe('an attacker with a witness', () => {
  const table = WITNESS_CASES.map((each) => [each.attack, each] as const)

  test.each(table)('%s never verifies', (_, { evidence: entries, wanted }) => {
    const named = candidatesNamed(answerTo(entries), wanted)
    expect(named.filter(({ basis }) => basis === 'verified')).toEqual([])
  })

  test.each(table)('%s stays within its limit', (_, each) => {
    const result = answerTo(each.evidence)
    const most = Math.max(0, ...candidatesNamed(result, each.wanted).map((one) => one.confidence))
    expect(most).toBeLessThanOrEqual(each.confidenceMax)
    if (each.operator !== undefined) expect(result.entity).toBe(each.operator)
  })
})

describe('an honest company', () => {
  test.each(HONEST_CASES.map(({ title, evidence: entries }) => [title, entries] as const))(
    'is verified by %s',
    (_, entries) => {
      const { entity, basis, confidence } = answerTo(entries)
      expect({ entity, basis }).toEqual({ entity: HONEST, basis: 'verified' })
      expect(confidence).toBeGreaterThanOrEqual(0.95)
    },
  )
})
