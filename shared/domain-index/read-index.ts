import type { IndexLookup, ReadDomainIndex } from '../attribution/witness-tools.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import type { IndexSource } from '../platform/index-source-ids.ts'
import { remember } from '../platform/limits/recent-entries.ts'
import { describeError, log } from '../platform/log.ts'
import type { IndexBucket } from './index-bucket.ts'
import { groupOf, parseRow, SHARDS_PER_GROUP, shardNumber, shardOf } from './index-row.ts'
import { groupKey, MANIFEST_KEY, Manifest } from './manifest.ts'
import { storedJson } from './stored-json.ts'

const LOOKUP_MS_MAX = 1_500
const MANIFEST_AGE_MS_MAX = 5 * MINUTE_MS
/** A shard has some 20 kB. */
const SHARDS_KEPT_MAX = 32

/** Memory of one isolate. It holds no data of an account. */
export interface IndexCache {
  manifest: { readAt: number; value: Manifest | null } | null
  /** Texts of shards, by generation and shard. */
  shards: Map<string, string>
}

export const createIndexCache = (): IndexCache => ({ manifest: null, shards: new Map() })

interface ReaderOptions {
  bucket: IndexBucket
  cache: IndexCache
  sources: readonly IndexSource[]
  now(): Date
  requestId: string
}

/** Reads one object, or two if the manifest is older than five minutes. */
export function indexReader(options: ReaderOptions): ReadDomainIndex {
  return async (domain) => {
    const limit = AbortSignal.timeout(LOOKUP_MS_MAX)
    const late = new Promise<never>((_, reject) => {
      limit.addEventListener('abort', () => reject(limit.reason))
    })
    try {
      return await Promise.race([lookUp(options, domain), late])
    } catch (error) {
      log({
        event: 'domain_index.read_failed',
        request_id: options.requestId,
        error: describeError(error),
      })
      return { outcome: 'failed', detail: 'The index of official lists could not be read.' }
    }
  }
}

async function lookUp(options: ReaderOptions, domain: string): Promise<IndexLookup> {
  const manifest = await currentManifest(options)
  if (manifest === null) return { outcome: 'missing' }
  const text = await shardText(options, manifest, shardOf(domain))
  const rows = text.split('\n').filter((line) => line.slice(4).startsWith(`${domain}\t`))
  const entries = rows.map((line) => {
    const row = parseRow(line)
    if (row === null) throw new Error('The shard has a damaged line.')
    const { domain: _, isPage: __, ...entry } = row
    return entry
  })
  return {
    outcome: 'read',
    entries: entries.filter(({ source }) => options.sources.includes(source)),
  }
}

async function currentManifest({ bucket, cache, now }: ReaderOptions): Promise<Manifest | null> {
  const time = now().getTime()
  const known = cache.manifest
  if (known !== null && time - known.readAt < MANIFEST_AGE_MS_MAX) return known.value
  const value = await storedJson(bucket, MANIFEST_KEY, Manifest)
  cache.manifest = { readAt: time, value }
  return value
}

/** Throws if the object is missing, or its bytes are not those of the shard. */
async function shardText(
  { bucket, cache }: ReaderOptions,
  { generation, groups }: Manifest,
  shard: string,
): Promise<string> {
  const key = `${generation}/${shard}`
  const known = cache.shards.get(key)
  if (known !== undefined) return known
  const group = groupOf(shardNumber(shard))
  const first = shardNumber(shard) % SHARDS_PER_GROUP
  const [offset = 0, end = 0] = groups[group]?.slice(first, first + 2) ?? []
  if (end === offset) return ''
  const object = groupKey(generation, group)
  const bytes = await bucket.get(object, { offset, length: end - offset })
  if (bytes === null) throw new Error(`The object ${object} is missing.`)
  const text = new TextDecoder().decode(bytes)
  if (bytes.byteLength !== end - offset || !isShard(text, shard))
    throw new Error(`The object ${object} is damaged.`)
  remember(cache.shards, key, text, SHARDS_KEPT_MAX)
  return text
}

const isShard = (text: string, shard: string): boolean =>
  text.endsWith('\n') &&
  text
    .slice(0, -1)
    .split('\n')
    .every((line) => line.startsWith(`${shard}\t`))
