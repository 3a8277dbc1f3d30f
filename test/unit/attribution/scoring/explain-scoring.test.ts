import { describe, expect, test } from 'vitest'
import { SURE_CONFIDENCE } from '../../../../shared/attribution/scoring/ceilings.ts'
import {
  explainScoring,
  ScoringExplanation,
} from '../../../../shared/attribution/scoring/explain-scoring.ts'
import { AUTHORS } from '../../../../shared/attribution/signals/signal-authors.ts'
import { HOW_IT_IS_SCORED } from '../../../../workers/mcp/how-it-is-scored.ts'

const RESOURCE_BYTES_MAX = 6_144
const explanation = explainScoring()

test('the explanation fits its schema', () => {
  expect(ScoringExplanation.parse(explanation)).toEqual(explanation)
})

test('only a verified answer reaches the confidence of a sure answer', () => {
  const sure = explanation.basis.filter(
    ({ confidence_max: most }) => most !== null && most >= SURE_CONFIDENCE,
  )
  expect(sure.map(({ basis }) => basis)).toEqual(['verified'])
  const limits = explanation.basis.flatMap((each) => each.limits)
  expect(limits.filter(({ confidence_max: most }) => most >= SURE_CONFIDENCE)).toEqual([])
})

test('each author stands once, visitors give no basis, and the holder never verifies', () => {
  const authors = explanation.basis.flatMap(({ basis, authors }) =>
    authors.map(({ author }) => ({ author, basis })),
  )
  expect(authors.map(({ author }) => author).sort()).toEqual([...AUTHORS].sort())
  expect(authors).toContainEqual({ author: 'visitor', basis: null })
  const own = explanation.sources.filter(({ author }) => author === 'holder')
  expect(own.filter(({ basis }) => basis !== 'stated' && basis !== null)).toEqual([])
})

test('sentences are complete', () => {
  const sentences = [
    ...explanation.sources.map(({ sentence }) => sentence),
    ...explanation.limits.map(({ sentence }) => sentence),
    ...explanation.warnings.map(({ when }) => when),
  ]
  expect(
    sentences.filter((sentence) => !/^\p{Lu}.*\.$/u.test(sentence) || /[{}]/.test(sentence)),
  ).toEqual([])
})

describe('the figures of the release', () => {
  test('count each case once', () => {
    for (const { cases, right, brand, wrong, abstained, harmful, sure } of explanation.figures
      .sets) {
      expect(right + brand + wrong + abstained).toBe(cases)
      expect(harmful).toBeLessThanOrEqual(wrong)
      expect(sure.right).toBeLessThanOrEqual(sure.cases)
    }
    // If a site names nobody and the answer is the site's own name, the answer is neither right nor
    // wrong. `reliability` leaves out such cases, so it may have fewer cases than the sets.
    const sets = explanation.figures.sets
    const most = sets.reduce((sum, set) => sum + set.cases, 0)
    const brands = sets.reduce((sum, set) => sum + set.brand, 0)
    expect(explanation.reliability.cases).toBeLessThanOrEqual(most)
    expect(explanation.reliability.cases).toBeGreaterThanOrEqual(most - brands)
  })
})

test('the resource for agents is short and has the facts of the page', () => {
  expect(new TextEncoder().encode(HOW_IT_IS_SCORED).length).toBeLessThanOrEqual(RESOURCE_BYTES_MAX)
  expect(HOW_IT_IS_SCORED).toContain(`At ${SURE_CONFIDENCE} or more, an author that the holder`)
  const parts = [
    ...explanation.basis.map(({ sentence }) => sentence),
    ...explanation.warnings.map(({ kind, severity }) => `${kind} (${severity})`),
  ]
  expect(parts.filter((part) => !HOW_IT_IS_SCORED.includes(part))).toEqual([])
})
