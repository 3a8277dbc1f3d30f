import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JOBS_MIN, KINDS, type Part, planSoak } from '../../soak/plan.ts'

const options = fc.record({
  jobs: fc.integer({ min: JOBS_MIN, max: 5_000 }),
  kills: fc.integer({ min: 0, max: 40 }),
  seed: fc.nat(),
})
const jobsOf = (part: Part, kind: string) =>
  part.submissions
    .filter((submission) => submission.kind === kind)
    .reduce((sum, { domains }) => sum + domains.length, 0)
const killsOf = (parts: Part[], what: string) =>
  parts.map(
    ({ faults }) => faults.filter((fault) => fault.do === 'kill' && fault.what === what).length,
  )
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

test('the same options give the same plan, and another seed gives another plan', () => {
  const wanted = { jobs: 500, kills: 3, seed: 7 }
  expect(planSoak(wanted)).toEqual(planSoak(wanted))
  expect(planSoak(wanted)).not.toEqual(planSoak({ ...wanted, seed: 8 }))
})

test('a plan has exactly the jobs and kills that are asked for, and no domain twice', () => {
  fc.assert(
    fc.property(options, (wanted) => {
      const parts = planSoak(wanted)
      const domains = parts.flatMap(({ submissions }) =>
        submissions.flatMap((submission) => submission.domains),
      )
      expect(new Set(domains).size).toBe(wanted.jobs)
      expect(domains.length).toBe(wanted.jobs)
      expect(sum(parts.map(({ jobs }) => jobs))).toBe(wanted.jobs)
      expect(sum(killsOf(parts, 'runtime'))).toBe(wanted.kills)
      expect(sum(killsOf(parts, 'postgres'))).toBe(wanted.kills)
    }),
    { numRuns: 50 },
  )
})

test('each fault comes after the fault before it, while jobs of its part are submitted', () => {
  fc.assert(
    fc.property(options, (wanted) => {
      for (const { faults, jobs } of planSoak(wanted)) {
        const places = faults.map(({ afterJobs }) => afterJobs)
        expect(places).toEqual([...places].sort((a, b) => a - b))
        expect(Math.max(0, ...places)).toBeLessThan(jobs)
      }
    }),
    { numRuns: 50 },
  )
})

test('a list has at most 400 lines, a quick batch 10 domains, and a correlation at least 2', () => {
  fc.assert(
    fc.property(options, (wanted) => {
      const limits = {
        single_quick: [1, 1],
        single_deep: [1, 1],
        batch_quick: [2, 10],
        batch_deep: [2, 30],
      }
      const all = { ...limits, bulk: [2, 400], correlation: [2, 12], monitor: [1, 10] }
      for (const { kind, domains } of planSoak(wanted).flatMap(({ submissions }) => submissions)) {
        expect(domains.length).toBeGreaterThanOrEqual(all[kind][0] as number)
        expect(domains.length).toBeLessThanOrEqual(all[kind][1] as number)
      }
    }),
    { numRuns: 50 },
  )
})

test('the parts that are compared have the same jobs of each kind, the same faults and no kill of the runtime', () => {
  const parts = planSoak({ jobs: 50_000, kills: 20, seed: 3 })
  expect(parts).toHaveLength(10)
  const [first, last] = [parts[0], parts[9]] as [Part, Part]
  for (const kind of KINDS) {
    expect(Math.abs(jobsOf(first, kind) - jobsOf(last, kind))).toBeLessThanOrEqual(
      first.jobs * 0.01,
    )
  }
  const broken = ({ faults }: Part) =>
    faults.flatMap((fault) => (fault.do === 'break' ? [fault.broken.target] : [])).sort()
  expect(broken(first)).toEqual(broken(last))
  expect(killsOf(parts, 'postgres')).toEqual(Array.from({ length: 10 }, () => 2))
  const runtime = killsOf(parts, 'runtime')
  expect([runtime[0], runtime[8], runtime[9]]).toEqual([0, 0, 0])
  expect(Math.min(...runtime.slice(1, 8))).toBeGreaterThan(0)
})
