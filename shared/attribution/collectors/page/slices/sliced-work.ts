/**
 * The caller decides at each `yield` if other requests continue. Slices are measured in amounts of
 * work, because the clock of a Worker stands still during a calculation.
 */
export type SlicedWork<Result> = Generator<void, Result, void>

export function atOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Rejects if `pause` rejects. */
export async function inSlices<Result>(
  work: SlicedWork<Result>,
  pause: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await pause()
  }
}

/**
 * Units of about a microsecond. Each kind of work has its cost for the worst text (`npm run bench
 * page`).
 */
const SLICE_UNITS = 1_500

export interface Slice {
  /**
   * Adds the cost of finished work. True, and a new slice, when the slice has reached its length.
   */
  isFull(units: number): boolean
}

export function createSlice(): Slice {
  let done = 0
  return {
    isFull(units) {
      done += units
      if (done < SLICE_UNITS) return false
      done = 0
      return true
    },
  }
}
