import { createHash } from 'node:crypto'
import { IndexEntry } from '../attribution/witness-evidence.ts'
import { INDEX_SOURCES, type IndexSource } from '../platform/index-source-ids.ts'

/**
 * Row of the index. `isPage`: the source names a page of the site, so the row counts only if the
 * source has no other row of the domain.
 */
export interface IndexRow extends IndexEntry {
  /** Registrable domain, in ASCII (A-labels). */
  domain: string
  isPage: boolean
}

/** A shard holds the domains whose SHA-256 begins with the same 12 bits. */
const SHARD_DIGITS = 3
const SHARDS = 16 ** SHARD_DIGITS
/** Shards that one object holds, one after the other. */
export const SHARDS_PER_GROUP = 64
export const GROUPS = SHARDS / SHARDS_PER_GROUP
const COLUMNS = 9

/** Three hexadecimal digits. */
export function shardOf(domain: string): string {
  return createHash('sha256').update(domain).digest('hex').slice(0, SHARD_DIGITS)
}

export const shardNumber = (shard: string): number => Number.parseInt(shard, 16)
export const groupOf = (shard: number): number => Math.floor(shard / SHARDS_PER_GROUP)

/** Sorted lines are in the order of the shards, and a shard in the order of its domains. */
export function writeRow(row: IndexRow): string {
  const { domain, source, as_of, country, number, seller_id, isPage, name } = row
  return [
    shardOf(domain),
    domain,
    source,
    as_of,
    country ?? '',
    number ?? '',
    seller_id ?? '',
    isPage ? 'page' : '',
    name,
  ].join('\t')
}

/** Null for a line that no builder has written: stored data can be damaged. */
export function parseRow(line: string): IndexRow | null {
  const columns = line.split('\t')
  const [shard, domain = '', source, as_of, country, number, seller_id, page, name] = columns
  if (columns.length !== COLUMNS || shard !== shardOf(domain)) return null
  const entry = IndexEntry.safeParse({
    source,
    as_of,
    country: country || null,
    number: number || null,
    seller_id: seller_id || null,
    name,
  })
  return entry.success ? { ...entry.data, domain, isPage: page === 'page' } : null
}

export const isIndexSource = (name: string): name is IndexSource =>
  (INDEX_SOURCES as readonly string[]).includes(name)
