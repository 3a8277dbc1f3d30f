import { BOUNDED_PATTERNS } from './bounded-patterns.ts'
import { reasonsAgainst } from './pattern-cost.ts'
import { builtPatternPlaces, builtPatterns, literalPatterns } from './pattern-sources.ts'
import { sourcesOf } from './sources.ts'

const files = [...sourcesOf('shared'), ...sourcesOf('workers')]
const places = files.flatMap(builtPatternPlaces)
const built = await builtPatterns(
  files.filter((file) => builtPatternPlaces(file).length > 0).map(({ path }) => path),
)
const patterns = [...files.flatMap(literalPatterns), ...built]
const problems: string[] = []

const seen = new Set(built.map(({ at }) => at))
for (const place of places) {
  if (!seen.has(place))
    problems.push(
      `${place} builds a regular expression after its module is loaded, so it cannot be checked`,
    )
}

const bounds = new Map(BOUNDED_PATTERNS.map((entry) => [entry.pattern, entry]))
const verdicts = new Map<string, string[]>()
for (const { at, source, flags } of patterns) {
  const pattern = `/${source}/${flags}`
  const reasons = verdicts.get(pattern) ?? reasonsAgainst(source, flags)
  verdicts.set(pattern, reasons)
  const isBounded = bounds.get(pattern)?.file === at.split(':')[0]
  if (reasons.length > 0 && !isBounded) problems.push(`${at} ${pattern}\n  ${reasons.join('\n  ')}`)
}
for (const { file, pattern } of BOUNDED_PATTERNS) {
  const found =
    (verdicts.get(pattern) ?? []).length > 0 && patterns.some(({ at }) => at.startsWith(`${file}:`))
  if (!found) problems.push(`${file} does not need the exception for ${pattern}`)
}

for (const problem of problems) console.error(problem)
console.log(`${patterns.length} regular expressions checked, ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1
