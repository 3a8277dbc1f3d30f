import { CALIBRATION, type Calibration } from '../../shared/attribution/scoring/calibration.ts'
import { rescorePage } from './rescore-page.ts'
import type { JobText } from './stored-jobs.ts'

/**
 * Messages to a scoring process. The first message has the parameters; null stands for those of the
 * source tree. Each later message has one page of jobs.
 */
export type Work = { calibration: Calibration | null } | { jobs: JobText[] }

let calibration = CALIBRATION

process.on('message', (work: Work) => {
  if ('calibration' in work) calibration = work.calibration ?? CALIBRATION
  else process.send?.(rescorePage(work.jobs, calibration, CALIBRATION))
})
