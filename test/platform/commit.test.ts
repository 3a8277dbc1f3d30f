import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commitOf } from './commit.ts'
import { startService } from './service.ts'

const PROJECT = path.join(import.meta.dirname, '../..')

test('the version of a local start is the commit of the checkout, or "development" without git', async () => {
  await using service = await startService()
  const { body } = await service.request('GET', '/version')
  expect(body).toMatchObject({ commit: (await commitOf(PROJECT)) ?? 'development' })
})

test('only the top folder of a git checkout has a commit', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'attribution-commit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(await commitOf(folder)).toBeUndefined()
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' }).trim()
  git('init', '-q')
  expect(await commitOf(folder)).toBeUndefined()
  git(
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b.example',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'Begin',
  )
  expect(await commitOf(folder)).toBe(git('rev-parse', 'HEAD'))
  mkdirSync(path.join(folder, 'unpacked'))
  expect(await commitOf(path.join(folder, 'unpacked'))).toBeUndefined()
})
