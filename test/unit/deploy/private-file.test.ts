import {
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePrivateFile } from '../../../migrations/deploy/private-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'attribution-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('a secret is never in a file of a wider mode', () => {
  const file = path.join(folder, '.deploy.env')
  writeFileSync(file, 'A=1', { mode: 0o644 })
  // Somebody has opened the old file and keeps reading it.
  const reader = openSync(file, 'r')
  writePrivateFile(file, 'A=secret')
  expect(readFileSync(reader, 'utf8')).toBe('A=1')
  expect(readFileSync(file, 'utf8')).toBe('A=secret')
  expect(modeOf(file)).toBe('600')
  expect(readdirSync(folder)).toEqual(['.deploy.env'])
})

test('a link to a file elsewhere stays a link, and folders are made', () => {
  const [link, target] = [path.join(folder, 'link'), path.join(folder, 'vault/kept.env')]
  writePrivateFile(target, 'A=1')
  symlinkSync(target, link)
  writePrivateFile(link, 'A=2')
  expect(readFileSync(target, 'utf8')).toBe('A=2')
  expect(modeOf(target)).toBe('600')
})
