import { z } from 'zod'
import type { IndexSource } from '../platform/index-source-ids.ts'
import type { IndexBucket } from './index-bucket.ts'
import { GROUPS, SHARDS_PER_GROUP, shardNumber } from './index-row.ts'
import {
  buildName,
  GENERATIONS_PREFIX,
  groupKey,
  MANIFEST_KEY,
  Manifest,
  SourceBuild,
  sourceKey,
} from './manifest.ts'
import { type Packed, packed, textOfLines } from './packed.ts'
import { removeOldBuilds } from './remove-old-builds.ts'
import { storedJson, storeJson } from './stored-json.ts'

/** A domain that more companies of one source share names none of them. */
const COMPANIES_PER_DOMAIN_MAX = 10

/**
 * Writes a new generation of the index from the stored builds of the sources. Its manifest is
 * written last, so readers see the old generation until the new one is complete. Returns null if
 * the index has all builds already.
 */
export async function mergeSources(
  bucket: IndexBucket,
  sources: readonly IndexSource[],
  now: Date,
): Promise<Manifest | null> {
  const earlier = await storedManifest(bucket)
  const builds = await storedBuilds(bucket, sources)
  if (builds.length === 0 || (earlier !== null && hasSameBuilds(earlier, builds))) return null
  const generation = buildName(now)
  const groups: number[][] = []
  for (let group = 0; group < GROUPS; group += 1) {
    const { bytes, offsets } = groupOfLines(await linesOf(bucket, builds, group), group)
    if (bytes.byteLength > 0) await bucket.put(groupKey(generation, group), bytes)
    groups.push(offsets)
  }
  const manifest: Manifest = {
    v: 1,
    generation,
    built_at: now.toISOString(),
    sources: Object.fromEntries(
      builds.map(({ source, build, built_at, rows }) => [source, { build, built_at, rows }]),
    ),
    groups,
  }
  await storeJson(bucket, MANIFEST_KEY, manifest)
  // The generation before stays, because isolates use the old manifest for some minutes.
  const kept = [generation, earlier?.generation ?? generation]
  await removeOldBuilds(bucket, GENERATIONS_PREFIX, kept, now)
  return manifest
}

// A damaged manifest is replaced. A failed read must not count as no manifest: the merge would
// remove the generation that isolates use.
async function storedManifest(bucket: IndexBucket): Promise<Manifest | null> {
  try {
    return await storedJson(bucket, MANIFEST_KEY, Manifest)
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null
    throw error
  }
}

async function storedBuilds(
  bucket: IndexBucket,
  sources: readonly IndexSource[],
): Promise<SourceBuild[]> {
  const builds: SourceBuild[] = []
  for (const source of sources) {
    const build = await storedJson(bucket, sourceKey(source), SourceBuild)
    if (build !== null) builds.push(build)
  }
  return builds
}

const hasSameBuilds = ({ sources }: Manifest, builds: readonly SourceBuild[]): boolean =>
  Object.keys(sources).length === builds.length &&
  builds.every(({ source, build }) => sources[source]?.build === build)

/** Lines of one group from all runs, unsorted. Throws if a run is missing. */
async function linesOf(
  bucket: IndexBucket,
  builds: readonly SourceBuild[],
  group: number,
): Promise<string[]> {
  const lines: string[] = []
  for (const { runs } of builds) {
    for (const { key, offsets } of runs) {
      const [offset = 0, end = 0] = offsets.slice(group, group + 2)
      if (end === offset) continue
      const bytes = await bucket.get(key, { offset, length: end - offset })
      if (bytes?.byteLength !== end - offset) throw new Error(`The run ${key} is not complete.`)
      lines.push(...new TextDecoder().decode(bytes).split('\n').slice(0, -1))
    }
  }
  return lines
}

/** Bytes of the usable lines, and the offsets of the shards. */
function groupOfLines(lines: readonly string[], group: number): Packed {
  const shards = Array.from({ length: SHARDS_PER_GROUP }, (): string[] => [])
  for (const line of usableLines(lines))
    shards[shardNumber(line.slice(0, 3)) - group * SHARDS_PER_GROUP]?.push(line)
  return packed(shards.map(textOfLines))
}

/**
 * Sorted lines without repetitions. Of a domain with several lines of one source, those that name a
 * page are dropped, and all if too many companies share the domain.
 */
function usableLines(lines: readonly string[]): string[] {
  const ofDomain = new Map<string, string[]>()
  for (const line of [...new Set(lines)].sort()) {
    const [shard, domain, source] = line.split('\t', 3)
    const key = `${shard}\t${domain}\t${source}`
    const known = ofDomain.get(key)
    if (known === undefined) ofDomain.set(key, [line])
    else if (known.length <= COMPANIES_PER_DOMAIN_MAX) known.push(line)
  }
  return [...ofDomain.values()].flatMap((same) => {
    if (same.length > COMPANIES_PER_DOMAIN_MAX) return []
    return same.length === 1 ? same : same.filter((line) => !namesPage(line))
  })
}

const PAGE_COLUMN = 7
const namesPage = (line: string): boolean => line.split('\t')[PAGE_COLUMN] === 'page'
