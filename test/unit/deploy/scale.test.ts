import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JOB_COSTS } from '../../../migrations/deploy/job-costs.ts'
import { type Load, scaleOf, shareOf } from '../../../migrations/deploy/scale.ts'
import { scaleTables } from '../../../migrations/deploy/scale-tables.ts'

const loads: fc.Arbitrary<Load> = fc.record({
  analysesPerMonth: fc.integer({ min: 1, max: 1_000_000_000 }),
  quickShare: fc.double({ min: 0, max: 0.99, noNaN: true }),
  peakToAverage: fc.double({ min: 1, max: 20, noNaN: true }),
})

test('more analyses never cost less, never use less of a part and never take less time in the database', () => {
  fc.assert(
    fc.property(loads, fc.double({ min: 1, max: 100, noNaN: true }), (load, factor) => {
      const small = scaleOf(load)
      const large = scaleOf({ ...load, analysesPerMonth: load.analysesPerMonth * factor })
      expect(large.dollars).toBeGreaterThanOrEqual(small.dollars)
      expect(large.computeCu).toBeGreaterThanOrEqual(small.computeCu)
      small.parts.forEach((part, index) => {
        expect(large.parts[index]?.load).toBeGreaterThanOrEqual(part.load)
      })
    }),
  )
})

test('the bottleneck has the largest share in use, and the greatest rate does not depend on the load', () => {
  fc.assert(
    fc.property(loads, (load) => {
      const scale = scaleOf(load)
      for (const part of scale.parts)
        expect(shareOf(part)).toBeLessThanOrEqual(shareOf(scale.bottleneck))
      expect(scale.peakPerSecond).toBeGreaterThan(0)
      // A higher peak leaves the storage unchanged, so only parts that grow with the rate are
      // compared.
      const busier = scaleOf({ ...load, analysesPerMonth: load.analysesPerMonth * 2 })
      expect(busier.analysesPerSecondMax / scale.analysesPerSecondMax).toBeGreaterThan(0.8)
      expect(busier.analysesPerSecondMax / scale.analysesPerSecondMax).toBeLessThan(1.25)
    }),
  )
})

test('cheaper jobs never make the service dearer or slower', () => {
  fc.assert(
    fc.property(loads, (load) => {
      const scale = scaleOf(load)
      const half = {
        ...JOB_COSTS.quick,
        cpuMs: 10,
        outgoingRequests: 1,
        sqlStatements: 1,
        sqlMs: 0.1,
        storedKb: 1,
      }
      const cheaper = scaleOf(load, { quick: half, deep: half })
      expect(cheaper.dollars).toBeLessThanOrEqual(scale.dollars)
      expect(cheaper.quickSeconds).toBeLessThanOrEqual(scale.quickSeconds)
    }),
  )
})

test('docs/scale.md contains the tables that npm run deploy -- --scale prints', () => {
  expect(readFileSync('docs/scale.md', 'utf8')).toContain(scaleTables())
})
