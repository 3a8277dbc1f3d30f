import { expect, test } from 'vitest'
import { reportSoak } from '../soak/report.ts'
import { runSoak } from '../soak/run.ts'

test('60 jobs of all kinds with kills and other faults end once, are charged once and leave nothing behind', async () => {
  const options = { jobs: 60, kills: 2, seed: 1 }
  const soaked = await runSoak({ ...options, minuteMs: 5_000 }, () => undefined)
  expect(soaked.kills).toEqual({ runtime: 2, postgres: 2 })
  const problems = soaked.parts.flatMap(({ judged }) => judged.details)
  expect([...soaked.refused, ...soaked.brokenMeanwhile, ...problems]).toEqual([])
  expect(reportSoak(soaked, options).filter(({ met }) => met === false)).toEqual([])
}, 240_000)
