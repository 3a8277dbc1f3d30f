import { setTimeout as delay } from 'node:timers/promises'
import type { Callbacks } from '../flows/callbacks.ts'
import type { ServiceAccount } from '../platform/service.ts'

const DRAIN_LIMIT_MS = 120_000
/** Time between two looks at the database. A look costs Postgres time that the deliveries need. */
const LOOK_MS = 100
/** Variables of a service whose limits on requests do not matter. */
export const UNLIMITED = {
  RATE_LIMITS_PER_MINUTE: JSON.stringify({ free: 1e8, pro: 1e8, team: 1e8, enterprise: 1e8 }),
}

let runs = 0

/**
 * Returns the webhook deliveries per second while a backlog of due deliveries to several fast
 * receivers is sent.
 */
export async function deliveriesPerSecond(
  world: Callbacks,
  receivers: number,
  backlog: number,
): Promise<number> {
  const { pool } = world.service.platform
  runs += 1
  for (let n = 0; n < receivers; n++) {
    const name = `fast-${runs}-${n}`
    world.receivers.set(name, () => new Response(null, { status: 204 }))
    await enqueueDeliveries(
      world,
      await world.service.account({ tier: 'enterprise' }),
      name,
      backlog / receivers,
    )
  }
  const started = performance.now()
  await world.sweep()
  for (;;) {
    const { rows } = await pool.query(
      `select exists (select from webhook_deliveries where state = 'pending' and next_attempt_at is not null) as open`,
    )
    if (!rows[0].open) break
    if (performance.now() - started > DRAIN_LIMIT_MS)
      throw new Error('some deliveries are still open')
    await delay(LOOK_MS)
  }
  return backlog / ((performance.now() - started) / 1_000)
}

/** Creates `count` due webhook deliveries of the account to one receiver. */
export async function enqueueDeliveries(
  world: Callbacks,
  account: ServiceAccount,
  receiver: string,
  count: number,
): Promise<void> {
  const jobId = await world.submit(account, world.receivers.url(receiver, '/first'))
  await world.service.platform.pool.query(
    `insert into webhook_deliveries (id, account_id, subject_id, url, origin, event_type, tier, next_attempt_at)
      select new_id('dlv'), account_id, subject_id, origin || '/' || n, origin, event_type, tier, clock_timestamp() - interval '1 minute'
      from webhook_deliveries, generate_series(1, $2) n where subject_id = $1`,
    [jobId, count],
  )
}
