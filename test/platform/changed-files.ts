import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const SMOKE = ['test/http/analyze.test.ts', 'test/flows/deep.test.ts']

/**
 * Returns the files that git reports as changed. Vitest runs every test that imports one of them.
 * Some tests do not import what they test: they start a built Worker or read source files as text.
 * These tests are returned too, if a change can break them.
 */
export async function findChangedFiles(options: {
  root: string
  changedSince?: string | boolean
}): Promise<string[]> {
  const { root, changedSince } = options
  const base = typeof changedSince === 'string' ? `${changedSince}...HEAD` : null
  const changed = [
    ...git(root, 'diff', '--name-only', 'HEAD'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
    ...(base === null ? [] : git(root, 'diff', '--name-only', base)),
  ]
  return [...changed, ...testsWithoutImport(changed, testFilesOf(root))]
}

/**
 * Returns tests of the code structure, a few tests of the whole service, and tests that have the
 * name of a folder with a changed file.
 */
export function testsWithoutImport(changed: readonly string[], tests: readonly string[]): string[] {
  const inside = changed.filter((file) => /^(?:workers|shared|test\/internet)\//.test(file))
  if (inside.length === 0) return []
  const subjects = new Set(inside.map((file) => file.split('/')[1]))
  return tests.filter((file) => {
    const [, kind, name = ''] = /^test\/([^/]+)\/(?:.*\/)?([^/]+)\.test\.ts$/.exec(file) ?? []
    if (kind === 'structure' || SMOKE.includes(file)) return true
    return (kind === 'http' || kind === 'flows' || kind === 'faults') && subjects.has(name)
  })
}

function testFilesOf(root: string): string[] {
  return ['structure', 'http', 'flows', 'faults'].flatMap((kind) => {
    const folder = path.join('test', kind)
    return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => file.endsWith('.test.ts'))
  })
}

function git(root: string, ...args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
