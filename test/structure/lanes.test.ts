import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { overCaps } from '../lane-reporter.ts'
import { CAPS, LANES, placeOf, testFiles } from '../lanes.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const files = testFiles()
const entries = LANES.flatMap(({ files: names }) => names)

test('every test file is in a lane', () => {
  expect(files.filter((file) => placeOf(file) === null)).toEqual([])
})

test('a test file outside the folders of the list is in no lane', () => {
  for (const file of ['test/faults/new.test.ts', 'test/browser/new.test.ts', 'test/unit/new.ts']) {
    expect([file, placeOf(file)]).toEqual([file, null])
  }
})

test('every entry of the list is there once, and is a test file or a folder with one that no earlier row names', () => {
  const used = new Set(files.map((file) => placeOf(file)?.entry))
  expect(
    entries.filter((entry, index) => !used.has(entry) || entries.indexOf(entry) !== index),
  ).toEqual([])
})

test('every row has a reason', () => {
  expect(LANES.filter(({ why }) => why.length < 10)).toEqual([])
})

test.each([
  ['short', 1_050, [50], { isOver: false, slow: [] }],
  ['short', 1_050, [51], { isOver: false, slow: ['51'] }],
  ['short', 1_051, [50], { isOver: true, slow: [] }],
  ['long', 1_650, [400], { isOver: false, slow: [] }],
  ['long', 1_651, [400], { isOver: true, slow: [] }],
] as const)(
  'of the %s lane with %i s and files of %j s, over the cap is %j',
  (lane, total, seconds, over) => {
    const measured = seconds.map((each) => ({ name: String(each), seconds: each }))
    expect(overCaps(lane, total, measured)).toEqual(over)
  },
)

test('CONTRIBUTING names the caps', () => {
  const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  for (const cap of [
    `${CAPS.short / 60} minutes`,
    `${CAPS.long / 60} minutes`,
    `${CAPS.fileOfShort} seconds`,
  ]) {
    expect(text).toContain(cap)
  }
})
