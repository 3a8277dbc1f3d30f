import { setTimeout as delay } from 'node:timers/promises'
import { type Callbacks, startCallbacks } from '../flows/callbacks.ts'
import type { SampleRequest } from '../internet/messages.ts'
import { forceRows } from '../platform/force-rows.ts'
import type { ServiceAccount } from '../platform/service.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const BACKLOG = 2_000
const HANGING_BACKLOG = 1_000
const BACKLOG_OF_ONE = 100
const SHARED_BACKLOG = 100
const MANY_RECEIVERS = 50
const PACED_JOBS = 150
/** Number of repetitions. The result is their median, because the speed of the machine changes. */
const TURNS = 3
const PACE_MS = 100
const DRAIN_LIMIT_MS = 120_000
/** Time between two polls. Polling more often would cost Postgres time that the deliveries need. */
const LOOK_MS = 100
const UNLIMITED = {
  RATE_LIMITS_PER_MINUTE: JSON.stringify({ free: 1e8, pro: 1e8, team: 1e8, enterprise: 1e8 }),
}
/**
 * Measures deliveries of webhooks. Also measures how much a slow receiver delays other receivers,
 * and other accounts at the same receiver.
 */
export async function benchWebhooks(): Promise<BenchRow[]> {
  const world = await startCallbacks({ env: UNLIMITED })
  try {
    return [
      shown(
        'deliveries a second to one fast receiver (2 at once)',
        (await deliveriesPerSecond(world, 1, BACKLOG_OF_ONE)).toFixed(0),
      ),
      shown(
        `deliveries a second to ${MANY_RECEIVERS} fast receivers`,
        (await deliveriesPerSecond(world, MANY_RECEIVERS, BACKLOG)).toFixed(0),
      ),
      ...(await measureBesideHangingReceiver(world)),
      await measureSharedReceiver(world),
    ]
  } finally {
    await world.stop()
  }
}

async function measureBesideHangingReceiver(world: Callbacks): Promise<BenchRow[]> {
  const account = await world.service.account({ tier: 'enterprise' })
  const turns: { alone: number[]; beside: number[]; times: number }[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const alone = await firstAttempts(world, account, `alone-${turn}`)
    await enqueueDeliveries(
      world,
      await world.service.account({ tier: 'enterprise' }),
      'hanging',
      HANGING_BACKLOG,
    )
    await world.sweep()
    const beside = await firstAttempts(world, account, `beside-${turn}`)
    await forceRows(
      world.service.platform.pool,
      `update webhook_deliveries set state = 'dead_lettered', dead_lettered_at = now(), next_attempt_at = null, lease_until = null
        where state in ('pending', 'leased', 'deferred')`,
      [],
    )
    turns.push({ alone, beside, times: percentile(beside, 0.5) / percentile(alone, 0.5) })
  }
  const [middle] = turns.sort((a, b) => a.times - b.times).slice(Math.floor(TURNS / 2))
  if (middle === undefined) throw new Error('no turn was measured')
  const ended = turns.flatMap(({ alone }) => alone)
  // Shows p50 and p99, not the longest time. A delivery that a limit refused waits up to 10 s, so
  // the longest time would show that limit and not the load of the other receiver.
  const shownMs = (samples: number[]) =>
    `${percentile(samples, 0.5).toFixed(0)} ms, p99 ${percentile(samples, 0.99).toFixed(0)} ms`
  return [
    bounded('first attempt after the end of the job, p50 seconds', percentile(ended, 0.5) / 1_000, {
      most: 2,
    }),
    bounded(
      'first attempt after the end of the job, p99 seconds',
      percentile(ended, 0.99) / 1_000,
      { most: 10 },
    ),
    bounded(
      `p50 with a hanging receiver of ${HANGING_BACKLOG} deliveries, ratio to p50 without`,
      middle.times,
      { most: 2 },
      `${shownMs(middle.alone)} alone, ${shownMs(middle.beside)} beside`,
    ),
  ]
}

/**
 * Measures an account at a receiver twice: first alone, then beside a hundred callbacks of another
 * account that run into their time limit of 15 seconds.
 */
async function measureSharedReceiver(world: Callbacks): Promise<BenchRow> {
  const name = 'shared-receiver'
  const { hanging } = world.receivers.behaviours
  const account = await world.service.account({ tier: 'enterprise' })
  const behaviour = (request: SampleRequest, { path }: { path: string }) =>
    path.startsWith('/hanging') ? hanging(request) : new Response(null, { status: 204 })
  const alone = await firstAttempts(world, account, name, behaviour)
  const attacker = await world.service.account({ tier: 'enterprise' })
  for (let n = 0; n < SHARED_BACKLOG; n++)
    await world.submit(attacker, world.receivers.url(name, `/hanging/${n}`))
  const beside = await firstAttempts(world, account, name, behaviour)
  const p50 = (samples: number[]) => percentile(samples, 0.5)
  return bounded(
    `p50 beside ${SHARED_BACKLOG} hanging callbacks to the same receiver, ratio to p50 alone`,
    p50(beside) / p50(alone),
    { most: 2 },
    `${p50(alone).toFixed(0)} ms alone, ${p50(beside).toFixed(0)} ms beside; slowest ${Math.max(...beside).toFixed(0)} ms`,
  )
}

async function firstAttempts(
  world: Callbacks,
  account: ServiceAccount,
  name: string,
  behaviour: Parameters<Callbacks['receivers']['set']>[1] = () =>
    new Response(null, { status: 204 }),
): Promise<number[]> {
  world.receivers.set(name, behaviour)
  const submissions: Promise<string>[] = []
  for (let n = 0; n < PACED_JOBS; n++) {
    submissions.push(world.submit(account, world.receivers.url(name, `/${n}`)))
    await delay(PACE_MS)
  }
  const jobs = await Promise.all(submissions)
  for (const jobId of jobs) await world.until(jobId, ({ state }) => state === 'delivered')
  const receivedAt = new Map(
    world.receivers.of(name).map(({ headers, at }) => [headers['webhook-id'], at]),
  )
  const { rows } = await world.service.platform.pool.query<{ id: string; ended: Date }>(
    'select d.id, j.completed_at as ended from webhook_deliveries d join jobs j on j.id = d.subject_id where j.id = any($1)',
    [jobs],
  )
  return rows.map(({ id, ended }) =>
    Math.max(0, (receivedAt.get(id) ?? Number.NaN) - ended.getTime()),
  )
}

let runs = 0

async function deliveriesPerSecond(
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

async function enqueueDeliveries(
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
