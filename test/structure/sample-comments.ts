import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chanceOf } from '../eval/random.ts'
import { type Comment, commentsOf, ownFiles } from './comments.ts'
import { ROOT } from './sources.ts'

const SAMPLE = 70
const SEEDS = 1_000_000

/**
 * Prints random comments, each with the first code below it. Their files and lines are printed at
 * the end, so that a reader judges the comments without them.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' } } })
const seed = values.seed ?? String(Math.floor(Math.random() * SEEDS))

const tracked = new Set(
  execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n'),
)
const files = ownFiles(['.ts', '.tsx', '.sql']).filter((path) => tracked.has(path))
const comments = files.flatMap(commentsOf)
const sample = chanceOf(seed).shuffled(comments).slice(0, SAMPLE)

function codeBelow({ path, line, lines }: Comment): string {
  const below = readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .slice(line - 1)
  const [code = ''] = [below[0]?.replace(lines[0] ?? '', ''), ...below.slice(lines.length)].filter(
    (text) => text?.trim(),
  )
  return code.trim()
}

console.log(
  `${sample.length} of ${comments.length} comments in ${files.length} files; repeat with --seed ${seed}\n`,
)
for (const [index, comment] of sample.entries())
  console.log(
    `${index + 1}. ${comment.text.replaceAll('\n', '\n   ')}\n   > ${codeBelow(comment)}\n`,
  )
for (const [index, { path, line }] of sample.entries())
  console.log(`${index + 1} -> ${path}:${line}`)
