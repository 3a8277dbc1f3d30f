import { beforeEach, expect, test, vi } from 'vitest'
import { buildSource } from '../../../shared/domain-index/build-source.ts'
import type { SourceEntry } from '../../../shared/domain-index/formats/source-entry.ts'
import type { IndexBucket } from '../../../shared/domain-index/index-bucket.ts'
import { mergeSources } from '../../../shared/domain-index/merge-sources.ts'
import { createIndexCache, indexReader } from '../../../shared/domain-index/read-index.ts'
import { INDEX_SOURCES, type IndexSource } from '../../../shared/platform/index-source-ids.ts'
import { memoryIndexBucket } from '../../platform/memory-index-bucket.ts'

const SUNDAY = new Date('2026-11-22T04:23:00Z')
const NEXT_SUNDAY = new Date('2026-11-29T04:23:00Z')
const MINUTES = 60_000

let objects: Map<string, Uint8Array<ArrayBuffer>>
let bucket: IndexBucket
beforeEach(() => {
  objects = new Map()
  bucket = memoryIndexBucket(objects)
})

async function* batchesOf(entries: readonly SourceEntry[]): AsyncGenerator<SourceEntry[]> {
  yield [...entries]
}
const build = (source: IndexSource, entries: readonly SourceEntry[], now = SUNDAY) =>
  buildSource(bucket, source, batchesOf(entries), { now })
const merge = (now = SUNDAY) => mergeSources(bucket, INDEX_SOURCES, now)

function reader(over: Partial<Parameters<typeof indexReader>[0]> = {}) {
  const options = { bucket, cache: createIndexCache(), sources: INDEX_SOURCES, requestId: 'req_1' }
  return indexReader({ ...options, now: () => SUNDAY, ...over })
}
const namesOf = async (domain: string) => {
  const lookup = await reader()(domain)
  return lookup.outcome === 'read' ? lookup.entries.map(({ name }) => name) : lookup
}

const NORDLYS: SourceEntry = {
  site: 'www.nordlyskraft.no',
  name: 'NORDLYS KRAFT AS',
  country: 'NO',
}
const many = (count: number): SourceEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    site: `verk-${index}.no`,
    name: `Verk ${index} AS`,
  }))

test('an entry is found by its domain, and another domain has none', async () => {
  await build('brreg', [{ ...NORDLYS, number: '100000008' }, ...many(2_000)])
  await merge()
  expect(await reader()('nordlyskraft.no')).toEqual({
    outcome: 'read',
    entries: [
      {
        source: 'brreg',
        name: 'NORDLYS KRAFT AS',
        country: 'NO',
        number: '100000008',
        seller_id: null,
        as_of: '2026-11-22',
      },
    ],
  })
  expect(await reader()('fjordkraft.no')).toEqual({ outcome: 'read', entries: [] })
  expect(await namesOf('verk-1999.no')).toEqual(['Verk 1999 AS'])
})

test('two lists that disagree about a domain both answer', async () => {
  await build('ror', [{ site: 'thornfield.edu', name: 'Thornfield State University' }])
  await build('swot', [{ site: 'thornfield.edu', name: 'Thornfield College' }])
  await merge()
  expect(await namesOf('thornfield.edu')).toEqual([
    'Thornfield State University',
    'Thornfield College',
  ])
})

test('a list that is switched off is not read, even if the index has it', async () => {
  await build('ror', [{ site: 'thornfield.edu', name: 'Thornfield State University' }])
  await build('swot', [{ site: 'thornfield.edu', name: 'Thornfield College' }])
  await merge()
  const lookup = await reader({ sources: ['swot'] })('thornfield.edu')
  expect(lookup).toMatchObject({ outcome: 'read', entries: [{ source: 'swot' }] })
})

test('without an index the answer is missing', async () => {
  expect(await reader()('nordlyskraft.no')).toEqual({ outcome: 'missing' })
})

