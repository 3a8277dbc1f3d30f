import { createInternet } from '../../internet/internet.ts'
import { createChangingWorld, type Planted } from './changing-world.ts'
import { DAY_MS, MINUTE_MS, openSimulation } from './simulation.ts'

export interface SalesOptions {
  databaseUrl: string
  names: number
  sales: number
  days: number
  tickMs: number
}

export interface FoundSales {
  planted: number
  found: number
  /** Hours from each sale until the service confirmed the change. */
  hours: number[]
  missed: Planted[]
  /** Sales that were found later than HOURS_MAX hours after the sale. */
  late: { sale: Planted; kinds: string[]; hours: number }[]
  /** Alerts for domains that were not sold, or for a domain before its sale. */
  falseAlerts: { domain: string; kinds: string[] }[]
  checks: number
  requests: number
  analyses: number
  changesToAnalyze: number
}

/**
 * Limit for finding a sale: a day between two checks, and an hour for the reading that confirms the
 * change.
 */
export const HOURS_MAX = 25

interface RecordedChange {
  domain: string
  kinds: string[]
  confirmed_at: Date
  analysis: string
}

export async function findSales(options: SalesOptions): Promise<FoundSales> {
  const { names, days } = options
  const startsAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  await using internet = closing(await createInternet({ folders: [] }))
  const world = createChangingWorld(internet.value, {
    names,
    sales: options.sales,
    startsAt,
    days,
    seed: 7,
  })
  const simulation = await openSimulation({
    databaseUrl: options.databaseUrl,
    fetch: world.fetch,
    startsAt,
    latencyMs: 150,
    env: {
      MONITOR_CHECKS_PER_SECOND: '1000',
      MONITORS_ENTERPRISE: '1000000',
      QUOTA_ENTERPRISE: '1000000',
    },
  })
  try {
    await simulation.account('usr_watcher', 'enterprise')
    await simulation.watch('usr_watcher', 'enterprise', world.domains)
    // Spreads the first checks over a day. In a real account they are spread too, because its
    // monitors were created at different times.
    await simulation.pool.query(
      `update watched_names set next_check_at = $1::timestamptz + random() * interval '1 day'`,
      [new Date(startsAt).toISOString()],
    )
    for (let time = startsAt; time < startsAt + days * DAY_MS; time += options.tickMs) {
      world.moveTo(time)
      await simulation.runUntil(time + options.tickMs, options.tickMs)
    }
    const { rows } = await simulation.pool.query<RecordedChange>(
      `select domain, kinds, confirmed_at, analysis from changes order by confirmed_at`,
    )
    const { rows: jobs } = await simulation.pool.query<{ count: number }>(
      `select count(*)::integer as count from monitor_jobs where purpose = 'change'`,
    )
    const sales = new Map(world.planted.map((sale) => [sale.domain, sale]))
    const isOfSale = ({ domain, confirmed_at: at }: RecordedChange) =>
      at.getTime() >= (sales.get(domain)?.at ?? Infinity)
    const firsts = new Map(
      rows
        .filter(isOfSale)
        .toReversed()
        .map((change) => [change.domain, change]),
    )
    const foundSales = world.planted.flatMap((sale) => {
      const found = firsts.get(sale.domain)
      if (found === undefined) return []
      return [
        { sale, kinds: found.kinds, hours: (found.confirmed_at.getTime() - sale.at) / 3_600_000 },
      ]
    })
    const hours = foundSales.map((found) => found.hours)
    return {
      planted: sales.size,
      found: hours.length,
      hours,
      late: foundSales.filter((found) => found.hours > HOURS_MAX),
      missed: world.planted.filter(({ domain }) => !firsts.has(domain)),
      falseAlerts: rows
        .filter((change) => !isOfSale(change))
        .map(({ domain, kinds }) => ({ domain, kinds })),
      checks: simulation.counts.names,
      requests: simulation.counts.requests,
      analyses: jobs[0]?.count ?? 0,
      changesToAnalyze: rows.filter(({ analysis }) => analysis === 'pending').length,
    }
  } finally {
    await simulation.close()
  }
}

const closing = <Value extends { close(): Promise<void> }>(value: Value) => ({
  value,
  [Symbol.asyncDispose]: () => value.close(),
})
