import { expect } from 'vitest'
import { type HostileShape, shapesFor } from './hostile-texts.ts'

const GROWTH = 8
/** Growth of the cost that counts when it is seen at two sizes in a row. */
const GROWTH_OF_COST_MAX = 10
/**
 * Growth of the cost that counts at one size. It is 8 for a linear and 64 for a quadratic parser.
 */
const GROWTH_OF_COST_CERTAIN = 20
// Below this a run measures mostly the collection of garbage, which begins only with larger texts.
const IGNORED_COST_MS = 5
const IGNORED_COST_MS_PER_MEGABYTE = 200
const ROUNDS_MAX = 6
/** After a longer run, one more round would not change the verdict. */
const REPEATED_COST_MAX_MS = 1_000

export interface LinearCostOptions {
  /** Characters of the longest text, which is the limit of what the parser can receive. */
  size: number
  /**
   * Texts that lead the parser to the part under test, for example `(text) => 'Registrant: ' +
   * text`. Default: the text itself.
   */
  frames?: readonly ((text: string) => string)[]
  shapes?: readonly HostileShape[]
}

export interface WorstCost {
  /** Milliseconds for the most expensive text of full size. */
  ms: number
  text: string
}

/**
 * Fails when `measureGrowth` finds a text whose cost grows too fast. Returns the most expensive
 * text.
 */
export async function expectLinear(
  name: string,
  parse: (text: string) => unknown,
  options: LinearCostOptions,
): Promise<WorstCost> {
  const { worst, tooFast } = await measureGrowth(name, parse, options)
  expect(tooFast).toEqual([])
  return worst
}

/**
 * Runs `parse` on hostile texts of size/512, size/64, size/8 and size. `tooFast` lists the texts
 * for which 8 times the size costs more than 20 times the time, or twice in a row more than 10
 * times. The small texts come first, so that a quadratic parser is found early.
 */
export async function measureGrowth(
  name: string,
  parse: (text: string) => unknown,
  { size, frames = [(text) => text], shapes = shapesFor(name) }: LinearCostOptions,
): Promise<{ worst: WorstCost; tooFast: string[] }> {
  const worst: WorstCost = { ms: 0, text: '' }
  const tooFast: string[] = []
  for (const shape of shapes) {
    for (const [index, frame] of frames.entries()) {
      let ratioBefore = 0
      for (let larger = Math.floor(size / GROWTH ** 2); larger <= size; larger *= GROWTH) {
        const text = `${name}, frame ${index}, ${larger} of ${shape.name}`
        const small = frame(shape.text(Math.floor(larger / GROWTH)))
        const { ms, ratio } = await growthOf(parse, small, frame(shape.text(larger)))
        if (ms > worst.ms) Object.assign(worst, { ms, text })
        if (Math.min(ratio, ratioBefore) > GROWTH_OF_COST_MAX || ratio > GROWTH_OF_COST_CERTAIN) {
          tooFast.push(
            `${text} costs ${ms.toFixed(1)} ms, ${ratio.toFixed(0)} times as much as an eighth of it`,
          )
          break
        }
        ratioBefore = ratio
      }
    }
  }
  return { worst, tooFast }
}

/** The least of several runs counts, because other work on the machine can only add time. */
async function growthOf(
  parse: (text: string) => unknown,
  small: string,
  large: string,
): Promise<{ ms: number; ratio: number }> {
  const ignoredMs = IGNORED_COST_MS + (large.length / 1_000_000) * IGNORED_COST_MS_PER_MEGABYTE
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  let ratio = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    least.small = Math.min(least.small, await costMs(parse, small), await costMs(parse, small))
    least.large = Math.min(least.large, await costMs(parse, large))
    ratio = least.large / Math.max(least.small, ignoredMs / GROWTH_OF_COST_MAX)
    if (ratio <= GROWTH_OF_COST_MAX || least.large > REPEATED_COST_MAX_MS) break
  }
  return { ms: least.large, ratio }
}

/**
 * An error counts as an answer, except an exhausted stack. CPU time excludes the wait for other
 * processes.
 */
async function costMs(parse: (text: string) => unknown, text: string): Promise<number> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  try {
    const answer = parse(text)
    if (answer instanceof Promise) await answer
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack')) throw error
  }
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return Math.min(wallMs, (user + system) / 1000)
}
