import { describe, expect, test } from 'vitest'
import { LabelledCase } from '../../../eval/cases.ts'
import { figuresOf, type Judged, judge, rightAbove } from '../../../eval/measure.ts'
import { SIMPLE_READERS } from '../../../eval/simple-readers.ts'
import { readPage } from './sample-evidence.ts'

const labelled = LabelledCase.parse({
  domain: 'kork.example',
  kind: 'article',
  lang: 'en',
  truth: {
    operator: 'Flasche Media GmbH',
    accept: ['Flasche Media GmbH'],
    brand: ['Kork'],
    reject: ['Hoster Inc.'],
  },
})
const answer = (
  top: string | null,
  outcome: Judged['outcome'] = 'attributed',
  confidence = 0.9,
): Judged => judge(labelled, { top, outcome, confidence })

describe('judging an answer', () => {
  test.each([
    ['FLASCHE MEDIA', { answered: true, brand: false, wrong: false, harmful: false }],
    ['Kork', { answered: false, brand: true, wrong: false, harmful: false }],
    ['Somebody Else', { answered: false, brand: false, wrong: true, harmful: false }],
    ['Hoster, Inc.', { answered: false, brand: false, wrong: true, harmful: true }],
  ])('the answer %s gets the expected judgement', (top, expected) => {
    expect(answer(top)).toMatchObject({ ...expected, kind: 'article', language: 'en' })
  })

  test('an answer that is not attributed is neither right nor wrong', () => {
    expect(answer('Somebody Else', 'no_clear_entity')).toMatchObject({
      answered: false,
      brand: false,
      wrong: false,
    })
  })

  test.each([
    ['kork-club.example', 'Kork Club'],
    ['kork-club.example', 'KORKCLUB'],
    ['kork.example', 'kork.example'],
    ['www.kork.example', 'Kork'],
  ])('the label of the domain %s counts as a brand in the answer %s', (domain, top) => {
    const unbranded = { ...labelled, domain, truth: { ...labelled.truth, brand: [] } }
    const judged = judge(unbranded, { top, outcome: 'attributed', confidence: 0.9 })
    expect(judged).toMatchObject({ brand: true, wrong: false })
  })

  test('a rejected name that is also the label of the domain stays harmful', () => {
    const copied = { ...labelled, domain: 'hoster.example' }
    expect(judge(copied, { top: 'Hoster', outcome: 'attributed', confidence: 0.9 })).toMatchObject({
      harmful: true,
    })
  })
})

test('where nobody is named, the own name of the site is tolerated and leaves the calibration error alone', () => {
  const nobody = { ...labelled, truth: { ...labelled.truth, operator: null, accept: [] } }
  const on = (top: string | null, outcome: Judged['outcome'] = 'attributed'): Judged =>
    judge(nobody, { top, outcome, confidence: 0.9 })
  const judged = [
    on('Kork'),
    on('Forum Maker'),
    on('Kork', 'no_clear_entity'),
    on(null, 'no_clear_entity'),
  ]
  const figures = figuresOf(judged)
  expect([figures.abstention, figures.nobodyBrand, figures.nobodyWrong]).toEqual([0.5, 0.25, 0.25])
  expect(figures.answerable).toBe(0)
  expect(figuresOf([on('Kork')]).ece).toBe(0)
  expect(figuresOf([on('Forum Maker')]).ece).toBeCloseTo(0.9)
})

test('the shares of answers sum to one, and confident answers are counted separately', () => {
  const judged = [
    answer('Flasche Media', 'attributed', 0.96),
    answer('Kork', 'attributed', 0.85),
    answer('Somebody Else', 'attributed', 0.96),
    answer(null, 'no_clear_entity', 0),
  ]
  const { answered, brand, wrong, abstained } = figuresOf(judged)
  expect([answered, brand, wrong, abstained]).toEqual([0.25, 0.25, 0.25, 0.25])
  expect(rightAbove(judged, 0.95)).toEqual({ count: 2, right: 0.5 })
})

test('each simple reader reads one source', () => {
  const page = readPage(
    'home',
    `<head><meta property="og:site_name" content="Kork"><script type="application/ld+json">{"@type":"Organization","name":"Kork Org"}</script></head>
     <footer>© 2026 Flasche Media GmbH. All rights reserved.</footer>`,
  )
  const read = Object.fromEntries(
    Object.entries(SIMPLE_READERS).map(([name, reader]) => [name, reader([page])]),
  )
  expect(read).toEqual({
    'copyright line': 'Flasche Media GmbH',
    'og:site_name': 'Kork',
    'schema.org publisher': 'Kork Org',
  })
})
