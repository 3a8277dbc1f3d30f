import { z } from 'zod'
import { INDEX_SOURCES } from '../platform/index-source-ids.ts'
import { GROUPS, SHARDS_PER_GROUP } from './index-row.ts'

const count = z.number().int().min(0)

/**
 * One download of a source: its rows, sorted, in several objects ("runs"). `offsets` are the places
 * in bytes where the groups of shards begin, and the end of the last group.
 */
export const SourceBuild = z.object({
  v: z.literal(1),
  source: z.enum(INDEX_SOURCES),
  build: z.string(),
  built_at: z.iso.datetime(),
  rows: count,
  runs: z.array(z.object({ key: z.string(), offsets: z.array(count).length(GROUPS + 1) })),
})
export type SourceBuild = z.infer<typeof SourceBuild>

/** `groups`: for each object of the generation, the places in bytes where its shards begin. */
export const Manifest = z.object({
  v: z.literal(1),
  generation: z.string(),
  built_at: z.iso.datetime(),
  sources: z.partialRecord(
    z.enum(INDEX_SOURCES),
    z.object({ build: z.string(), built_at: z.iso.datetime(), rows: count }),
  ),
  groups: z.array(z.array(count).length(SHARDS_PER_GROUP + 1)).length(GROUPS),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_KEY = 'manifest.json'
export const sourcePrefix = (source: string): string => `sources/${source}/`
export const sourceKey = (source: string): string => `${sourcePrefix(source)}source.json`
export const runKey = (source: string, build: string, run: number): string =>
  `${sourcePrefix(source)}${build}/${run}`
export const GENERATIONS_PREFIX = 'generations/'
export const groupKey = (generation: string, group: number): string =>
  `${GENERATIONS_PREFIX}${generation}/${group}`

/** Part of a key: the time, so that a later build sorts after an earlier one. */
export const buildName = (now: Date): string => now.toISOString().replace(/[^0-9TZ]/g, '')
