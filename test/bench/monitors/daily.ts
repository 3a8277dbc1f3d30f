import { createInternet } from '../../internet/internet.ts'
import { domainOf } from './changing-world.ts'
import { DAY_MS, MINUTE_MS, openSimulation } from './simulation.ts'

export interface DailyOptions {
  databaseUrl: string
  names: number
  accounts: number
  /** Number of hours of the day that are simulated. */
  hours: number
}

export interface DailyUse {
  checks: number
  requestsPerSecond: number
  busiestMinutePerSecond: number
  requestsPerName: number
  roundTripsPerHundred: number
  /** Longest time from when a check was due until its result was stored, in seconds. */
  latestSeconds: number
  analyses: number
  changes: number
}

const LATENCY_MS = 150

/**
 * Measures the checks of a day.
 * The domains that are due in the simulated hours were read one day before. For a seventh of these
 * domains, the facts that are read once a week are due too.
 */
export async function measureDay(options: DailyOptions): Promise<DailyUse> {
  const { names, accounts, hours } = options
  const startsAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const internet = await createInternet({ folders: [] })
  const perMinute = new Map<number, number>()
  const simulation = await openSimulation({
    databaseUrl: options.databaseUrl,
    startsAt,
    latencyMs: LATENCY_MS,
    fetch(request) {
      const minute = Math.floor(simulation.clock.now().getTime() / MINUTE_MS)
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1)
      return internet.fetch(request)
    },
  })
  const { pool, counts, clock } = simulation
  /**
   * Makes all domains due at times that are spread evenly over a day from `from`. Domains that were
   * read before come first.
   */
  const spread = (from: number) =>
    pool.query(
      `update watched_names w set next_check_at = $1::timestamptz + place * interval '1 day' / $2::integer,
          status = case status when 'leased' then 'waiting' else status end,
          batch_id = null, leased_until = null,
          slow_read_at = case when w.state is not null then $1::timestamptz - random() * interval '7 days' end
        from (select domain, row_number() over (order by state is null, md5(domain)) as place from watched_names) listed
        where w.domain = listed.domain`,
      [new Date(from).toISOString(), names],
    )
  try {
    for (let account = 0; account < accounts; account += 1) {
      const id = `usr_daily_${account}`
      await simulation.account(id, 'enterprise')
      const mine = Array.from({ length: names / accounts }, (_, index) =>
        domainOf(index * accounts + account),
      )
      await simulation.watchMany(id, `d${account}x`, mine)
    }
    await pool.query('vacuum analyze')
    await spread(startsAt)
    await simulation.runUntil(startsAt + hours * 3_600_000)
    const from = startsAt + DAY_MS
    clock.moveTo(from)
    simulation.skipTo(from)
    await spread(from)
    const before = { ...counts }
    perMinute.clear()
    simulation.late.length = 0
    await simulation.runUntil(from + hours * 3_600_000)
    const checks = counts.names - before.names
    const requests = counts.requests - before.requests
    const { rows } = await pool.query<{ analyses: number; changes: number }>(
      `select (select count(*)::integer from monitor_jobs) as analyses, (select count(*)::integer from changes) as changes`,
    )
    return {
      checks,
      requestsPerSecond: requests / (hours * 3_600),
      busiestMinutePerSecond: Math.max(...perMinute.values()) / 60,
      requestsPerName: requests / checks,
      roundTripsPerHundred: ((counts.roundTrips - before.roundTrips) / checks) * 100,
      latestSeconds: simulation.late.reduce((latest, { seconds }) => Math.max(latest, seconds), 0),
      analyses: rows[0]?.analyses ?? Number.NaN,
      changes: rows[0]?.changes ?? Number.NaN,
    }
  } finally {
    await simulation.close()
    await internet.close()
  }
}
