/** Functions that clean up at the end. The function that was added last runs first. */
export type Closers = {
  add(close: () => Promise<void>): void
  /** Runs all functions, even if some fail, and then throws the first error. */
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
 * Waits for all promises, even if one rejects, so that the caller can clean up everything that was
 * started. Then throws the first error.
 */
export async function together<const Parts extends readonly Promise<unknown>[]>(
  parts: Parts,
): Promise<{ -readonly [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
