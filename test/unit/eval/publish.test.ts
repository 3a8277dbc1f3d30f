import { expect, test } from 'vitest'
import { ReleaseFigures } from '../../../shared/attribution/scoring/explain-scoring.ts'
import type { Judged } from '../../eval/measure.ts'
import { releaseFigures } from '../../eval/publish.ts'

const judged = (over: Partial<Judged>): Judged => ({
  id: 'x',
  class: 'x',
  kind: 'x',
  language: 'en',
  folder: 'held-out_copies',
  corpus: '',
  weight: 1,
  answerable: true,
  outcome: 'attributed',
  top: 'Kork',
  confidence: 0.97,
  right: true,
  ownName: false,
  brand: false,
  wrong: false,
  answered: true,
  harmful: false,
  ...over,
})

test('the figures of a release count each case of each set once', () => {
  const figures = releaseFigures(
    [
      judged({}),
      judged({ right: false, answered: false, wrong: true, harmful: true }),
      judged({ right: false, answered: false, brand: true, confidence: 0.6 }),
      judged({ outcome: 'no_clear_entity', answered: false, confidence: 0.2 }),
      judged({
        answerable: false,
        outcome: 'no_clear_entity',
        right: false,
        answered: false,
        confidence: 0,
      }),
      judged({ folder: 'internet/domains' }),
    ],
    { scorerVersion: '9.9.9', heldOut: true },
  )
  expect(ReleaseFigures.parse(figures)).toEqual(figures)
  expect(figures).toMatchObject({ scorer_version: '9.9.9', held_out: true })
  expect(figures.sets).toMatchObject([
    { name: 'held out copies', cases: 5, right: 2, brand: 1, wrong: 1, harmful: 1, abstained: 1 },
    { name: 'sample domains', cases: 1, right: 1 },
  ])
  expect(figures.sets[0]?.sure).toEqual({ cases: 2, right: 1 })
  expect(figures.bins.reduce((sum, { count }) => sum + count, 0)).toBe(6)
})
