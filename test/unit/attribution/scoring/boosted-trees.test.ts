import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BoostedTrees, evaluate } from '../../../../shared/attribution/scoring/boosted-trees.ts'
import { CALIBRATION } from '../../../../shared/attribution/scoring/calibration.ts'
import { type BoostingOptions, fitTrees, type Group } from '../../../eval/boosting.ts'

const OPTIONS: BoostingOptions = {
  rounds: 40,
  rate: 0.3,
  depth: 2,
  supportMin: 2,
  leafWeightMin: 0.1,
  ridge: 1,
  featureShare: 1,
  groupShare: 1,
  seed: 'test',
}

const features = (values: Record<string, number>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values))

describe('evaluation of boosted trees', () => {
  const model: BoostedTrees = {
    features: ['footer', 'words'],
    trees: [[[0, 0.5, 2], [-1], [1, 3.5, 4], [2], [0.5]], [[0.25]]],
  }

  test.each([
    [{}, -0.75],
    [{ footer: 1 }, 2.25],
    [{ footer: 1, words: 4 }, 0.75],
    [{ unknown: 9 }, -0.75],
  ])('the trees give the features %j the sum %d', (values, expected) => {
    expect(evaluate(model, features(values))).toBeCloseTo(expected)
  })

  test('evaluation ends for any tree with forward indexes, even with unknown features', () => {
    const node = fc.oneof(
      fc.tuple(fc.nat(3), fc.double({ noNaN: true }), fc.integer({ min: 1, max: 9 })),
      fc.tuple(fc.double({ noNaN: true })),
    )
    fc.assert(
      fc.property(fc.array(node, { maxLength: 12 }), (tree) => {
        const forward = tree.map((each, index) =>
          each.length === 3 ? [each[0], each[1], index + each[2]] : each,
        )
        expect(
          typeof evaluate({ features: ['a'], trees: [forward as never] }, new Map([['a', 1]])),
        ).toBe('number')
      }),
    )
  })
})

describe('fitting of boosted trees', () => {
  const group = (rows: Record<string, number>[], right: number | null): Group => ({
    features: rows.map(features),
    offsets: rows.map(() => 0),
    none: 0,
    right: rows.map((_, index) => index === right),
    weight: 1,
  })
  const groups = Array.from({ length: 40 }, (_, index) =>
    index % 4 === 0
      ? group([{ menu: 1 }, { menu: 1, long: 1 }], null)
      : group([{ menu: 1 }, { footer: 1, long: index % 2 }, { footer: 1, menu: 1 }], 1),
  )

  test('right names get the highest sums, and "none of these" wins when no name is right', () => {
    const model = fitTrees(groups, OPTIONS)
    const sum = (values: Record<string, number>): number => evaluate(model, features(values))
    expect(sum({ footer: 1 })).toBeGreaterThan(1)
    expect(sum({ footer: 1 })).toBeGreaterThan(sum({ footer: 1, menu: 1 }))
    expect(sum({ menu: 1 })).toBeLessThan(0)
  })

  test('the same cases give the same trees', () => {
    expect(fitTrees(groups, OPTIONS)).toEqual(fitTrees(groups, OPTIONS))
  })

  test('a feature of too few candidates is not used', () => {
    const rare = [...groups, group([{ rare: 1 }, { footer: 1 }], 0)]
    expect(fitTrees(rare, OPTIONS).features).not.toContain('rare')
  })
})

describe('the stored ranking model', () => {
  test('the stored model is below 200 kB, and its nodes refer only to later nodes and to named features', () => {
    const text = readFileSync(
      new URL('../../../../shared/attribution/scoring/ranking-model.json', import.meta.url),
      'utf8',
    )
    expect(text.length).toBeLessThan(200_000)
    const { features: names, trees } = BoostedTrees.parse(JSON.parse(text))
    expect(trees.length).toBeGreaterThan(50)
    for (const tree of trees)
      tree.forEach((node, index) => {
        if (node.length === 1) return
        expect(names[node[0]]).toBeTypeOf('string')
        expect(node[2]).toBeGreaterThan(index)
        expect(node[2]).toBeLessThan(tree.length)
      })
    expect(CALIBRATION.ranking.trees.length).toBe(trees.length)
  })
})
