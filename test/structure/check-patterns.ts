import {
  builtPatternPlaces,
  builtPatterns,
  literalPatterns,
  reasonsAgainst,
} from './pattern-sources.ts'
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

const checked = new Set<string>()
for (const each of patterns) {
  const pattern = `/${each.source}/${each.flags}`
  if (checked.has(pattern)) continue
  checked.add(pattern)
  const reasons = reasonsAgainst(each)
  if (reasons.length > 0) problems.push(`${each.at} ${pattern}\n  ${reasons.join('\n  ')}`)
}

for (const problem of problems) console.error(problem)
console.log(`${checked.size} regular expressions checked, ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1
