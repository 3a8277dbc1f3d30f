import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import pg from 'pg'
import type { TurnTaker } from '../../../shared/attribution/turns.ts'
import { checkNames, LONG_BATCH, USUAL_BATCH } from '../../../shared/monitors/check-names.ts'
import { DEFAULT_WATCH } from '../../../shared/monitors/kinds.ts'
import { ownerOf } from '../../../shared/monitors/monitor-settings.ts'
import { notifyMonitors } from '../../../shared/monitors/notify-monitors.ts'
import { saveMonitors } from '../../../shared/monitors/save-monitors.ts'
import { sendDueChecks } from '../../../shared/monitors/sweep-monitors.ts'
import { connect } from '../../../shared/platform/db/client.ts'
import { type Environment, readEnvironment } from '../../../shared/platform/environment.ts'
import { newIdentifier } from '../../../shared/platform/identifiers.ts'
import { breakers } from '../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../shared/platform/limits/semaphore.ts'
import { waitingBucket } from '../../../shared/platform/limits/waiting-bucket.ts'
import { bodySemaphore, SOCKETS_MAX } from '../../../shared/platform/net/connections.ts'
import { createSharedAnswers } from '../../../shared/platform/net/shared-answers.ts'
import type { Services } from '../../../shared/platform/services/index.ts'
import type { Tier } from '../../../shared/platform/tier.ts'
import { callOf, responseOf } from '../../platform/calls-for-tests.ts'
import { createNeon } from '../../platform/neon.ts'
import { SAMPLE_ENVIRONMENT } from '../../structure/sample-environment.ts'
import { createMovedClock, type MovedClock } from './moved-clock.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export interface SimulationOptions {
  databaseUrl: string
  /** Answers an outgoing request. A rejected promise means that the connection failed. */
  fetch(request: Request): Promise<Response>
  startsAt: number
  /** Time that each outgoing request takes, in milliseconds of the simulated clock. */
  latencyMs: number
  /** Milliseconds after which a request that gets no answer fails. 0: it is answered. */
  hangMs?(request: Request): Promise<number>
  env?: Record<string, string>
}

/**
 * Runs the checks of monitors with the real code and a real database, on a simulated clock.
 * The queue and the schedule are simulated. Analyses are only counted, because they use the clock
 * of the database.
 */
export interface Simulation {
  readonly clock: MovedClock
  readonly pool: pg.Pool
  readonly services: Services
  readonly counts: {
    requests: number
    roundTrips: number
    names: number
    batches: number
    changes: number
    slowestMs: number
  }
  account(id: string, tier: Tier): Promise<void>
  watch(accountId: string, tier: Tier, domains: readonly string[]): Promise<void>
  /**
   * Inserts monitors by SQL. Creating 100,000 monitors through the API would take long and is not
   * measured here.
   */
  watchMany(accountId: string, prefix: string, domains: readonly string[]): Promise<void>
  /** Delay of each check so far: seconds from when it was due until its result was stored. */
  readonly late: { domain: string; seconds: number; accountId: string }[]
  skipTo(time: number): void
  /** Runs the schedule every `tickMs` milliseconds until `time`. Default: every minute. */
  runUntil(time: number, tickMs?: number): Promise<void>
  close(): Promise<void>
}

const refuseConnection = () => {
  throw new Error('The simulation has no WHOIS servers.')
}

/** Does what the Durable Object of a host does, by the clock of the simulation. */
function createTurnTaker(clock: ReturnType<typeof createMovedClock>): TurnTaker {
  const bucket = waitingBucket({ now: () => clock.now().getTime(), wait: clock.wait })
  return {
    takeToken: (caller, waitMsMax) => bucket.take(caller, waitMsMax),
    waitMs: async (caller) => bucket.waitMs(caller),
    pause: async (milliseconds) => bucket.pause(milliseconds),
    refused: async (retryAfterMs) => bucket.refused(retryAfterMs),
  }
}

