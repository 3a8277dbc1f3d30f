import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_WATCH } from '../../../shared/monitors/kinds.ts'
import { createInternet } from '../../internet/internet.ts'
import { startService } from '../../platform/service.ts'
import { domainOf, saleOf } from './changing-world.ts'

export interface KillOptions {
  names: number
  sales: number
  /**
   * Time between two kills in milliseconds. Every third kill is of PostgreSQL, all others are of
   * the runtime.
   */
  killEveryMs: number
  killsMax: number
  /** Share of the statements that take effect but whose reply is lost, from 0 to 1. */
  lostReplies: number
}

export interface Survived {
  checks: number
  kills: { runtime: number; postgres: number }
  changes: { lost: number; doubled: number; other: number }
  deliveries: { lost: number; doubled: number }
  mails: { lost: number; doubled: number }
  charges: { lost: number; doubled: number }
  audit: unknown[]
}

const ADDRESS = 'killed@tests.example'
const CREDITS = 10_000
const PHASE_MS_MAX = 60 * 60_000
const PAUSE_MS = 500
interface Counted {
  domain: string
  changes: number
  deliveries: number
  high: number
  high_mails: number
  charges: number
}

/**
 * Kills the runtime and PostgreSQL while watched domains get new holders and are checked. Returns
 * how many results were lost or stored twice.
 */
