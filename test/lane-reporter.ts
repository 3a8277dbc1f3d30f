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

/** Names what is over its cap by more than the tolerance: the lane, and files of the short lane. */
export function overCaps(lane: Lane, total: number, files: readonly MeasuredFile[]): string[] {
  const slow =
    lane === 'short'
      ? files.filter(({ seconds }) => seconds > CAPS.fileOfShort * CAP_TOLERANCE)
      : []
  return [
    ...(total > CAPS[lane] * CAP_TOLERANCE ? [`the ${lane} lane`] : []),
    ...slow.map(({ name }) => name),
  ]
}

/**
 * Prints the ten slowest files of a lane and how the lane keeps its caps (`lanes.ts`).
 * In CI, a lane or a file of the short lane that is over its cap plus a third fails the run.
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
    const over = overCaps(lane, total, files)
    if (over.length === 0) return
    console.log(
      `Over the cap plus a third: ${over.join(', ')}. A slower test leaves before a new one enters.`,
    )
    if (process.env.CI !== undefined) process.exitCode = 1
  }
}
