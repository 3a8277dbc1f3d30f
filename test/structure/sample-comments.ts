import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chanceOf } from '../eval/random.ts'
import { commentsOf, ownFiles } from './comments.ts'
import { ROOT } from './sources.ts'

const SAMPLE = 70
const SEEDS = 1_000_000

/**
 * Prints random comments of this repository without their code, so that a reader can judge the
 * language alone. The places of the comments follow at the end.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' } } })
const seed = values.seed ?? String(Math.floor(Math.random() * SEEDS))

const tracked = new Set(
  execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n'),
)
const files = ownFiles(['.ts', '.tsx', '.sql']).filter((path) => tracked.has(path))
const comments = files.flatMap(commentsOf)
const sample = chanceOf(seed).shuffled(comments).slice(0, SAMPLE)

console.log(
  `${sample.length} of ${comments.length} comments in ${files.length} files; repeat with --seed ${seed}\n`,
)
for (const [index, { text }] of sample.entries())
  console.log(`${index + 1}. ${text.replaceAll('\n', '\n   ')}\n`)
for (const [index, { path, line }] of sample.entries())
  console.log(`${index + 1} -> ${path}:${line}`)
