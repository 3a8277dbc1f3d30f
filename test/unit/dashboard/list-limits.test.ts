import { expect, test } from 'vitest'
import { coverageOf } from '../../../workers/dashboard/screens/bulk/list-limits.ts'
import { listProgress } from '../../../workers/dashboard/screens/bulk/list-progress.ts'

const means = (remaining: number | null, credits: number, hasSubscription = false) => ({
  remaining,
  credits,
  hasSubscription,
})

test('the quota pays first, then credits, and the rest is named as refused', () => {
  expect(coverageOf(10, means(20, 5))).toEqual(['Your quota covers 10 analyses of at most 10.'])
  expect(coverageOf(10, means(4, 5))).toEqual([
    'Your quota covers 4 analyses of at most 10.',
    'Credits pay for 5 analyses (1 credit each; you have 5).',
    'Nothing covers 1 analysis. These lines will be refused and cost nothing.',
  ])
})

test('a plan without a limit covers everything, and a subscription bills what its quota does not cover', () => {
  expect(coverageOf(10, means(null, 0))).toEqual(['Your plan covers all 10 analyses.'])
  expect(coverageOf(10, means(4, 0, true)).join(' ')).toContain('bills up to 6 analyses as overage')
})

test('the progress of a list counts every ended line', () => {
  const list = {
    status: 'running',
    total: 10,
    completed: 1,
    partial: 1,
    failed: 1,
    rejected: 1,
    stopped: 1,
  } as const
  expect(listProgress(list)).toEqual({ ended: 5, share: 0.5 })
  expect(listProgress({ ...list, total: 0 }).share).toBe(1)
})
