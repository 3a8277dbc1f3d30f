import type { Services } from '../../shared/platform/services/index.ts'
import { digest } from './digest.ts'
import { retention } from './retention.ts'
import { sweep } from './sweep.ts'

const SCHEDULES: Record<string, (services: Services) => Promise<void>> = {
  '* * * * *': sweep,
  '17 3 * * *': retention,
  '0 7 * * mon': digest,
}

/**
 * Runs the scheduled task of a cron expression. Throws if no task has this cron expression, so that
 * a typing error in wrangler.toml is noticed.
 */
export async function crons(cron: string, services: Services): Promise<void> {
  const task = SCHEDULES[cron]
  if (task === undefined) throw new Error(`no task for the schedule ${cron}`)
  await task(services)
}
