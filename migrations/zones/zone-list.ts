import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import {
  endZone,
  joinServers,
  parseZone,
  startZone,
  ZoneFileError,
  type ZoneName,
} from '../../shared/monitors/parse-zone.ts'
import type { ZoneNames } from '../../shared/monitors/zone-difference.ts'

const Header = z.object({
  zone: z.string(),
  /** Serial number of the zone's SOA. Null if the file had none. */
  serial: z.number().nullable(),
  names: z.number(),
  /** True if the file ended with the SOA, so that the next one is truncated if it does not. */
  endsWithSoa: z.boolean(),
})
export type Header = z.infer<typeof Header>

/** List of the names of a zone in a file: the header, then a line for each name in byte order. */
export interface ZoneList extends Header {
  read(): ZoneNames
}

export interface WrittenList extends Header {
  hasNameServers: boolean
}

// The header is written last, over a blank line of this length. A list without it is not complete.
const HEADER_BYTES = 512
const PRIVATE = 0o600
const PIECE_BYTES = 128 * 1024
const SORT_MEMORY = '64M'

/** Null if there is no list yet. */
export async function openList(file: string): Promise<ZoneList | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (handle === null) return null
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return { ...parseHeader(file, buffer.toString('latin1')), read: () => readLines(file) }
  } finally {
    await handle.close()
  }
}

function parseHeader(file: string, text: string): Header {
  try {
    return Header.parse(JSON.parse(text))
  } catch {
    throw new ZoneFileError(`${file} is no complete list of a zone. Remove it to start again.`)
  }
}

/**
 * Writes the names of a zone file to `list`, in order. The file may be compressed by gzip. `sort`
 * of the system orders names that are not in order, in files beside the list.
 */
export async function writeList(file: string, zone: string, list: string): Promise<WrittenList> {
  const reading = startZone(zone)
  let { names, isInOrder } = await writeLines(list, zoneNames(file, reading))
  if (!isInOrder) {
    const sorted = `${list}.sorted`
    try {
      await sortLines(list, sorted)
      names = (await writeLines(list, joinRepeated(readLines(sorted)))).names
    } finally {
      await rm(sorted, { force: true })
    }
  }
  const { serial, hasNameServers, endsWithSoa } = reading
  const header: Header = { zone, serial, names, endsWithSoa }
  const handle = await open(list, 'r+')
  try {
    await handle.write(JSON.stringify(header), 0)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { ...header, hasNameServers }
}

async function* zoneNames(file: string, reading: ReturnType<typeof startZone>): ZoneNames {
  for await (const piece of pieces(file)) yield parseZone(piece, reading)
  yield endZone(reading)
}

async function* pieces(file: string): AsyncGenerator<string> {
  const source = createReadStream(file, { highWaterMark: PIECE_BYTES })
  const text = file.endsWith('.gz')
    ? pipeline(source, createGunzip({ chunkSize: PIECE_BYTES }), () => undefined)
    : source
  try {
    for await (const piece of text) yield (piece as Buffer).toString('latin1')
  } catch (error) {
    // The file is missing, or its compressed data is broken or truncated.
    throw new ZoneFileError(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

async function writeLines(
  list: string,
  batches: ZoneNames,
): Promise<{ names: number; isInOrder: boolean }> {
  const handle = await open(list, 'w', PRIVATE)
  let [names, last, isInOrder] = [0, '', true]
  try {
    await handle.appendFile(`${' '.repeat(HEADER_BYTES - 1)}\n`)
    for await (const batch of batches) {
      let text = ''
      for (const { label, nameServers } of batch) {
        if (label <= last) isInOrder = false
        last = label
        text += `${label}\t${nameServers}\n`
      }
      names += batch.length
      await handle.appendFile(text, 'latin1')
    }
  } finally {
    await handle.close()
  }
  return { names, isInOrder }
}

async function* readLines(list: string): ZoneNames {
  let rest = ''
  for await (const piece of linesOf(list)) {
    const text = rest + (piece as Buffer).toString('latin1')
    const names: ZoneName[] = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const tab = text.indexOf('\t', start)
      names.push({ label: text.slice(start, tab), nameServers: text.slice(tab + 1, end) })
      start = end + 1
    }
    rest = text.slice(start)
    yield names
  }
}

/** The blank line of the header stays first: no label starts with a space. */
async function sortLines(list: string, sorted: string): Promise<void> {
  const args = ['-S', SORT_MEMORY, '-T', path.dirname(list), '-o', sorted, '--', list]
  try {
    await promisify(execFile)('sort', args, { env: { ...process.env, LC_ALL: 'C' } })
  } catch (error) {
    throw new ZoneFileError(`The names cannot be put in order: ${(error as Error).message.trim()}`)
  }
}

/** A name that the zone file had in several places becomes one name. */
async function* joinRepeated(batches: ZoneNames): ZoneNames {
  let open = null as ZoneName | null
  for await (const batch of batches) {
    const joined: ZoneName[] = []
    for (const name of batch) {
      if (open?.label === name.label) {
        const servers: string[] = `${open.nameServers} ${name.nameServers}`.split(' ')
        open = { label: name.label, nameServers: joinServers(servers) }
      } else {
        if (open !== null) joined.push(open)
        open = name
      }
    }
    yield joined
  }
  if (open !== null) yield [open]
}

const linesOf = (list: string): Readable =>
  createReadStream(list, { start: HEADER_BYTES, highWaterMark: PIECE_BYTES })
