import { expect, test } from 'vitest'
import { GUARD_NAMES, worsened } from '../../eval/guard.ts'
import { type Figures, figuresOf } from '../../eval/measure.ts'

const before: Figures = {
  ...figuresOf([]),
  accuracy: 0.9,
  answered: 0.85,
  wrong: 0.05,
  harmful: 2,
  abstention: 0.8,
  brier: 0.07,
  ece: 0.03,
}

test('the guards watch accuracy, answers, errors, abstention and calibration', () => {
  expect(GUARD_NAMES).toEqual([
    'accuracy',
    'answered',
    'wrong',
    'harmful',
    'abstention',
    'brier',
    'ece',
  ])
})

test.each<[keyof Figures, number]>([
  ['accuracy', 0.8999],
  ['answered', 0.84],
  ['wrong', 0.0501],
  ['harmful', 3],
  ['abstention', 0.79],
  ['brier', 0.0702],
  ['ece', 0.031],
])('a worse %s refuses a fit, even if every other figure gets better', (figure, value) => {
  const better = { accuracy: 1, answered: 1, wrong: 0, harmful: 0, abstention: 1, brier: 0, ece: 0 }
  expect(worsened(before, { ...before, ...better, [figure]: value })).toEqual([
    { figure, before: before[figure], after: value },
  ])
})

test('equal figures, and differences that are not printed, refuse nothing', () => {
  expect(worsened(before, before)).toEqual([])
  expect(worsened(before, { ...before, brier: 0.07004, accuracy: 0.89996 })).toEqual([])
})
