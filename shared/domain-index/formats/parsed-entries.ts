import { SourceUnreadable } from './byte-stream.ts'
import type { SourceEntry } from './source-entry.ts'

/** A source with a larger share of objects of another shape has changed its format. */
const ODD_SHARE_MAX = 0.01

/**
 * `parse` returns null for an object of another shape. Throws SourceUnreadable at the end if there
 * were too many of them, so a changed format is not taken for an empty source.
 */
export async function* parsedEntries(
  batches: AsyncIterable<unknown[]>,
  parse: (object: unknown) => SourceEntry[] | null,
): AsyncGenerator<SourceEntry[]> {
  let total = 0
  let odd = 0
  for await (const batch of batches) {
    const entries: SourceEntry[] = []
    for (const object of batch) {
      const parsed = parse(object)
      total += 1
      if (parsed === null) odd += 1
      else entries.push(...parsed)
    }
    if (entries.length > 0) yield entries
  }
  if (odd > total * ODD_SHARE_MAX)
    throw new SourceUnreadable(`${odd} of ${total} objects have another shape.`)
}
