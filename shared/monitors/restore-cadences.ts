import type { Services } from '../platform/services/index.ts'
import * as monitors from './queries.ts'
import { capacityOf } from './registry-capacity.ts'

const REGISTRIES_MAX = 1_000
const DOMAINS_MAX = 500

/** Monitors that were slowed down return to their cadence if their registry has room again. */
export async function restoreCadences({
  db,
  env,
  now,
}: Pick<Services, 'db' | 'env' | 'now'>): Promise<void> {
  const seconds = env.MONITOR_CADENCE_SECONDS
  const step = { at: now().toISOString(), limit: DOMAINS_MAX }
  for (const name of await monitors.readSlowedRegistries(db, seconds, REGISTRIES_MAX))
    await monitors.restoreCadences(db, { name, capacity: capacityOf(name, env) }, seconds, step)
}
