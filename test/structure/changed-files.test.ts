import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testsWithoutImport } from '../platform/changed-files.ts'
import { ROOT } from './sources.ts'

const TESTS = [
  'test/structure/imports.test.ts',
  'test/http/analyze.test.ts',
  'test/http/billing.test.ts',
  'test/http/jobs.test.ts',
  'test/flows/billing.test.ts',
  'test/flows/deep.test.ts',
  'test/faults/billing.test.ts',
  'test/unit/billing.test.ts',
]
const ALWAYS = [
  'test/structure/imports.test.ts',
  'test/http/analyze.test.ts',
  'test/flows/deep.test.ts',
]

test.each([
  [
    'shared/billing/queries.ts',
    [
      ...ALWAYS,
      'test/http/billing.test.ts',
      'test/flows/billing.test.ts',
      'test/faults/billing.test.ts',
    ],
  ],
  ['workers/jobs/routes.ts', [...ALWAYS, 'test/http/jobs.test.ts']],
  ['workers/index.ts', ALWAYS],
  ['test/internet/dns.ts', ALWAYS],
  ['test/unit/billing.test.ts', []],
  ['README.md', []],
])(
  'a change of %s also runs the tests that only a running Worker connects with it',
  (changed, expected) => {
    expect(testsWithoutImport([changed], TESTS).sort()).toEqual([...expected].sort())
  },
)

test('the tests that always run exist', () => {
  for (const file of ALWAYS) expect(existsSync(join(ROOT, file))).toBe(true)
})
