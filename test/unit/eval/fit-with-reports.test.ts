import { expect, test } from 'vitest'
import { type BoostingOptions, fitTrees, type Group } from '../../eval/boosting.ts'
import { learnFrom } from '../../eval/feedback.ts'
import { ADDED_SHARE_MAX, type Added, addedFactor, taughtTo } from '../../eval/fit.ts'
import { BY_OPERATOR } from '../../eval/folds.ts'
import type { Item } from '../../eval/items.ts'
import { evidence } from '../attribution/scoring/sample-evidence.ts'
import { caseOf, registeredEvidence, reportOf } from './sample-reports.ts'

test.each([
  [100, 10, 1],
  [100, 25, 1],
  [100, 50, 0.5],
  [0, 5, 0],
])('beside a weight of %d, reports of the weight %d are scaled by %d', (base, added, factor) => {
  expect(addedFactor(base, added)).toBe(factor)
  const weight = added * addedFactor(base, added)
  expect(weight / (base + weight || 1)).toBeLessThanOrEqual(ADDED_SHARE_MAX)
})

const items: Item[] = ['Kork Holdings', 'Glas Works Ltd', 'Henkel Reederei'].map(
  (operator, index) => {
    const domain = `base-${index}.example`
    return {
      labelled: caseOf(domain, operator),
      evidence: evidence(...registeredEvidence(domain, operator)),
      weight: 1,
    }
  },
)

test('no fold learns from a report about an operator that it judges', () => {
  const reports = ['Kork Holdings', 'Glas Works Ltd', 'New Operator GmbH'].map(
    (correct_entity, index) =>
      reportOf({ feedback_id: `fbk_${index}`, domain: `report-${index}.example`, correct_entity }),
  )
  const { added } = learnFrom(reports, items)
  expect(added).toHaveLength(3)
  for (let fold = 0; fold < BY_OPERATOR.count; fold += 1) {
    const judged = items.filter(({ labelled }) => BY_OPERATOR.of(labelled) === fold)
    const taught = taughtTo(fold, added).map(({ operator }) => operator)
    expect(judged.filter(({ labelled }) => taught.includes(labelled.truth.operator ?? ''))).toEqual(
      [],
    )
    expect(taught).toContain('New Operator GmbH')
  }
  const heldBack = (one: Added | undefined): number => one?.hiddenFrom.size ?? 0
  expect(added.map(heldBack)).toEqual([1, 1, 0])
})

test('one name that an attacker reports everywhere teaches at most once, and not at all if the evidence lacks it', () => {
  const attack = (evidenceName: string) =>
    Array.from({ length: 20 }, (_, index) => {
      const domain = `victim-${index}.example`
      const account = `attacker ${index}`
      return reportOf({
        feedback_id: `fbk_${index}`,
        domain,
        account,
        evidence: registeredEvidence(domain, evidenceName),
      })
    })
  expect(learnFrom(attack('Flasche Media GmbH'), items).added).toHaveLength(1)
  expect(learnFrom(attack('Somebody Else Ltd'), items).added).toHaveLength(0)
})

const OPTIONS: BoostingOptions = {
  rounds: 20,
  rate: 0.3,
  depth: 2,
  supportMin: 2,
  leafWeightMin: 0.1,
  ridge: 1,
  featureShare: 0.6,
  groupShare: 0.7,
  seed: 'test',
}
const group = (right: string, wrong: string): Group => ({
  features: [new Map([[right, 1]]), new Map([[wrong, 1]])],
  offsets: [0, 0],
  none: 0,
  right: [true, false],
  weight: 1,
})
const base = Array.from({ length: 12 }, () => group('legal', 'title'))

test('added examples change the trees, but add no feature', () => {
  const added = Array.from({ length: 12 }, () => group('title', 'planted'))
  const trees = fitTrees(base, OPTIONS, added)
  expect(trees).not.toEqual(fitTrees(base, OPTIONS))
  expect(trees.features.filter((name) => !['legal', 'title'].includes(name))).toEqual([])
  expect(fitTrees([...base, ...added], OPTIONS).features).toContain('planted')
})

test('added examples without weight change nothing', () => {
  const added = Array.from({ length: 12 }, () => ({ ...group('title', 'legal'), weight: 0 }))
  const values = (trees: ReturnType<typeof fitTrees>) =>
    trees.trees.map((tree) => tree.map((node) => node.join(' ')))
  expect(values(fitTrees(base, { ...OPTIONS, rounds: 1 }, added))).toEqual(
    values(fitTrees(base, { ...OPTIONS, rounds: 1 })),
  )
})
