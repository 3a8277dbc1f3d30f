import { createReadStream } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse'
import { SourceUnreadable } from '../../shared/domain-index/formats/byte-stream.ts'
import type { SourceEntry } from '../../shared/domain-index/formats/source-entry.ts'
import { openSource } from '../../shared/domain-index/sources/index.ts'
import { kboEntries } from '../../shared/domain-index/sources/kbo.ts'
import type { IndexSource } from '../../shared/platform/index-source-ids.ts'

/** Entries of a file that a person has loaded; for KBO, of the folder of its unpacked archive. */
export function entriesOfFile(source: IndexSource, file: string): AsyncIterable<SourceEntry[]> {
  const open = openSource(source)
  return open === null
    ? kboEntries(records(file, 'contact.csv'), records(file, 'denomination.csv'))
    : open.entries(createReadStream(file))
}

async function* records(folder: string, name: string): AsyncGenerator<unknown> {
  const parser = parse({ columns: true, bom: true, relax_quotes: true })
  const file = createReadStream(path.join(folder, name))
  file.on('error', (error) => parser.destroy(error))
  try {
    yield* file.pipe(parser)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw error
    throw new SourceUnreadable(`${name} is no CSV file.`, { cause: error })
  } finally {
    file.destroy()
  }
}
