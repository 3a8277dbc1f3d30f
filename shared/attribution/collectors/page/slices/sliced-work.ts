/**
 * Long work in short slices. At each `yield`, the caller may let other requests continue.
 * The length of a slice is an amount of work, not a time, because the clock of a Worker stands
 * still during a calculation.
 */
export type SlicedWork<Result> = Generator<void, Result, void>

export function atOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Runs the work and awaits `pause` after each slice. Rejects if `pause` rejects. */
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

// Length of a slice in units of about one microsecond. The units of each kind of work are measured
// with its slowest text (`npm run bench page`).
const SLICE_UNITS = 1_500

export interface Slice {
  /**
   * Adds the cost of finished work to the slice. Returns true when the slice is full. The next call
   * then begins a new slice.
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
