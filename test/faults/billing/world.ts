import pg from 'pg'
import { connect, type Database } from '../../../shared/platform/db/client.ts'
import { callOf, responseOf } from '../../platform/calls-for-tests.ts'
import { createNeon } from '../../platform/neon.ts'

/**
 * Rates of faults from 0 to 1. `before` loses a request, `after` loses only its response, and
 * `serverError` answers 500.
 * `killEveryMs` is the time between two killed connections, or null.
 */
export type FaultRates = {
  before: number
  after: number
  serverError: number
  killEveryMs: number | null
}

export const NO_FAULTS: FaultRates = { before: 0, after: 0, serverError: 0, killEveryMs: null }
export const MANY_FAULTS: FaultRates = {
  before: 0.01,
  after: 0.03,
  serverError: 0.005,
  killEveryMs: 120,
}

export type World = {
  readonly db: Database
  readonly pool: pg.Pool
  setFaultRates(weather: FaultRates): void
  /** Violations that the view money_audit found. It is read every 200 ms. */
  readonly broken: { broken: string; who: string }[]
  readonly counts: {
    calls: number
    lostBefore: number
    lostAfter: number
    serverErrors: number
    kills: number
    audits: number
  }
  audit(): Promise<{ broken: string; who: string }[]>
  close(): Promise<void>
}

const SERVICE = 'charging-service'
const CONNECTIONS_MAX = 16
const AUDIT_PAUSE_MS = 200
const KILLED_AT_ONCE = 2

/** Replaces the global `fetch` until `close`, so that requests to Postgres fail at random. */
export async function openWorld(databaseUrl: string, random: () => number): Promise<World> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  const servicePool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    application_name: SERVICE,
  })
  // A connection that is killed while it returns to the pool emits an error event. Without a
  // listener this event would end the process.
  for (const each of [pool, servicePool]) {
    each.on('error', () => undefined)
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  const neon = createNeon(servicePool, name, 'secret')
  const counts = { calls: 0, lostBefore: 0, lostAfter: 0, serverErrors: 0, kills: 0, audits: 0 }
  const broken: World['broken'] = []
  let weather = NO_FAULTS
  let isOpen = true

  const outside = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input))
    if (url.hostname !== neon.host) return outside(input, init)
    counts.calls += 1
    const chance = random()
    if (chance < weather.before) {
      counts.lostBefore += 1
      throw new TypeError('broken on purpose: before')
    }
    if (chance < weather.before + weather.serverError) {
      counts.serverErrors += 1
      return new Response('broken on purpose', { status: 500 })
    }
    const answer = await neon.answer(callOf(url, init ?? {}))
    if (chance < weather.before + weather.serverError + weather.after) {
      counts.lostAfter += 1
      throw new TypeError('broken on purpose: after')
    }
    return responseOf(answer)
  }

  const audit = async () =>
    (await pool.query<{ broken: string; who: string }>('select * from money_audit')).rows

  async function auditAlways(): Promise<void> {
    while (isOpen) {
      broken.push(...(await audit()))
      counts.audits += 1
      await new Promise((resolve) => setTimeout(resolve, AUDIT_PAUSE_MS))
    }
  }
  async function killAlways(): Promise<void> {
    while (isOpen) {
      const pause = weather.killEveryMs
      await new Promise((resolve) => setTimeout(resolve, pause ?? AUDIT_PAUSE_MS))
      if (pause === null || !isOpen) continue
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = $1 order by random() limit $2`,
        [SERVICE, KILLED_AT_ONCE],
      )
      counts.kills += rowCount ?? 0
    }
  }
  const watching = Promise.all([auditAlways(), killAlways()])
  // `close` throws the errors of this promise. Without this line, Node would report them earlier,
  // as unhandled rejections.
  watching.catch(() => undefined)

  return {
    db: connect(neon.workerUrl, 'req_of_the_tests'),
    pool,
    broken,
    counts,
    audit,
    setFaultRates(next) {
      weather = next
    },
    async close() {
      isOpen = false
      await watching
      globalThis.fetch = outside
      await servicePool.end()
      await pool.end()
    },
  }
}
