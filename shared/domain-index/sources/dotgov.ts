import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Bytes, SourceUnreadable, textOf } from '../formats/byte-stream.ts'
import type { SourceEntry } from '../formats/source-entry.ts'

/** The file has some 1.7 MB. */
const FILE_BYTES_MAX = 16 * 1024 * 1024

// Columns of current-full.csv (github.com/cisagov/dotgov-data).
const Record = z.object({ 'Domain name': z.string(), 'Organization name': z.string() })

export async function* dotgovEntries(bytes: Bytes): AsyncGenerator<SourceEntry[]> {
  yield parseDotgov(await textOf(bytes, FILE_BYTES_MAX))
}

/** Throws SourceUnreadable for a file without the columns, or without rows. */
export function parseDotgov(text: string): SourceEntry[] {
  const records = recordsOf(text)
  if (records.length === 0) throw new SourceUnreadable('The CSV file has no rows.')
  return records.flatMap((record) => {
    const parsed = Record.safeParse(record)
    if (!parsed.success) throw new SourceUnreadable('The CSV file has other columns.')
    const site = parsed.data['Domain name'].trim().toLowerCase()
    // The registry of .gov verifies names below .gov only.
    if (!site.endsWith('.gov')) return []
    return [{ site, name: parsed.data['Organization name'], country: 'US' }]
  })
}

function recordsOf(text: string): unknown[] {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true })
  } catch (error) {
    throw new SourceUnreadable('The file is no CSV file.', { cause: error })
  }
}
