import type { IndexSource } from '../platform/index-source-ids.ts'
import { SourceUnreadable } from './formats/byte-stream.ts'
import type { SourceEntry } from './formats/source-entry.ts'
import type { IndexBucket } from './index-bucket.ts'
import { GROUPS, groupOf, shardNumber, writeRow } from './index-row.ts'
import { buildName, runKey, SourceBuild, sourceKey, sourcePrefix } from './manifest.ts'
import { type Packed, packed, textOfLines } from './packed.ts'
import { removeOldBuilds } from './remove-old-builds.ts'
import { rowOf } from './row-of-entry.ts'
import { storedJson, storeJson } from './stored-json.ts'

/** Characters of the rows that memory holds before they are stored as one run. */
const RUN_CHARACTERS_MAX = 3 * 1024 * 1024
const ROWS_MAX = 5_000_000
/** A source with a smaller share of its last rows is taken for damaged. */
const ROWS_SHARE_MIN = 0.9

/** The file was read, and is not used: it has too few rows. The earlier rows stay. */
export class SourceRefused extends Error {
  override name = 'SourceRefused'
}

interface BuildOptions {
  now: Date
  /** Accepts a source that lost more than a tenth of its rows. */
  isForced?: boolean
}

/**
 * Stores the rows of a source as sorted runs. The description of the runs is written last, so a
 * build that ends early is never seen. Throws SourceUnreadable or SourceRefused.
 */
export async function buildSource(
  bucket: IndexBucket,
  source: IndexSource,
  batches: AsyncIterable<SourceEntry[]>,
  { now, isForced = false }: BuildOptions,
): Promise<SourceBuild> {
  const earlier = await storedJson(bucket, sourceKey(source), SourceBuild)
  const build = buildName(now)
  const { rows, runs } = await storeRuns(bucket, source, build, batches, now)
  const least = isForced ? 1 : Math.max(1, (earlier?.rows ?? 0) * ROWS_SHARE_MIN)
  const isAccepted = rows >= least
  const built: SourceBuild = { v: 1, source, build, built_at: now.toISOString(), rows, runs }
  if (isAccepted) await storeJson(bucket, sourceKey(source), built)
  // The build before stays, because a merge may be reading its runs.
  const kept = [isAccepted ? [build] : [], earlier === null ? [] : [earlier.build]].flat()
  await removeOldBuilds(bucket, sourcePrefix(source), kept, now)
  if (!isAccepted)
    throw new SourceRefused(`It has ${rows} rows, and the last one had ${earlier?.rows ?? 0}.`)
  return built
}

async function storeRuns(
  bucket: IndexBucket,
  source: IndexSource,
  build: string,
  batches: AsyncIterable<SourceEntry[]>,
  now: Date,
): Promise<Pick<SourceBuild, 'rows' | 'runs'>> {
  const asOf = now.toISOString().slice(0, 10)
  const runs: SourceBuild['runs'] = []
  let lines: string[] = []
  let characters = 0
  let rows = 0
  const store = async () => {
    const key = runKey(source, build, runs.length)
    const { bytes, offsets } = runOf(lines)
    await bucket.put(key, bytes)
    runs.push({ key, offsets })
    lines = []
    characters = 0
  }
  for await (const entries of batches) {
    for (const entry of entries) {
      const row = rowOf(source, entry, asOf)
      if (row === null) continue
      const line = writeRow(row)
      lines.push(line)
      characters += line.length
      rows += 1
    }
    if (rows > ROWS_MAX) throw new SourceUnreadable(`The file has more than ${ROWS_MAX} rows.`)
    if (characters >= RUN_CHARACTERS_MAX) await store()
  }
  if (lines.length > 0) await store()
  return { rows, runs }
}

/** Bytes of the sorted lines, and the offsets of the groups. */
function runOf(lines: readonly string[]): Packed {
  const groups = Array.from({ length: GROUPS }, (): string[] => [])
  for (const line of lines) groups[groupOf(shardNumber(line.slice(0, 3)))]?.push(line)
  return packed(groups.map((group) => textOfLines(group.sort())))
}
