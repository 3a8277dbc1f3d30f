import { expect, test } from 'vitest'
import { judgeOperator } from '../../../shared/monitors/judge-operator.ts'
import { OPERATOR_CASES } from './operator-cases.ts'

test.each(OPERATOR_CASES)('$name', ({ before, after, expected }) => {
  expect([judgeOperator(before, after)].filter((kind) => kind !== null)).toEqual(expected)
})

test('there are cases of each kind, and of none', () => {
  expect(new Set(OPERATOR_CASES.flatMap(({ expected }) => expected)).size).toBe(4)
  expect(OPERATOR_CASES.filter(({ expected }) => expected.length === 0).length).toBeGreaterThan(8)
})
