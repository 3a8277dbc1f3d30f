/** What has to be undone, last first. */
export type Closers = {
  /** Notes how to undo something that has been done. */
  add(close: () => Promise<void>): void
  /** Undoes everything, each even when another fails. Throws the first failure after all of it. */
  close(): Promise<void>
}

export function createClosers(): Closers {
  const pending: (() => Promise<void>)[] = []
  return {
    add: (close) => {
      pending.push(close)
    },
    async close() {
      const failures: unknown[] = []
      for (let close = pending.pop(); close !== undefined; close = pending.pop()) {
        await close().catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Waits for all of them even when one fails, so that what the others began can be undone; then throws the first failure. */
export async function together<const Parts extends readonly Promise<unknown>[]>(
  parts: Parts,
): Promise<{ -readonly [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
