export interface GroupedCalls<Item, Answer> {
  /**
   * Adds an item to the open group. Returns its answer, or rejects with the error of the whole
   * group.
   */
  call(item: Item): Promise<Answer>
  /** Ends the open group at once. Does nothing without one. */
  flush(): void
}

interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Passes the items of all calls within `waitMs` together to `handle`, which returns one answer for
 * each item, in the same order. The time starts with the first call of a group. Several groups may
 * be handled at the same time.
 */
export function groupCalls<Item, Answer>(
  waitMs: number,
  handle: (items: readonly Item[]) => Promise<readonly Answer[]>,
): GroupedCalls<Item, Answer> {
  let open: Waiting<Item, Answer>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  async function answer(group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await handle(group.map(({ item }) => item))
      if (answers.length !== group.length)
        throw new Error(`${answers.length} answers for ${group.length} calls`)
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const group = open
    open = []
    if (group.length > 0) void answer(group)
  }

  return {
    call: (item) =>
      new Promise((resolve, reject) => {
        open.push({ item, resolve, reject })
        timer ??= setTimeout(flush, waitMs)
      }),
    flush,
  }
}
