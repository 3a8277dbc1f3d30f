import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import pg from 'pg'
import { checkNames } from '../../../shared/monitors/check-names.ts'
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
  readonly late: { seconds: number; accountId: string }[]
  skipTo(time: number): void
  /** Runs the schedule every `tickMs` milliseconds until `time`. Default: every minute. */
  runUntil(time: number, tickMs?: number): Promise<void>
  close(): Promise<void>
}

const refuseConnection = () => {
  throw new Error('The simulation has no WHOIS servers.')
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
  const env: Environment = readEnvironment({ ...SAMPLE_ENVIRONMENT, ...options.env })
  const queue: string[] = []
  let wake = (): void => undefined
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
          await clock.wait(latencyMs)
          return clock.hold(() => options.fetch(new Request(url, init)))
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
    async enqueue(_queue, ids) {
      queue.push(...ids)
      wake()
    },
    sendHints: async () => undefined,
    object: () => {
      throw new Error('The simulation has no objects.')
    },
    background: () => undefined,
  }

  async function consume(id: string): Promise<void> {
    const startedAt = clock.now().getTime()
    const due = await clock.hold(() =>
      pool.query<{ next_check_at: Date; turn_account_id: string }>(
        `select next_check_at, turn_account_id from watched_names where batch_id = $1`,
        [id],
      ),
    )
    const { names, changes } = await checkNames(services, refuseConnection, id)
    const endedAt = clock.now().getTime()
    for (const row of due.rows)
      late.push({
        seconds: (endedAt - row.next_check_at.getTime()) / 1_000,
        accountId: row.turn_account_id,
      })
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
      const consumer = async () => {
        while (!isOver || queue.length > 0) {
          const id = queue.shift()
          if (id !== undefined) await consume(id)
          else
            await new Promise<void>((resolve) => {
              wake = resolve
            })
        }
      }
      const consumed = consumer()
      const until = (next: number) => clock.wait(next - clock.now().getTime())
      for (; tickAt < time; tickAt += tickMs) {
        await until(tickAt)
        await sendDueChecks(services)
      }
      await until(time)
      isOver = true
      wake()
      await consumed
    },
    async close() {
      globalThis.fetch = outside
      await pool.end()
    },
  }
}
