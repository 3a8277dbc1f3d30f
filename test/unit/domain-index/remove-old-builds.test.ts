import { beforeEach, expect, test } from 'vitest'
import { buildSource } from '../../../shared/domain-index/build-source.ts'
import type { IndexBucket } from '../../../shared/domain-index/index-bucket.ts'
import { mergeSources } from '../../../shared/domain-index/merge-sources.ts'
import { createIndexCache, indexReader } from '../../../shared/domain-index/read-index.ts'
import { INDEX_SOURCES } from '../../../shared/platform/index-source-ids.ts'
import { memoryIndexBucket } from '../../platform/memory-index-bucket.ts'

const MINUTES = 60_000
const SUNDAY = new Date('2026-11-22T04:23:00Z')

let objects: Map<string, Uint8Array<ArrayBuffer>>
let bucket: IndexBucket
beforeEach(() => {
  objects = new Map()
  bucket = memoryIndexBucket(objects)
})

async function* oneCompany() {
  yield [{ site: 'www.nordlyskraft.no', name: 'NORDLYS KRAFT AS' }]
}
const build = (now: Date) => buildSource(bucket, 'brreg', oneCompany(), { now })
const merge = (now: Date) => mergeSources(bucket, INDEX_SOURCES, now)
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a merge writes nothing if no list has changed, and keeps one earlier generation', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  for (const day of [1, 8, 15]) {
    await build(at(day))
    await merge(at(day))
    expect(await merge(at(day + 1))).toBeNull()
  }
  expect([...objects.keys()].filter((key) => key.startsWith('generations/'))).toEqual([
    expect.stringContaining('generations/20261108T'),
    expect.stringContaining('generations/20261115T'),
  ])
})

test('a load and a merge leave builds of the last hour, and the newest one before it', async () => {
  const after = (minutes: number) => new Date(SUNDAY.getTime() + minutes * MINUTES)
  const foreign = (prefix: string, minutes: number) =>
    `${prefix}/${after(minutes)
      .toISOString()
      .replace(/[^0-9TZ]/g, '')}/0`
  for (const prefix of ['sources/brreg', 'generations'])
    for (const minutes of [-80, -70, -50, 5]) objects.set(foreign(prefix, minutes), bytesOf(''))
  await build(SUNDAY)
  await merge(SUNDAY)
  for (const prefix of ['sources/brreg', 'generations']) {
    const left = [-80, -70, -50, 5].filter((minutes) => objects.has(foreign(prefix, minutes)))
    expect(left).toEqual([-70, -50, 5])
  }
})

const BEFORE = new Date(SUNDAY.getTime() - 7 * 24 * 60 * MINUTES)
const AFTER = new Date(SUNDAY.getTime() + 4 * MINUTES)

test('two merges within five minutes leave the generation that isolates still use', async () => {
  await build(BEFORE)
  await merge(BEFORE)
  const options = { bucket, cache: createIndexCache(), sources: INDEX_SOURCES, requestId: 'req_1' }
  expect(await indexReader({ ...options, now: () => SUNDAY })('kork.no')).toEqual({
    outcome: 'read',
    entries: [],
  })
  const failedMerge = 'generations/20261121T042300000Z/0'
  objects.set(failedMerge, bytesOf(''))
  for (const now of [SUNDAY, AFTER]) {
    await build(now)
    await merge(now)
  }
  expect(await indexReader({ ...options, now: () => AFTER })('nordlyskraft.no')).toMatchObject({
    outcome: 'read',
    entries: [{ name: 'NORDLYS KRAFT AS' }],
  })
  expect(objects.has(failedMerge)).toBe(false)
  const nextDay = new Date(AFTER.getTime() + 24 * 60 * MINUTES)
  await build(nextDay)
  await merge(nextDay)
  expect([...objects.keys()].filter((key) => /\/20261115T/.test(key))).toEqual([])
})

test('two loads of a list within five minutes leave the runs that a merge reads', async () => {
  await build(BEFORE)
  let loads: Promise<unknown> | undefined
  const interrupted: IndexBucket = {
    ...bucket,
    async get(key, range) {
      if (key.endsWith('/0')) loads ??= build(SUNDAY).then(() => build(AFTER))
      await loads
      return bucket.get(key, range)
    },
  }
  const merged = await mergeSources(interrupted, INDEX_SOURCES, SUNDAY)
  expect([loads !== undefined, merged?.sources.brreg?.build]).toEqual([true, '20261115T042300000Z'])
})
