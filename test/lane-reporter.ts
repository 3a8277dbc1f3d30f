import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { CAP_TOLERANCE, CAPS, type Lane } from './lanes.ts'

const SHOWN = 10

interface MeasuredFile {
  name: string
  seconds: number
}

const secondsOf = (module: TestModule) => {
  const { duration, collectDuration } = module.diagnostic()
  return (duration + collectDuration) / 1_000
}

/**
 * `slow`: files of the short lane that are over the cap of a file by more than the tolerance. A
 * file's time also depends on the files beside it, so only `isOver` fails a run.
 */
export function overCaps(
  lane: Lane,
  total: number,
  files: readonly MeasuredFile[],
): { isOver: boolean; slow: string[] } {
  const slow = files.filter(({ seconds }) => seconds > CAPS.fileOfShort * CAP_TOLERANCE)
  return {
    isOver: total > CAPS[lane] * CAP_TOLERANCE,
    slow: lane === 'short' ? slow.map(({ name }) => name) : [],
  }
}

/**
 * Prints the ten slowest files of a lane and how the lane keeps its caps (`lanes.ts`).
 * In CI, a lane that is over `CAP_TOLERANCE` times its cap fails the run.
 */
export class LaneReporter implements Reporter {
  readonly #lane: Lane | undefined

  constructor(lane: Lane | undefined) {
    this.#lane = lane
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lane = this.#lane
    if (lane === undefined) return
    const files = modules
      .map((module) => ({ name: path.relative('', module.moduleId), seconds: secondsOf(module) }))
      .sort((a, b) => b.seconds - a.seconds)
    const total = process.uptime()
    console.log(
      `\nThese files of the ${lane} lane took ${total.toFixed(0)} s (cap of the lane: ${CAPS[lane]} s). The slowest:`,
    )
    for (const { name, seconds } of files.slice(0, SHOWN))
      console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
    const { isOver, slow } = overCaps(lane, total, files)
    if (slow.length > 0) console.log(`Far over the cap of a file: ${slow.join(', ')}.`)
    if (!isOver) return
    console.log(
      `The ${lane} lane is far over its cap. A slower test leaves before a new one enters.`,
    )
    if (process.env.CI !== undefined) process.exitCode = 1
  }
}
