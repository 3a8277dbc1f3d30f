import { refreshIndex } from '../../shared/domain-index/refresh-index.ts'
import { enqueueDigests } from '../../shared/emails/weekly-digest.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { retention } from './retention.ts'
import { sweep } from './sweep.ts'

const SCHEDULES: Record<string, (services: Services) => Promise<unknown>> = {
  '* * * * *': sweep,
  '17 3 * * *': retention,
  '23 4 * * sun': refreshIndex,
  '0 7 * * mon': ({ db, now }) => enqueueDigests(db, now()),
}

/**
 * Throws for an unknown schedule, so that a typing error in wrangler.toml does not stay unnoticed.
 */
export async function crons(cron: string, services: Services): Promise<void> {
  const task = SCHEDULES[cron]
  if (task === undefined) throw new Error(`no task for the schedule ${cron}`)
  await task(services)
}
