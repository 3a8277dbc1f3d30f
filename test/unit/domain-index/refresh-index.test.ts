import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { r2IndexBucket } from '../../../shared/domain-index/index-bucket.ts'
import { createIndexCache, indexReader } from '../../../shared/domain-index/read-index.ts'
import { performIndexTask, refreshIndex } from '../../../shared/domain-index/refresh-index.ts'
import type { Services } from '../../../shared/platform/services/index.ts'
import { answerOfficialLists } from '../../internet/official-lists.ts'

type TaskServices = Parameters<typeof performIndexTask>[0]

let objects: Map<string, Uint8Array<ArrayBuffer>>
let sent: string[]
let logged: string[]
beforeEach(() => {
  objects = new Map()
  sent = []
  logged = []
  vi.spyOn(console, 'log').mockImplementation((line) => void logged.push(String(line)))
})
afterEach(() => vi.restoreAllMocks())

/** The part of the binding of R2 that the index uses (Cloudflare documentation, R2 Workers API). */
const r2 = {
  async get(key: string, { range }: { range?: { offset: number; length: number } } = {}) {
    const bytes = objects.get(key)
    const { offset, length } = range ?? { offset: 0, length: bytes?.byteLength ?? 0 }
    return bytes === undefined
      ? null
      : { arrayBuffer: async () => bytes.slice(offset, offset + length).buffer }
  },
  async put(key: string, bytes: Uint8Array<ArrayBuffer>) {
    objects.set(key, bytes.slice())
  },
  async list({ prefix, cursor }: { prefix: string; cursor?: string }) {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
    const first = Number(cursor ?? 0)
    const page = keys.slice(first, first + 2).map((key) => ({ key }))
    const isLast = first + 2 >= keys.length
    return { objects: page, truncated: !isLast, ...(isLast ? {} : { cursor: String(first + 2) }) }
  },
  async delete(keys: string[]) {
    for (const key of keys) objects.delete(key)
  },
}

const services = (
  sources: readonly string[],
  fetch: Services['fetch'] = async (url, init) => answerOfficialLists(new Request(url, init)),
  now = '2026-11-22T04:23:00Z',
) =>
  ({
    env: { DOMAIN_INDEX_SOURCES: sources, DOMAIN_INDEX: r2, USER_AGENT: 'test' },
    requestId: 'req_1',
    now: () => new Date(now),
    fetch,
    enqueue: async (queue: string, ids: readonly string[]) => {
      sent.push(...ids.map((id) => `${queue} ${id}`))
    },
  }) as unknown as TaskServices

test('the weekly run sends a message for each enabled list that has a public file', async () => {
  await refreshIndex(services(['ror', 'kbo', 'brreg']))
  expect(sent).toEqual(['domain-index source:ror', 'domain-index source:brreg'])
})

test('a loaded list starts a merge, and a merge makes an index once', async () => {
  expect(await performIndexTask(services(['brreg']), 'source:brreg')).toEqual({ then: 'done' })
  expect(sent).toEqual(['domain-index merge'])
  expect(await performIndexTask(services(['brreg']), 'merge')).toEqual({ then: 'done' })
  expect(await performIndexTask(services(['brreg']), 'merge')).toEqual({ then: 'done' })
  expect(logged.filter((line) => line.includes('domain_index.merged'))).toHaveLength(1)
  expect([...objects.keys()]).toContain('manifest.json')
})

test.each(['source:brreg', 'source:kbo', 'source:unknown'])(
  'the message %s of a list that is switched off does nothing',
  async (task) => {
    const refusing = async () => Promise.reject(new Error('Nothing may be asked.'))
    expect(await performIndexTask(services(['ror'], refusing), task)).toEqual({ then: 'done' })
    expect(objects.size).toBe(0)
  },
)

test('a host that fails is asked again half an hour later, and starts no merge', async () => {
  const failing = async () => new Response(null, { status: 503 })
  const outcome = await performIndexTask(services(['brreg'], failing), 'source:brreg')
  expect(outcome).toMatchObject({ then: 'retry', afterSeconds: 1_800 })
  expect(logged.join()).toContain('domain_index.source_failed')
  expect(sent).toEqual([])
})

test('a list whose merge cannot be started is not loaded again', async () => {
  const silent = {
    ...services(['brreg']),
    enqueue: async () => Promise.reject(new Error('The queue does not answer.')),
  }
  expect(await performIndexTask(silent, 'source:brreg')).toEqual({ then: 'done' })
  expect(logged.join()).toContain('domain_index.merge_not_sent')
})

test('a list that is delivered twice changes no answer, and makes one index', async () => {
  const perform = (task: string, now: string) =>
    performIndexTask(services(['brreg'], undefined, now), task)
  const answer = () =>
    indexReader({
      bucket: r2IndexBucket(services([]).env.DOMAIN_INDEX),
      cache: createIndexCache(),
      sources: ['brreg'],
      now: () => new Date(),
      requestId: 'req_1',
    })('nordlyskraft.no')
  await perform('source:brreg', '2026-11-22T04:23:00Z')
  await perform('merge', '2026-11-22T04:24:00Z')
  const before = await answer()
  expect(before).toMatchObject({ outcome: 'read', entries: [{ name: 'NORDLYS KRAFT AS' }] })
  for (const minute of [31, 32])
    expect(await perform('source:brreg', `2026-11-22T04:${minute}:00Z`)).toEqual({ then: 'done' })
  for (const minute of [33, 34])
    expect(await perform('merge', `2026-11-22T04:${minute}:00Z`)).toEqual({ then: 'done' })
  expect(await answer()).toEqual(before)
  const merged = logged.filter((line) => line.includes('domain_index.merged'))
  expect(merged.map((line) => JSON.parse(line).rows)).toEqual([101, 101])
})

test('a list that shrank is refused with a line in the log, and is not asked again', async () => {
  await performIndexTask(services(['google_sellers']), 'source:google_sellers')
  sent = []
  const empty = async () => Response.json({ sellers: [{ seller_id: 'x', seller_type: 'BOTH' }] })
  const later = services(['google_sellers'], empty, '2026-11-29T04:23:00Z')
  expect(await performIndexTask(later, 'source:google_sellers')).toEqual({ then: 'done' })
  expect(logged.join()).toContain('domain_index.source_refused')
  expect(sent).toEqual([])
  const kept = new TextDecoder().decode(objects.get('sources/google_sellers/source.json'))
  expect(JSON.parse(kept)).toMatchObject({ build: '20261122T042300000Z', rows: 1 })
})
