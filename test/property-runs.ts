const RUNS_MIN = 100
const SMALL_SHARE = 1 / 10

/** True if the tests run at full size (TEST_SIZE=full), as in the long lane. */
export const isFullSize = process.env.TEST_SIZE === 'full'

/**
 * Runs of a property: all at full size, else a tenth, but at least 100. A property with fewer runs
 * has no small size.
 */
export const propertyRuns = (full: number): number =>
  isFullSize ? full : Math.min(full, Math.max(RUNS_MIN, Math.ceil(full * SMALL_SHARE)))
