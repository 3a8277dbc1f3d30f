import type { Services } from '../../shared/platform/services/index.ts'
import { digest } from './digest.ts'
import { retention } from './retention.ts'
import { sweep } from './sweep.ts'

/** Every schedule of wrangler.toml and what it does. */
const SCHEDULES: Record<string, (services: Services) => Promise<void>> = {
  '* * * * *': sweep,
  '17 3 * * *': retention,
  '0 7 * * 1': digest,
}

/** Runs one schedule. Throws on one that nobody handles, so that a typing error in wrangler.toml is seen. */
export async function crons(cron: string, services: Services): Promise<void> {
  const task = SCHEDULES[cron]
  if (task === undefined) throw new Error(`no task for the schedule ${cron}`)
  await task(services)
}
