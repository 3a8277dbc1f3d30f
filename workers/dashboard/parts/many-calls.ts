import { failureOf } from '../api/failure.ts'

export interface FailedCall<Item> {
  item: Item
  error: unknown
}

export interface CallsOutcome<Item> {
  done: Item[]
  failed: FailedCall<Item>[]
}

interface Options {
  onProgress?: (ended: number) => void
  wait?: (milliseconds: number) => Promise<void>
}

const CALLS_AT_ONCE = 4
// After one of these statuses all further calls would fail too. 0: offline, 401: signed out.
const isHopeless = (status: number) => status === 0 || status === 401
const TOO_MANY = 429
/** A longer wait is a limit of the day, for example of reports, and the call fails. */
const WAIT_SECONDS_MAX = 60
const TRIES_MAX = 4

const waitInBrowser = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Makes one call for each item, a few at the same time. A call that the rate limit refuses waits
 * and is made again. The failure of one item does not stop the others, except if they would fail
 * too. Both lists of the outcome have the order of `items`.
 */
export async function callForEach<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<unknown>,
  { onProgress, wait = waitInBrowser }: Options = {},
): Promise<CallsOutcome<Item>> {
  const errors = new Map<number, unknown>()
  let next = 0
  let ended = 0
  let stop: { error: unknown } | null = null
  const work = async () => {
    for (let place = next++; place < items.length; place = next++) {
      const item = items[place] as Item
      try {
        if (stop !== null) throw stop.error
        await patiently(() => call(item), wait)
      } catch (error) {
        errors.set(place, error)
        if (isHopeless(failureOf(error).status)) stop = { error }
      }
      ended += 1
      onProgress?.(ended)
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work))
  const outcome: CallsOutcome<Item> = { done: [], failed: [] }
  for (const [place, item] of items.entries()) {
    if (errors.has(place)) outcome.failed.push({ item, error: errors.get(place) })
    else outcome.done.push(item)
  }
  return outcome
}

async function patiently(
  call: () => Promise<unknown>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call()
      return
    } catch (error) {
      const { status, retryAfterSeconds } = failureOf(error)
      const isShort = retryAfterSeconds !== null && retryAfterSeconds <= WAIT_SECONDS_MAX
      if (status !== TOO_MANY || !isShort || tries === TRIES_MAX) throw error
      await wait((retryAfterSeconds + 1) * 1_000)
    }
  }
}
