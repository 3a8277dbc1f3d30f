import type { Miniflare } from 'miniflare'
import { buildSource } from '../../shared/domain-index/build-source.ts'
import type { SourceEntry } from '../../shared/domain-index/formats/source-entry.ts'
import { loadSource } from '../../shared/domain-index/load-source.ts'
import { mergeSources } from '../../shared/domain-index/merge-sources.ts'
import { OPEN_SOURCES } from '../../shared/domain-index/sources/index.ts'
import { answerOfficialLists, LISTED_NAMES } from '../internet/official-lists.ts'
import { memoryIndexBucket } from './memory-index-bucket.ts'

type Source = keyof typeof OPEN_SOURCES
type Objects = Map<string, Uint8Array<ArrayBuffer>>

let built: Promise<Objects> | null = null

/**
 * Makes an index of the sample domains. The result stores it, so that an offline platform has an
 * index from its start.
 */
export async function prepareDomainIndex(): Promise<(miniflare: Miniflare) => Promise<void>> {
  built ??= sampleIndex()
  const objects = [...(await built)].filter(([key]) => !key.startsWith('sources/'))
  return async (miniflare) => {
    const bucket = await miniflare.getR2Bucket('DOMAIN_INDEX')
    await Promise.all(objects.map(([key, bytes]) => bucket.put(key, bytes)))
  }
}

async function sampleIndex(): Promise<Objects> {
  const objects: Objects = new Map()
  const bucket = memoryIndexBucket(objects)
  const sources = Object.keys(OPEN_SOURCES) as Source[]
  const now = new Date()
  for (const source of sources) await buildSource(bucket, source, sampleEntries(source), { now })
  await mergeSources(bucket, sources, now)
  return objects
}

/** Without the rows of invented domains, which would need an object in each group of shards. */
async function* sampleEntries(source: Source): AsyncGenerator<SourceEntry[]> {
  const tools = {
    fetch: async (url: string, init: RequestInit) => answerOfficialLists(new Request(url, init)),
    userAgent: 'platform',
    signal: new AbortController().signal,
  }
  for await (const batch of loadSource(source, tools))
    yield batch.filter(({ name }) => LISTED_NAMES.has(String(name)))
}