test.each([
  ['a social network', { site: 'https://facebook.com/kork', name: 'Kork AS' }],
  ['a platform of sites', { site: 'kork.github.io', name: 'Kork AS' }],
  ['a provider of mail', { site: 'gmail.com', name: 'Kork AS' }],
  ['an email address', { site: 'post@kork.no', name: 'Kork AS' }],
  ['a subdomain', { site: 'kork.verkstad.no', name: 'Kork AS' }],
  ['an address', { site: 'http://192.0.2.1/', name: 'Kork AS' }],
  ['a public suffix', { site: 'co.uk', name: 'Kork AS' }],
  ['a name for special use', { site: 'kork.example', name: 'Kork AS' }],
  ['two sites in one text', { site: 'www.kork.no, www.verk.no', name: 'Kork AS' }],
  ['a site of 400 characters', { site: `kork.no/${'a'.repeat(400)}`, name: 'Kork AS' }],
  ['a name of 10 kB', { site: 'kork.no', name: 'K'.repeat(10_000) }],
  ['a name without letters', { site: 'kork.no', name: '\u202e--==' }],
  ['no name', { site: 'kork.no', name: null }],
] as const)('an entry with %s is dropped', async (_, entry) => {
  await build('brreg', [entry, NORDLYS])
  await merge()
  expect(
    JSON.stringify([...objects].map(([, bytes]) => new TextDecoder().decode(bytes))),
  ).not.toMatch(/Kork|kork/)
})

test.each([
  ['\u202eKork\u0000\tAS\r\n', 'Kork AS'],
  ['=HYPERLINK("http://x")', 'HYPERLINK("http://x")'],
  ['+47 Kork AS', '47 Kork AS'],
  ['@Kork', 'Kork'],
])('the name %j is stored as %j', async (name, stored) => {
  await build('brreg', [{ site: 'kork.no', name }])
  await merge()
  expect(await namesOf('kork.no')).toEqual([stored])
})

test('a page of a site counts only if the list has no other row of the domain', async () => {
  await build('brreg', [
    { site: 'kork.no/om-oss', name: 'Kork AS' },
    { site: 'torg.no', name: 'Torg AS' },
    { site: 'torg.no/butikk', name: 'Butikk AS' },
    { site: 'side.no/a', name: 'Alfa AS' },
    { site: 'side.no/b', name: 'Beta AS' },
  ])
  await merge()
  expect(await namesOf('kork.no')).toEqual(['Kork AS'])
  expect(await namesOf('torg.no')).toEqual(['Torg AS'])
  expect(await namesOf('side.no')).toEqual([])
})

test('a domain that eleven companies share names none of them', async () => {
  const shared = (count: number, site: string) =>
    Array.from({ length: count }, (_, index) => ({ site, name: `Verk ${index} AS` }))
  await build('brreg', [...shared(11, 'regnskap.no'), ...shared(10, 'konsern.no')])
  await merge()
  expect(await namesOf('regnskap.no')).toEqual([])
  expect(await namesOf('konsern.no')).toHaveLength(10)
})

test('a list that lost more than a tenth of its rows is refused, and its last rows stay', async () => {
  await build('brreg', many(1_000))
  await merge()
  await expect(build('brreg', many(899), NEXT_SUNDAY)).rejects.toMatchObject({
    name: 'SourceRefused',
    message: 'It has 899 rows, and the last one had 1000.',
  })
  expect(await merge(NEXT_SUNDAY)).toBeNull()
  expect(await namesOf('verk-950.no')).toEqual(['Verk 950 AS'])
  await build('brreg', many(900), NEXT_SUNDAY)
  expect(await merge(NEXT_SUNDAY)).toMatchObject({ sources: { brreg: { rows: 900 } } })
  expect(await namesOf('verk-950.no')).toEqual([])
})

test('a list without usable rows is refused', async () => {
  await expect(build('brreg', [])).rejects.toMatchObject({ name: 'SourceRefused' })
  expect(await merge()).toBeNull()
})

test('a list of another tenth can be accepted by force', async () => {
  await build('brreg', many(1_000))
  const options = { now: NEXT_SUNDAY, isForced: true }
  await expect(buildSource(bucket, 'brreg', batchesOf(many(10)), options)).resolves.toMatchObject({
    rows: 10,
  })
})

