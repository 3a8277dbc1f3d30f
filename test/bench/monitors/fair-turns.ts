import { createInternet } from '../../internet/internet.ts'
import { domainOf } from './changing-world.ts'
import { MINUTE_MS, openSimulation } from './simulation.ts'

export interface FairnessOptions {
  databaseUrl: string
  /** Number of monitors of the large account. All their checks are overdue. */
  large: number
  small: number
  /** Number of times that the checks of the small account become due. */
  rounds: number
}

const LATENCY_MS = 150
const ROUND_MS = 20 * MINUTE_MS
const FIRST_SMALL = 900_000

/**
 * Returns the delays of a small account's checks while a large account has many overdue checks. A
 * delay is the time from due to stored, in seconds.
 */
export async function delaysOfSmallAccount(options: FairnessOptions): Promise<number[]> {
  const startsAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const internet = await createInternet({ folders: [] })
  const simulation = await openSimulation({
    databaseUrl: options.databaseUrl,
    startsAt,
    latencyMs: LATENCY_MS,
    fetch: (request) => internet.fetch(request),
  })
  const { pool } = simulation
  try {
    await simulation.account('usr_small', 'pro')
    const mine = Array.from({ length: options.small }, (_, index) => domainOf(FIRST_SMALL + index))
    await simulation.watchMany('usr_small', 'small', mine)
    if (options.large > 0) {
      await simulation.account('usr_large', 'enterprise')
      await simulation.watchMany(
        'usr_large',
        'large',
        Array.from({ length: options.large }, (_, index) => domainOf(index)),
      )
      await pool.query(
        `update watched_names set next_check_at = $1 where turn_account_id = 'usr_large'`,
        [new Date(startsAt).toISOString()],
      )
    }
    await pool.query('vacuum analyze')
    for (let round = 0; round < options.rounds; round += 1) {
      const from = startsAt + round * ROUND_MS
      await pool.query(
        `update watched_names w set next_check_at = $1::timestamptz + place * interval '97 seconds',
            status = case status when 'leased' then 'waiting' else status end, batch_id = null, leased_until = null
          from (select domain, row_number() over (order by domain) as place from watched_names
            where turn_account_id = 'usr_small') listed
          where w.domain = listed.domain`,
        [new Date(from).toISOString()],
      )
      await simulation.runUntil(from + ROUND_MS)
    }
    return simulation.late
      .filter(({ accountId }) => accountId === 'usr_small')
      .map(({ seconds }) => seconds)
  } finally {
    await simulation.close()
    await internet.close()
  }
}
