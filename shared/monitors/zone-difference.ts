import { ZoneFileError, type ZoneName } from './parse-zone.ts'

/** Names of a zone in the order of their labels, in batches: a promise for each name is slow. */
export type ZoneNames = AsyncIterable<readonly ZoneName[]>

export interface ZoneChange {
  label: string
  /** `moved`: the name has other name servers. */
  change: 'moved' | 'dropped' | 'new'
}

/**
 * Compares two lists of one zone and returns the changes in batches, in the order of the labels.
 * Holds one batch of each list. Throws a `ZoneFileError` if a list is not in order or repeats a
 * name.
 */
export async function* zoneDifference(
  before: ZoneNames,
  after: ZoneNames,
): AsyncGenerator<ZoneChange[]> {
  const [old, fresh] = [cursorOf(inOrder(before, 'old')), cursorOf(inOrder(after, 'new'))]
  for (;;) {
    const [hasOld, hasFresh] = [await old.fill(), await fresh.fill()]
    if (!hasOld && !hasFresh) return
    const changes = hasOld && hasFresh ? merge(old, fresh) : rest(old, fresh)
    if (changes.length > 0) yield changes
  }
}

interface Cursor {
  names: readonly ZoneName[]
  at: number
  /** Reads the next batch if this one is used up. False at the end of the list. */
  fill(): Promise<boolean>
}

function cursorOf(batches: AsyncGenerator<readonly ZoneName[]>): Cursor {
  return {
    names: [],
    at: 0,
    async fill() {
      if (this.at < this.names.length) return true
      const next = await batches.next()
      this.names = next.done === true ? [] : next.value
      this.at = 0
      return this.names.length > 0
    },
  }
}

/** Compares the two batches until one of them is used up. */
function merge(old: Cursor, fresh: Cursor): ZoneChange[] {
  const changes: ZoneChange[] = []
  let one = old.names[old.at]
  let other = fresh.names[fresh.at]
  while (one !== undefined && other !== undefined) {
    const { label } = one
    if (label === other.label) {
      if (one.nameServers !== other.nameServers) changes.push({ label, change: 'moved' })
      one = old.names[++old.at]
      other = fresh.names[++fresh.at]
    } else if (label < other.label) {
      changes.push({ label, change: 'dropped' })
      one = old.names[++old.at]
    } else {
      changes.push({ label: other.label, change: 'new' })
      other = fresh.names[++fresh.at]
    }
  }
  return changes
}

/** Changes of the batch that has no counterpart, because the other list has ended. */
function rest(old: Cursor, fresh: Cursor): ZoneChange[] {
  const dropped = old.names.slice(old.at)
  const added = fresh.names.slice(fresh.at)
  old.at = old.names.length
  fresh.at = fresh.names.length
  return [
    ...dropped.map(({ label }): ZoneChange => ({ label, change: 'dropped' })),
    ...added.map(({ label }): ZoneChange => ({ label, change: 'new' })),
  ]
}

async function* inOrder(
  batches: ZoneNames,
  which: 'old' | 'new',
): AsyncGenerator<readonly ZoneName[]> {
  let last = ''
  let line = 0
  for await (const batch of batches) {
    for (const { label } of batch) {
      line += 1
      if (label <= last)
        throw new ZoneFileError(
          label === last
            ? `Line ${line} of the ${which} list repeats "${label}".`
            : `Line ${line} of the ${which} list is not in order: "${label}" after "${last}".`,
        )
      last = label
    }
    if (batch.length > 0) yield batch
  }
}
