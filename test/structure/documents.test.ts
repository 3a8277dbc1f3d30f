import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCommandLine } from '../platform/command-line.ts'
import { ROOT } from './sources.ts'

const read = (name: string) => readFile(join(ROOT, name), 'utf8')
const readme = await read('README.md')
const documents = [
  readme,
  ...(await Promise.all(['docs/operations.md', 'CONTRIBUTING.md', 'AGENTS.md'].map(read))),
].join('\n')
const WORDS_MAX = 900

test('the README stays short', () => {
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(WORDS_MAX)
})

test('every npm script in the documents exists', async () => {
  const { scripts } = JSON.parse(await read('package.json'))
  const named = [...documents.matchAll(/(?:`|^ {4})npm (?:run )?(?!ci\b|run\b)(\w[\w:-]*)/gm)].map(
    ([, name = '']) => name,
  )
  expect(named).toEqual(expect.arrayContaining(['start', 'test', 'demo', 'deploy']))
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('npm start accepts the options in the documents', () => {
  const lines = [...documents.matchAll(/(?:^ {4}|`)(npm start --(?: --?[\w-]+)+)/gm)].map(
    ([, line = '']) => line,
  )
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines)
    expect(readCommandLine(line.split(' ').slice(3), {})).toMatchObject({ offline: true })
})