export async function surviveKills({
  names,
  sales,
  killEveryMs,
  killsMax,
  lostReplies,
}: KillOptions): Promise<Survived> {
  const internet = await createInternet({ folders: [] })
  const service = await startService({
    internet,
    ownPostgres: true,
    schedules: false,
    env: {
      MONITOR_CHECKS_PER_SECOND: '1000',
      MONITOR_CONFIRM_SECONDS: '[0,3600]',
      QUOTA_TEAM: '0',
    },
  })
  const { platform } = service
  internet.receivers.set('monitors', () => new Response('ok'))
  const { pool } = platform
  const kills = { runtime: 0, postgres: 0 }
  try {
    const owner = await service.account({ tier: 'team', credits: CREDITS, email: ADDRESS })
    const callbackUrl = internet.receivers.url('monitors')
    // Other monitors are inserted by SQL. This one is created with the API and a callback, so that
    // the account gets a webhook secret.
    await owner.request('POST', '/monitors', {
      domains: ['test-corp.sandbox.example'],
      callback_url: callbackUrl,
    })
    const domains = Array.from({ length: names }, (_, number) => domainOf(number))
    const sold = Array.from({ length: sales }, (_, index) =>
      saleOf(domainOf(Math.floor((index * names) / sales)), index),
    )
    for (const { before } of sold) internet.add(before)
    await pool.query(
      `insert into watched_names
          (domain, registrable_domain, turn_account_id, status, cadence_seconds, next_check_at)
        select domain, domain, $1, 'waiting', 86400, now() from unnest($2::text[]) as domain`,
      [owner.userId, domains],
    )
    await pool.query(
      `insert into monitors (id, account_id, domain, status, cadence, watch, callback_url, callback_origin, baseline_at, baseline_outcome,
          baseline_entity, baseline_confidence)
        select 'mon_' || lpad(place::text, 26, '0'), $1, domain, 'active', 'daily', $3, $4, $5, now(), 'attributed', 'Former Owner Limited', 0.9
          from unnest($2::text[]) with ordinality as listed(domain, place)`,
      [owner.userId, domains, [...DEFAULT_WATCH], callbackUrl, new URL(callbackUrl).origin],
    )
    let isKilling = true
    await platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: lostReplies })
    const killing = (async () => {
      for (let turn = 1; isKilling && turn <= killsMax; turn += 1) {
        await delay(killEveryMs)
        if (!isKilling) break
        const what = turn % 3 === 0 ? 'postgres' : 'runtime'
        await platform.kill(what)
        kills[what] += 1
      }
    })()
    const query = async <Row extends object>(
      text: string,
      values: unknown[] = [],
    ): Promise<Row[]> => {
      for (;;) {
        try {
          return (await pool.query<Row>(text, values)).rows
        } catch (error) {
          // While processes are killed, an error means that PostgreSQL was just killed, so the
          // statement is repeated.
          if (!isKilling) throw error
          await delay(PAUSE_MS)
        }
      }
    }
    /**
     * Runs the schedule of every minute and ends leases and waits. Repeats this until the statement
     * `open` counts 0 rows.
     */
    const until = async (open: string): Promise<void> => {
      const deadline = Date.now() + PHASE_MS_MAX
      for (;;) {
        const [row] = await query<{ open: number }>(open)
        if (row?.open === 0) return
        if (Date.now() > deadline) throw new Error(`${row?.open} are still open: ${open}`)
        // Shortens the lease of each batch from five minutes to half a minute.
        await query(
          `update watched_names set leased_until = clock_timestamp()
            where batch_id is not null and leased_until < clock_timestamp() + interval '270 seconds'`,
        )
        await query(
          `update jobs set updated_at = updated_at - interval '5 minutes' where status in ('queued', 'running')`,
        )
        await query(`update outbox set not_before = clock_timestamp() where sent_at is null`)
        await platform
          .runtime()
          .runSchedule('* * * * *')
          .catch(() => undefined)
        await delay(PAUSE_MS)
      }
    }
    await until(`select count(*)::integer as open from watched_names where state is null`)
    for (const { after } of sold) internet.replace(after)
    await query(
      `update watched_names set next_check_at = clock_timestamp() where domain = any ($1)`,
      [sold.map(({ after }) => after.domain)],
    )
    await until(
      `select (${sales} - count(distinct domain))::integer as open from changes where analysis in ('done', 'not_covered')`,
    )
    isKilling = false
    await killing
    await platform.mendAll()
    await until(
      `select count(*)::integer as open from webhook_deliveries where state not in ('delivered', 'dead_lettered')`,
    )
    await until(
      `select count(*)::integer as open from outbox where topic = 'email' and sent_at is null`,
    )
    await platform.runtime().runSchedule('* * * * *')
    const rows = await query<Counted>(
      `select c.domain, count(*)::integer as changes,
          (select count(*)::integer from webhook_deliveries d where d.subject_id = any (array_agg(c.id))) as deliveries,
          count(*) filter (where c.severity = 'high')::integer as high,
          (select count(*)::integer from outbox o where o.dedupe = any (array_agg('email:monitor_change:' || c.id))) as high_mails,
          (select count(*)::integer from ledger_entries l join jobs j on l.subject_id = j.id where j.domain = c.domain and l.delta < 0) as charges
        from changes c group by c.domain`,
    )
    const soldNames = new Set(sold.map(({ after }) => after.domain))
    const ofSales = rows.filter(({ domain }) => soldNames.has(domain))
    const lost = (counted: (row: Counted) => number, wanted: (row: Counted) => number) =>
      sales -
      ofSales.length +
      ofSales.reduce((sum, row) => sum + Math.max(0, wanted(row) - counted(row)), 0)
    const doubled = (counted: (row: Counted) => number, wanted: (row: Counted) => number) =>
      ofSales.reduce((sum, row) => sum + Math.max(0, counted(row) - wanted(row)), 0)
    const [checked] = await query<{ checks: number }>(
      `select count(*)::integer as checks from watched_names where state is not null`,
    )
    return {
      checks: (checked?.checks ?? 0) + 2 * sales,
      kills,
      changes: {
        lost: lost(
          (row) => row.changes,
          () => 1,
        ),
        doubled: doubled(
          (row) => row.changes,
          () => 1,
        ),
        other: rows.length - ofSales.length,
      },
      deliveries: {
        lost: lost(
          (row) => row.deliveries,
          () => 1,
        ),
        doubled: doubled(
          (row) => row.deliveries,
          () => 1,
        ),
      },
      mails: {
        lost: lost(
          (row) => row.high_mails,
          (row) => row.high,
        ),
        doubled: doubled(
          (row) => row.high_mails,
          (row) => row.high,
        ),
      },
      charges: {
        lost: lost(
          (row) => row.charges,
          () => 1,
        ),
        doubled: doubled(
          (row) => row.charges,
          () => 1,
        ),
      },
      audit: await service.audit(),
    }
  } finally {
    await service.stop()
    await internet.close()
  }
}
