import type { Calibration } from '../../shared/attribution/scoring/calibration.ts'
import { parseLine } from './feedback-report.ts'
import { type Change, rescoreJob, StoredJob } from './rescore-job.ts'
import type { JobText } from './stored-jobs.ts'

export interface PageOutcome {
  scored: number
  identical: number
  changes: Change[]
  /** One sentence for each job that could not be read. It names the wrong field. */
  unreadable: string[]
  heapBytes: number
  cpuSeconds: number
}

export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Scores the jobs of one page again. A job that does not fit the schema is reported and not scored.
 */
export function rescorePage(
  jobs: readonly JobText[],
  calibration: Calibration,
  reference: Calibration,
): PageOutcome {
  const outcome: PageOutcome = {
    scored: 0,
    identical: 0,
    changes: [],
    unreadable: [],
    heapBytes: 0,
    cpuSeconds: 0,
  }
  for (const { name, text } of jobs) {
    const job = readJob(name, text)
    if (typeof job === 'string') {
      outcome.unreadable.push(job)
      continue
    }
    const { identical, change } = rescoreJob(job, calibration, reference)
    outcome.scored += 1
    outcome.identical += Number(identical)
    if (change !== null) outcome.changes.push(change)
  }
  outcome.heapBytes = process.memoryUsage().heapUsed
  outcome.cpuSeconds = cpuSeconds()
  return outcome
}

function readJob(name: string, text: string): StoredJob | string {
  try {
    return parseLine(StoredJob, text, name)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
