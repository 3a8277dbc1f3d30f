/** A list of clean-up functions. The function that was added last runs first. */
export type Closers = {
  add(close: () => Promise<void>): void
  /** Runs all clean-up functions, even if some of them fail. After this, throws the first error. */
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

/**
 * Waits until all promises have ended, even if one of them rejects, and only then throws the first
 * error. The caller can then clean up everything that the other promises have started.
 */
export async function together<const Parts extends readonly Promise<unknown>[]>(
  parts: Parts,
): Promise<{ -readonly [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