test('a download that ends early changes nothing', async () => {
  await build('brreg', [NORDLYS])
  await merge()
  async function* broken() {
    yield many(25_000).map((entry) => ({
      ...entry,
      name: `${entry.name}${' og venner'.repeat(11)}`,
    }))
    throw new Error('The connection was closed.')
  }
  await expect(buildSource(bucket, 'brreg', broken(), { now: NEXT_SUNDAY })).rejects.toThrow(
    'closed',
  )
  expect([...objects.keys()].filter((key) => key.includes('20261129'))).not.toEqual([])
  expect(await merge(NEXT_SUNDAY)).toBeNull()
  expect(await namesOf('nordlyskraft.no')).toEqual(['NORDLYS KRAFT AS'])
  await build('brreg', [NORDLYS], NEXT_SUNDAY)
  await build('brreg', [NORDLYS], new Date(NEXT_SUNDAY.getTime() + 90 * MINUTES))
  expect([...objects.keys()].filter((key) => key.startsWith('sources/')).sort()).toEqual([
    'sources/brreg/20261129T042300000Z/0',
    'sources/brreg/20261129T055300000Z/0',
    'sources/brreg/source.json',
  ])
})

test('a merge that ends early changes nothing', async () => {
  await build('brreg', many(5_000))
  await merge()
  await build('brreg', [...many(5_000), NORDLYS], NEXT_SUNDAY)
  let puts = 0
  const breaking: IndexBucket = {
    ...bucket,
    async put(key, bytes) {
      puts += 1
      if (puts > 30) throw new Error('The store is not reachable.')
      await bucket.put(key, bytes)
    },
  }
  await expect(mergeSources(breaking, INDEX_SOURCES, NEXT_SUNDAY)).rejects.toThrow('not reachable')
  expect(await namesOf('nordlyskraft.no')).toEqual([])
  expect(await namesOf('verk-4999.no')).toEqual(['Verk 4999 AS'])
})

test('a merge fails if the store does not give the manifest, and replaces a damaged one', async () => {
  await build('brreg', [NORDLYS])
  await merge()
  const failing: IndexBucket = {
    ...bucket,
    get: async (key, range) =>
      key === 'manifest.json' ? Promise.reject(new Error('not reachable')) : bucket.get(key, range),
  }
  await expect(mergeSources(failing, INDEX_SOURCES, NEXT_SUNDAY)).rejects.toThrow('not reachable')
  for (const damaged of ['{"v":2}', '{']) {
    objects.set('manifest.json', bytesOf(damaged))
    expect(await merge(NEXT_SUNDAY)).not.toBeNull()
  }
})

const shardKey = () => [...objects.keys()].find((key) => key.startsWith('generations/')) ?? ''
const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['is missing', () => objects.delete(shardKey())],
  ['is torn', () => objects.set(shardKey(), bytesOf('abc'))],
  [
    'has another shard',
    () =>
      objects.set(
        shardKey(),
        (objects.get(shardKey()) ?? bytesOf('')).map(() => 0x61),
      ),
  ],
  [
    'has a damaged line',
    () => {
      const text = new TextDecoder().decode(objects.get(shardKey()))
      objects.set(shardKey(), bytesOf(text.replace('\tbrreg\t', '\tother\t')))
    },
  ],
  ['has a damaged manifest', () => objects.set('manifest.json', bytesOf('{"v":2}'))],
])('an index that %s fails and is not taken for empty', async (_, damage) => {
  await build('brreg', [NORDLYS])
  await merge()
  damage()
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(await reader()('nordlyskraft.no')).toEqual({
    outcome: 'failed',
    detail: 'The index of official lists could not be read.',
  })
  expect(logged.mock.calls.join()).toContain('domain_index.read_failed')
  logged.mockRestore()
})

test('a store that does not answer fails after 1.5 seconds', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const started = performance.now()
  const silent: IndexBucket = { ...bucket, get: () => new Promise(() => undefined) }
  expect(await reader({ bucket: silent })('kork.no')).toMatchObject({ outcome: 'failed' })
  expect(performance.now() - started).toBeLessThan(3_000)
  logged.mockRestore()
})

test('an answer reads one object, and none if the isolate has read the shard before', async () => {
  await build('brreg', [NORDLYS])
  await merge()
  const gets: string[] = []
  const counted: IndexBucket = {
    ...bucket,
    async get(key, range) {
      gets.push(key)
      return bucket.get(key, range)
    },
  }
  let time = SUNDAY.getTime()
  const read = reader({ bucket: counted, now: () => new Date(time) })
  await read('nordlyskraft.no')
  expect(gets).toEqual(['manifest.json', expect.stringContaining('generations/')])
  await read('nordlyskraft.no')
  expect(gets).toHaveLength(2)
  time += 6 * MINUTES
  await read('nordlyskraft.no')
  expect(gets.slice(2)).toEqual(['manifest.json'])
})
