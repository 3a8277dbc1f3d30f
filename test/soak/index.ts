import { parseArgs } from 'node:util'
import { memoryFolder } from '../platform/memory-folder.ts'
import { JOBS_MIN } from './plan.ts'
import { reportSoak } from './report.ts'
import { runSoak } from './run.ts'

process.env.TMPDIR ??= memoryFolder()

const DETAILS_MAX = 50
const MINUTE_MS = 15_000
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '50000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const options = {
  jobs: Number(values.jobs),
  kills: Number(values.kills),
  seed: Number(values.seed),
}
const LEAST = { jobs: JOBS_MIN, kills: 0, seed: 0 }
for (const name of ['jobs', 'kills', 'seed'] as const) {
  if (Number.isSafeInteger(options[name]) && options[name] >= LEAST[name]) continue
  console.error(
    `--${name} must be a whole number of at least ${LEAST[name]}. Usage: npm run soak [-- --jobs N --kills N --seed N]`,
  )
  process.exit(2)
}

const soaked = await runSoak({ ...options, minuteMs: MINUTE_MS }, (line) => console.log(line))
const rows = reportSoak(soaked, options)
console.log('')
for (const { what, figure, goal, met } of rows) {
  const verdict = met === null ? '' : met ? `goal ${goal}: met` : `goal ${goal}: MISSED`
  console.log(`  ${what.padEnd(58)} ${figure.padEnd(44)} ${verdict}`)
}
const details = [
  ...soaked.refused,
  ...soaked.brokenMeanwhile,
  ...soaked.parts.flatMap(({ judged }) => judged.details),
  ...soaked.afterRetention.orphans,
  ...soaked.afterRetention.broken,
]
for (const detail of details.slice(0, DETAILS_MAX)) console.log(`    ${detail}`)
process.exit(rows.some(({ met }) => met === false) ? 1 : 0)
