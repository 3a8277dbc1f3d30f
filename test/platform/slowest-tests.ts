import { readFileSync } from 'node:fs'
import path from 'node:path'

const SHOWN = 10

type Report = { testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[] }

/** Prints the slowest tests from a vitest report. The only command-line argument is the path of the report, which is a JSON file. */
const report: Report = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const tests = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, duration }) => ({ file: path.relative('', name), fullName, ms: duration ?? 0 })),
)
console.log(`The slowest ${SHOWN} of ${tests.length} tests:`)
for (const { file, fullName, ms } of tests.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
  console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${file}: ${fullName}`)
}
