import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, type SourceFile, sourcesOf } from './sources.ts'

const shared = sourcesOf('shared')
const workers = sourcesOf('workers')

const offenders = (files: SourceFile[], forbidden: (file: SourceFile, target: string) => boolean) =>
  files.flatMap((file) =>
    file.imports.filter((target) => forbidden(file, target)).map((target) => `${file.path} imports ${target}`),
  )

test('what the service is never imports how it is reached', () => {
  expect(shared.length).toBeGreaterThan(50)
  expect(offenders(shared, (_, target) => target.startsWith('workers/') || target.startsWith('test/'))).toEqual([])
})

test('nothing that is deployed imports the tests or the local platform', () => {
  expect(offenders(workers, (_, target) => target.startsWith('test/') || target.startsWith('migrations/'))).toEqual([])
})

test('only the query modules know drizzle', () => {
  const outside = [...shared, ...workers].filter(
    ({ path }) => !path.startsWith('shared/platform/db/') && !/[/-](?:queries|tables|rate-slots)\.ts$/.test(path),
  )
  expect(
    offenders(outside, (_, target) => target.startsWith('drizzle-orm') || target.startsWith('@neondatabase')),
  ).toEqual([])
})

test('only workers, shared/platform/http and shared/http know hono', () => {
  const outside = shared.filter(({ path }) => !/^shared\/(?:platform\/http\/|http\/)/.test(path))
  expect(offenders(outside, (_, target) => /^@?hono(?:\/|$)/.test(target))).toEqual([])
})

test('no family of routes imports another', () => {
  const notFamilies = new Set(['queues', 'objects', 'crons'])
  const familyOf = (path: string) => path.match(/^workers\/([^/]+)\//)?.[1]
  const families = workers.filter(({ path }) => !notFamilies.has(familyOf(path) ?? ''))
  const crossing = (file: SourceFile, target: string) => {
    const own = familyOf(file.path)
    const other = familyOf(target)
    return own !== undefined && other !== undefined && own !== other
  }
  expect(offenders(families, crossing)).toEqual([])
})

test('the entry of the Worker stays under 60 lines', () => {
  expect(readFileSync(join(ROOT, 'workers/index.ts'), 'utf8').split('\n').length).toBeLessThan(60)
})

test('every path that the README names exists', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/`((?:workers|shared|migrations|test)\/[A-Za-z0-9_./-]*)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
