import { expect, test } from 'vitest'
import { listGroups } from '../../../workers/dashboard/screens/bulk/list-groups.ts'
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

test('analyses are grouped by their list, newest list first, without single analyses', () => {
  const job = (list: string | null, at: string, status: string) => ({
    bulk_job_id: list,
    created_at: at,
    status,
  })
  const jobs = [
    job('b', '3', 'running'),
    job(null, '2', 'completed'),
    job('a', '2', 'failed'),
    job('b', '1', 'partial'),
  ]
  expect(listGroups(jobs)).toEqual([
    { id: 'b', at: '3', analyses: 2, unfinished: 1 },
    { id: 'a', at: '2', analyses: 1, unfinished: 0 },
  ])
})

test('the progress of a list counts every ended line', () => {
  const list = {
    status: 'running',
    total: 8,
    completed: 1,
    partial: 1,
    failed: 1,
    rejected: 1,
  } as const
  expect(listProgress(list)).toEqual({ ended: 4, share: 0.5 })
  expect(listProgress({ ...list, total: 0 }).share).toBe(1)
})
