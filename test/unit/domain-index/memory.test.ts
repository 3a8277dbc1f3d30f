import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildSource } from '../../../shared/domain-index/build-source.ts'
import { OPEN_SOURCES } from '../../../shared/domain-index/sources/index.ts'
import { memoryIndexBucket } from '../../platform/memory-index-bucket.ts'

const MB = 1_000_000
const FILE_BYTES = 300 * MB
const HEAP_GROWTH_BYTES_MAX = 64 * MB
const PUBLISHERS_PER_CHUNK = 40
const CHUNKS_PER_MEASUREMENT = 331

const idOf = (number: number): string => `pub-${String(number).padStart(16, '0')}`
const hiddenSeller = (number: number): string =>
  `{"seller_id":"${idOf(number)}","is_confidential":1,"seller_type":"PUBLISHER"}`
const publishers = (chunk: number): string =>
  Array.from({ length: PUBLISHERS_PER_CHUNK }, (_, index) => {
    const number = chunk * PUBLISHERS_PER_CHUNK + index
    return `{"seller_id":"${idOf(number)}","is_confidential":0,"seller_type":"PUBLISHER","name":"Verk ${number} og venner AS","domain":"verk-${number}.no"}`
  }).join()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('a list of 300 MB is stored with less than 64 MB of memory', async () => {
  const encoder = new TextEncoder()
  let most = 0
  let bytes = 0
  const hidden = encoder.encode(
    Array.from({ length: 400 }, (_, index) => hiddenSeller(index)).join(),
  )
  async function* file() {
    yield encoder.encode(`{"version":"1.0","sellers":[${publishers(0)}`)
    for (let number = 1; bytes < FILE_BYTES; number += 1) {
      for (const part of [encoder.encode(`,${publishers(number)},`), hidden]) {
        bytes += part.byteLength
        if (number % CHUNKS_PER_MEASUREMENT === 0) most = Math.max(most, usedBytes())
        yield part
      }
    }
    yield encoder.encode(']}')
  }
  const stored = new Map<string, Uint8Array<ArrayBuffer>>()
  const start = usedBytes()
  const bucket = memoryIndexBucket(stored)
  // The store is outside of the memory of the Worker.
  const distant = {
    ...bucket,
    put: async (key: string, value: Uint8Array<ArrayBuffer>) =>
      bucket.put(key, key.endsWith('.json') ? value : new Uint8Array(0)),
  }
  const built = await buildSource(
    distant,
    'google_sellers',
    OPEN_SOURCES.google_sellers.entries(file()),
    {
      now: new Date('2026-11-22T04:23:00Z'),
    },
  )
  expect(bytes).toBeGreaterThan(FILE_BYTES)
  expect(built.rows).toBeGreaterThan(200_000)
  expect(built.runs.length).toBeGreaterThan(3)
  expect(most - start).toBeLessThan(HEAP_GROWTH_BYTES_MAX)
}, 120_000)
