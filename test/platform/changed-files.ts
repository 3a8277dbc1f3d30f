import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const SMOKE = ['test/http/analyze.test.ts', 'test/flows/deep.test.ts']

/**
 * Changed files as git names them, and the tests that no import leads to. Vitest follows the imports of a test, but tests of the service
 * start a built Worker and structure tests read sources as text. So a change in workers/, shared/ or the sample internet also runs all
 * structure tests, the smoke tests, and the tests of the service that bear the name of the changed folder. That is a selection: a break
 * in another subject shows only in `npm test`. Migrations and wrangler.toml can break any test: forceRerunTriggers runs them all.
 */
export async function findChangedFiles(options: { root: string; changedSince?: string | boolean }): Promise<string[]> {
  const { root, changedSince } = options
  const base = typeof changedSince === 'string' ? `${changedSince}...HEAD` : null
  const changed = [
    ...git(root, 'diff', '--name-only', 'HEAD'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
    ...(base === null ? [] : git(root, 'diff', '--name-only', base)),
  ]
  return [...changed, ...testsWithoutImport(changed, testFilesOf(root))]
}

/** The tests of `tests` that a change of `changed` may break although they import none of it. */
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
