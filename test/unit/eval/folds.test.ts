import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { LabelledCase, readCases } from '../../eval/cases.ts'
import { BY_OPERATOR, byCorpus, CORPUS_CASES_MIN, OPERATOR_FOLDS } from '../../eval/folds.ts'
import { folderOf } from '../../eval/items.ts'

const caseOf = (domain: string, corpus?: string): LabelledCase =>
  LabelledCase.parse({ domain, corpus, truth: { operator: `Operator of ${domain}` } })
const corpus = (name: string, count: number): LabelledCase[] =>
  Array.from({ length: count }, (_, index) => caseOf(`${name}-${index}.example`, name))

describe('folds by corpus', () => {
  const large = corpus('large', CORPUS_CASES_MIN)
  const other = corpus('other', CORPUS_CASES_MIN + 5)
  const small = [...corpus('small', CORPUS_CASES_MIN - 1), ...corpus('tiny', 1)]
  const invented = Array.from({ length: 40 }, (_, index) => caseOf(`invented-${index}.example`))
  const cases = [...large, ...other, ...small, ...invented]
  const folds = byCorpus(cases)
  const foldsIn = (some: readonly LabelledCase[]): number[] => [...new Set(some.map(folds.of))]

  test('a large corpus is a fold of its own, and the small corpora are one fold together', () => {
    const own = [large, other, small].map(foldsIn)
    expect(own.map(({ length }) => length)).toEqual([1, 1, 1])
    expect(new Set(own.flat()).size).toBe(3)
  })

  test('examples without a corpus are divided by operator, apart from each corpus', () => {
    expect(invented.map(folds.of)).toEqual(invented.map(BY_OPERATOR.of))
    expect(foldsIn(invented).length).toBe(OPERATOR_FOLDS)
    const corpora = foldsIn([...large, ...other, ...small])
    expect(foldsIn(invented).filter((fold) => corpora.includes(fold))).toEqual([])
  })

  test('each example is in one of the counted folds, and no fold is empty', () => {
    const all = Array.from({ length: folds.count }, (_, fold) => fold)
    expect(foldsIn(cases).sort((a, b) => a - b)).toEqual(all)
  })

  test('two cases of one domain count once for the size of a corpus', () => {
    const twice = corpus('large', CORPUS_CASES_MIN / 2 + 1)
    expect(byCorpus([...twice, ...twice, ...other]).count).toBe(OPERATOR_FOLDS + 2)
    expect(byCorpus(invented).count).toBe(OPERATOR_FOLDS)
  })
})

test.each([
  ['/sets/a', '/sets/a', 1, undefined],
  ['/sets/a:0.4', '/sets/a', 0.4, undefined],
  ['/sets/a=hostile', '/sets/a', 1, 'hostile'],
  ['/sets/a=hostile:0.5', '/sets/a', 0.5, 'hostile'],
  ['/sets/x=y/a', '/sets/x=y/a', 1, undefined],
])('the option %s names a folder, a weight and a corpus', (text, directory, weight, all) => {
  expect(folderOf(text)).toMatchObject({ directory, weight, corpusOf: { all } })
})

describe('the sites on which nobody is named', () => {
  const folder = path.join(import.meta.dirname, '../../eval/nameless')

  test('stand beside sites of similar markup that name their operator, so that no fit can learn the markup', async () => {
    const cases = await readCases(folder)
    expect(cases.filter(({ truth }) => truth.operator === null).length).toBeGreaterThanOrEqual(40)
    expect(cases.filter(({ truth }) => truth.operator !== null).length).toBeGreaterThanOrEqual(20)
    expect(new Set(cases.map(({ lang }) => lang)).size).toBeGreaterThanOrEqual(12)
  })

  test('get the corpus of their folder or of their domain', async () => {
    const [first] = await readCases(folder, {
      byDomain: { 'hedgehogboard.org': 'by domain' },
      all: 'whole',
    })
    expect(first?.corpus).toBe('whole')
    const cases = await readCases(folder, { byDomain: { 'hedgehogboard.org': 'by domain' } })
    expect(cases.flatMap((each) => each.corpus ?? [])).toEqual(['by domain'])
  })
})