export async function openSimulation(options: SimulationOptions): Promise<Simulation> {
  const { databaseUrl, latencyMs } = options
  const clock = createMovedClock(options.startsAt)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  pool.on('error', () => undefined)
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  const neon = createNeon(pool, name, 'secret')
  const counts = { requests: 0, roundTrips: 0, names: 0, batches: 0, changes: 0, slowestMs: 0 }
  const outside = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input))
    if (url.hostname !== neon.host) return outside(input, init)
    counts.roundTrips += 1
    return clock.hold(async () => responseOf(await neon.answer(callOf(url, init ?? {}))))
  }
  const env: Environment = readEnvironment({
    ...SAMPLE_ENVIRONMENT,
    // The simulation has no Redis.
    REGISTRATION_CACHE_HOURS: '0',
    ...options.env,
  })
  const queues = {
    checks: { kind: USUAL_BATCH, ids: [] as string[], wake: (): void => undefined },
    'long-checks': { kind: LONG_BATCH, ids: [] as string[], wake: (): void => undefined },
  }
  const turnTakers = new Map<string, TurnTaker>()
  const turnTaker = (host: string): TurnTaker => {
    const known = turnTakers.get(host) ?? createTurnTaker(clock)
    turnTakers.set(host, known)
    return known
  }
  const breakerOf = breakers()
  const sharedAnswers = createSharedAnswers()
  const services: Services = {
    requestId: 'req_simulation',
    env,
    db: connect(neon.workerUrl, 'req_simulation'),
    operationSuffix: undefined,
    now: () => clock.now(),
    fetch: () => Promise.reject(new Error('Checks use the connections of their batch.')),
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    newIdentifier,
    connections: (signal) => {
      // All requests of a batch listen to its abort signal. Node would report so many listeners as
      // a leak, so the limit is removed.
      setMaxListeners(0, signal)
      return {
        async fetch(url, init) {
          counts.requests += 1
          const request = new Request(url, init)
          const hangMs = (await options.hangMs?.(request)) ?? 0
          await clock.wait(hangMs > 0 ? hangMs : latencyMs)
          if (hangMs > 0) throw new DOMException('No answer came.', 'TimeoutError')
          return clock.hold(() => options.fetch(request))
        },
        sockets: semaphore(SOCKETS_MAX),
        bodies: bodySemaphore(),
        breakerOf,
        sharedAnswers,
        now: () => clock.now(),
        wait: clock.wait,
        signal,
      }
    },
    async enqueue(name, ids) {
      const queue = name === 'long-checks' ? queues[name] : queues.checks
      queue.ids.push(...ids)
      queue.wake()
    },
    sendHints: async () => undefined,
    object: (_, host) => turnTaker(host),
    background: () => undefined,
  }

  async function consume(id: string, kind: typeof USUAL_BATCH): Promise<void> {
    const startedAt = clock.now().getTime()
    const due = await clock.hold(() =>
      pool.query<{ domain: string; next_check_at: Date; turn_account_id: string }>(
        `select domain, next_check_at, turn_account_id from watched_names where batch_id = $1`,
        [id],
      ),
    )
    const { names, changes } = await checkNames(services, refuseConnection, id, kind)
    const endedAt = clock.now()
    const stored = await clock.hold(() =>
      pool.query<{ domain: string; next_check_at: Date; last_checked_at: Date | null }>(
        `select domain, next_check_at, last_checked_at from watched_names where domain = any ($1)`,
        [due.rows.map(({ domain }) => domain)],
      ),
    )
    const after = new Map(stored.rows.map((row) => [row.domain, row]))
    for (const row of due.rows) {
      const { next_check_at: next, last_checked_at: checked } = after.get(row.domain) ?? {
        ...row,
        last_checked_at: null,
      }
      const isStored = next.getTime() !== row.next_check_at.getTime()
      if (!isStored) continue
      const at = checked != null && checked.getTime() >= startedAt ? checked : endedAt
      late.push({
        domain: row.domain,
        seconds: (at.getTime() - row.next_check_at.getTime()) / 1_000,
        accountId: row.turn_account_id,
      })
    }
    counts.names += names
    counts.batches += 1
    counts.changes += changes
    counts.slowestMs = Math.max(counts.slowestMs, clock.now().getTime() - startedAt)
    if (changes > 0) await notifyMonitors(services)
  }

  const late: Simulation['late'] = []
  let tickAt = options.startsAt
  return {
    clock,
    pool,
    services,
    counts,
    late,
    skipTo(time) {
      tickAt = Math.max(tickAt, time)
    },
    async account(id, tier) {
      await pool.query(
        `insert into accounts (id, subject, email, tier) values ($1::text, 'subject ' || $1, $1 || '@tests.example', $2)`,
        [id, tier],
      )
    },
    async watch(accountId, tier, domains) {
      const given = domains.map((text) => ({ text }))
      const { rejected } = await saveMonitors(
        services,
        ownerOf(accountId, tier),
        { domains: given, takesUrls: false },
        {
          cadence: 'daily',
          email: false,
        },
      )
      if (rejected.length > 0) throw new Error(`refused: ${JSON.stringify(rejected[0])}`)
      // No baseline is analysed here, because analyses are only counted. Each baseline is set to
      // ended without an operator.
      await pool.query(
        `update monitors set status = 'active', next_analysis_at = null, baseline_at = clock_timestamp(), baseline_outcome = 'no_clear_entity'
          where account_id = $1`,
        [accountId],
      )
      await pool.query(`delete from monitor_jobs where account_id = $1`, [accountId])
    },
    async watchMany(accountId, prefix, domains) {
      await pool.query(
        `insert into watched_names
            (domain, registrable_domain, turn_account_id, status, cadence_seconds, next_check_at)
          select domain, domain, $1, 'waiting', 86400, 'infinity' from unnest($2::text[]) as domain on conflict do nothing`,
        [accountId, domains],
      )
      await pool.query(
        `insert into monitors (id, account_id, domain, status, cadence, watch, baseline_at, baseline_outcome)
          select 'mon_' || $3::text || lpad(place::text, 20, '0'), $1, domain, 'active', 'daily', $4, clock_timestamp(), 'no_clear_entity'
            from unnest($2::text[]) with ordinality as listed(domain, place)`,
        [accountId, domains, prefix, [...DEFAULT_WATCH]],
      )
    },
    async runUntil(time, tickMs = MINUTE_MS) {
      let isOver = false
      const consumed = Object.values(queues).map(async (queue) => {
        while (!isOver || queue.ids.length > 0) {
          const id = queue.ids.shift()
          if (id !== undefined) await consume(id, queue.kind)
          else
            await new Promise<void>((resolve) => {
              queue.wake = resolve
            })
        }
      })
      const until = (next: number) => clock.wait(next - clock.now().getTime())
      for (; tickAt < time; tickAt += tickMs) {
        await until(tickAt)
        await sendDueChecks(services)
      }
      await until(time)
      isOver = true
      for (const queue of Object.values(queues)) queue.wake()
      await Promise.all(consumed)
    },
    async close() {
      globalThis.fetch = outside
      await pool.end()
    },
  }
}
