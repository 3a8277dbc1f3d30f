import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import type { SampleRequest } from '../internet/messages.ts'
import { BEHAVIOURS } from '../internet/receivers.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import {
  auditMoney,
  type Findings,
  findOrphans,
  type Judged,
  judgePart,
  type ReceivedWebhooks,
} from './checks.ts'
import { submit } from './client.ts'
import { measureSize, rowsByTable, type Size } from './measure.ts'
import { OWNERS, type Part, planSoak, type SoakOptions, type TimedFault } from './plan.ts'

export interface EndedPart {
  jobs: number
  /** Seconds from the start of the run to the start of the part. */
  from: number
  to: number
  /** Seconds from the last submission until all work had ended. */
  drained: number
  judged: Judged
  size: Size
}

export interface Soaked {
  parts: EndedPart[]
  before: Size
  kills: { runtime: number; postgres: number }
  /**
   * Submissions that the service never accepted, and repeated requests that got a different reply.
   */
  refused: string[]
  contradictions: number
  repeated: { requests: number; messages: number; webhooks: number }
  faults: number
  /** Rows of money_audit that appeared while work was being submitted. */
  brokenMeanwhile: string[]
  /**
   * State after the retention time: finished work that was not deleted (`left`), rows with a
   * missing partner (`orphans`), and rows of money_audit (`broken`).
   */
  afterRetention: { left: number; orphans: string[]; broken: string[]; rows: Map<string, number> }
}

const LANES = 12
/** While this number of jobs and lines is unfinished, no more work is submitted. */
const OPEN_MAX = 600
const WATCH_MS = 1_000
const REPORT_MS = 30_000
const DRAIN_MS_MAX = 10 * 60_000
const DRAIN_PAUSE_MS = 1_000
/**
 * At the end of a part, waiting work is made one minute older at this interval, so that the run
 * need not wait until the work is really due.
 */
const HURRY_MS = 2_000
const DATABASE_PAUSE_MS = 300
const REPEATED_WEBHOOKS = 30
const NIGHTS_MAX = 20
const SWEEP = '* * * * *'
const NIGHT = '17 3 * * *'
const WEEK = '0 7 * * mon'

/**
 * Runs a plan and checks everything at the end of each part. Schedules that are due every minute
 * run every `minuteMs`. Calls `report` about twice a minute.
 */
export async function runSoak(
  options: SoakOptions & { minuteMs: number },
  report: (line: string) => void,
): Promise<Soaked> {
  const parts = planSoak(options)
  const internet = await createInternet({ folders: [] })
  const received = openReceivers(internet)
  const service = await startService({
    internet,
    ownPostgres: true,
    inspector: true,
    schedules: false,
    env: { WEBHOOK_RETRY_SECONDS: '[1,2,4]' },
  })
  const soak = createSoak(service, received, options.minuteMs)
  try {
    await soak.openAccounts(internet)
    const ended: EndedPart[] = []
    const before = await measureSize(service.platform)
    soak.start(options.jobs, report)
    for (const part of parts) {
      ended.push(await soak.play(part))
      internet.receivers.received.length = 0
    }
    return { parts: ended, before, ...soak.counts, afterRetention: await soak.outliveRetention() }
  } finally {
    await soak.stop()
    await service.stop()
    await internet.close()
  }
}

/** Starts the receivers. The returned map is filled with the webhooks that arrive. */
function openReceivers(internet: SampleInternet): ReceivedWebhooks {
  const received: ReceivedWebhooks = new Map()
  const counting =
    (answer: (isFirst: boolean) => Response | Promise<Response>) =>
    async (_: SampleRequest, { headers }: { headers: Record<string, string> }) => {
      const id = headers['webhook-id'] ?? ''
      const known = received.get(id)
      const entry = known ?? { answeredOk: 0 }
      received.set(id, entry)
      const response = await answer(known === undefined)
      if (response.ok) entry.answeredOk += 1
      return response
    }
  const { receivers } = internet
  receivers.set('steady', counting(BEHAVIOURS.good))
  receivers.set('slow', counting(BEHAVIOURS.slow))
  receivers.set('broken', counting(BEHAVIOURS.broken))
  receivers.set('gone', counting(BEHAVIOURS.gone))
  receivers.set(
    'forgetful',
    counting((isFirst) => (isFirst ? BEHAVIOURS.broken() : BEHAVIOURS.good())),
  )
  return received
}

function createSoak(service: Service, received: ReceivedWebhooks, minuteMs: number) {
  const { platform } = service
  const { pool } = platform
  const accounts: ServiceAccount[] = []
  const counts = {
    kills: { runtime: 0, postgres: 0 },
    refused: [] as string[],
    contradictions: 0,
    repeated: { requests: 0, messages: 0, webhooks: 0 },
    faults: 0,
    brokenMeanwhile: [] as string[],
  }
  const startedAt = Date.now()
  const seconds = () => (Date.now() - startedAt) / 1_000
  let isRunning = true
  let open = 0
  let awaited = ''
  let internetUrl = (_name: string, _path: string): string => ''
  const background: Promise<void>[] = []

  const query = async <Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    for (const deadline = Date.now() + DRAIN_MS_MAX; ; ) {
      try {
        return (await pool.query<Row>(text, values)).rows
      } catch (error) {
        // PostgreSQL was just killed and starts again, so the query is repeated.
        if (!isOutage(error) || Date.now() > deadline) throw error
        await delay(DATABASE_PAUSE_MS)
      }
    }
  }
  const schedule = (cron: string, skewMs = 0) =>
    platform
      .runtime()
      .runSchedule(cron, new Date(Date.now() + skewMs))
      // An error can be ignored here: the runtime was killed, or a fault made the schedule fail.
      // The next minute repeats the schedule.
      .catch(() => undefined)
  const deliver = (queue: Parameters<typeof queueMessage>[0], id: string, skewMs: number) =>
    platform
      .runtime()
      .deliver(queue, [{ body: queueMessage(queue, id), timestamp: new Date(Date.now() + skewMs) }])
      .then(
        () => undefined,
        () => undefined,
      )

  async function watch(): Promise<void> {
    while (isRunning) {
      const [row] = await query<{ open: number }>(
        `select ((select count(*) from jobs where status in ('waiting', 'queued', 'running'))
            + (select coalesce(sum(total - next_line), 0) from bulk_jobs where status in ('accepted', 'running')))::integer as open`,
      )
      open = row?.open ?? 0
      await delay(WATCH_MS)
    }
  }

  async function everyMinute(): Promise<void> {
    while (isRunning) {
      await delay(minuteMs)
      if (!isRunning) return
      await query(END_LEASES)
      await schedule(SWEEP)
    }
  }

  async function reportAlways(jobs: number, report: (line: string) => void): Promise<void> {
    for (let next = Date.now() + REPORT_MS; isRunning; await delay(WATCH_MS)) {
      if (Date.now() < next) continue
      next = Date.now() + REPORT_MS
      const broken = await query<{ broken: string; who: string }>(
        'select broken, who from money_audit',
      )
      counts.brokenMeanwhile.push(...broken.map((row) => `${row.broken}: ${row.who}`))
      const [row] = await query<{ ended: number }>(
        `select count(*)::integer as ended from jobs where completed_at is not null`,
      )
      const ended = row?.ended ?? 0
      report(
        `${(seconds() / 60).toFixed(1)} min · ${ended} of ${jobs} jobs ended (${(ended / seconds()).toFixed(1)}/s) · ${open} open · ` +
          `kills ${counts.kills.runtime} + ${counts.kills.postgres} · faults ${counts.faults} · refused ${counts.refused.length} · ` +
          `broken ${counts.brokenMeanwhile.length}${awaited}`,
      )
    }
  }

  async function strike(fault: TimedFault): Promise<void> {
    switch (fault.do) {
      case 'kill':
        await platform.kill(fault.what)
        counts.kills[fault.what] += 1
        if (fault.what === 'runtime') await query(LOSE_PATIENCE)
        return
      case 'break':
        await platform.breakPart({ ...fault.broken })
        await delay(fault.forMs)
        await platform.mendAll()
        break
      case 'repeat webhooks': {
        const rows = await query<{ id: string }>(
          `select id from webhook_deliveries order by id desc limit $1`,
          [REPEATED_WEBHOOKS],
        )
        await Promise.all(rows.map(({ id }) => deliver('webhooks', id, fault.skewMs)))
        counts.repeated.webhooks += rows.length
        break
      }
      case 'sweep':
        await schedule(SWEEP, fault.skewMs)
        break
      default:
        fault satisfies never
    }
    counts.faults += 1
  }

  async function drain(): Promise<void> {
    const deadline = Date.now() + DRAIN_MS_MAX
    for (let hurryAt = Date.now() + HURRY_MS; Date.now() < deadline; await delay(DRAIN_PAUSE_MS)) {
      const [row = {}] = await query<Record<string, number>>(UNFINISHED)
      const unfinished = Object.entries(row).filter(([, count]) => count > 0)
      awaited = unfinished.map(([what, count]) => ` · waits for ${count} ${what}`).join('')
      if (unfinished.length === 0) return
      if (Date.now() < hurryAt) continue
      hurryAt = Date.now() + HURRY_MS
      for (const statement of HURRY) await query(statement)
      await schedule(SWEEP)
    }
  }

  return {
    counts,
    async openAccounts(internet: SampleInternet): Promise<void> {
      internetUrl = internet.receivers.url
      for (let number = 0; number < OWNERS; number += 1) {
        // Half of the accounts have used up their quota, so that their analyses are paid with
        // credits.
        const quotaUsed = number % 2 === 0 ? 0 : 5_000
        const email = `soak-${number}@tests.example`
        accounts.push(
          await service.account({ tier: 'team', credits: 1_000_000, quota_used: quotaUsed, email }),
        )
      }
    },
    start(jobs: number, report: (line: string) => void): void {
      background.push(watch(), everyMinute(), reportAlways(jobs, report))
    },
    async play(part: Part): Promise<EndedPart> {
      const from = seconds()
      const [clock] = await query<{ now: Date }>('select clock_timestamp() as now')
      const waiting = [...part.submissions]
      let submitted = 0
      const striking = (async () => {
        for (const fault of part.faults) {
          while (submitted < fault.afterJobs && submitted < part.jobs && isRunning)
            await delay(DATABASE_PAUSE_MS)
          if (isRunning) await strike(fault)
        }
      })()
      const copies: Promise<void>[] = []
      const lane = async () => {
        for (let next = waiting.shift(); next !== undefined && isRunning; next = waiting.shift()) {
          while (open > OPEN_MAX) await delay(DATABASE_PAUSE_MS)
          const { owner, callback, number, domains, copySkewMs, reply } = next
          const { apiKey } = accounts[owner] as ServiceAccount
          const url = callback === null ? null : internetUrl(callback, `/soak/${number}`)
          try {
            const { messages, contradictions } = await submit(
              { baseUrl: service.baseUrl, apiKey },
              next,
              url,
            )
            counts.contradictions += contradictions
            const [message] = messages
            if (message !== undefined && copySkewMs !== null) {
              copies.push(deliver(message.queue, message.id, copySkewMs))
              counts.repeated.messages += 1
            }
          } catch (error) {
            counts.refused.push(`${number}: ${error}`)
          }
          if (reply !== 'read') counts.repeated.requests += 1
          submitted += domains.length
          open += domains.length
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      await striking
      await Promise.race([Promise.all(copies), delay(DRAIN_MS_MAX, undefined, { ref: false })])
      const submittedAt = seconds()
      await drain()
      const drained = seconds() - submittedAt
      const judged = await judgePart(pool, part, clock?.now ?? new Date(), received)
      received.clear()
      for (const statement of MONTH_PASSES) await query(statement)
      await schedule(NIGHT)
      await schedule(WEEK)
      await drain()
      const size = await measureSize(platform)
      return { jobs: part.jobs, from, to: seconds(), drained, judged, size }
    },
    async outliveRetention(): Promise<Soaked['afterRetention']> {
      for (const statement of YEAR_PASSES) await query(statement)
      let left = Number.POSITIVE_INFINITY
      for (let night = 0; night < NIGHTS_MAX && left > 0; night += 1) {
        await schedule(NIGHT)
        const [row] = await query<{ left: number }>(
          `select ((select count(*) from jobs) + (select count(*) from bulk_jobs) + (select count(*) from correlations)
              + (select count(*) from webhook_deliveries))::integer as left`,
        )
        left = row?.left ?? left
      }
      const broken = (await auditMoney(pool)).map((row) => `${row.broken}: ${row.who}`)
      return {
        left,
        orphans: await findOrphans(pool, { deleted: true }),
        broken,
        rows: await rowsByTable(pool),
      }
    },
    async stop(): Promise<void> {
      isRunning = false
      await Promise.allSettled(background)
    },
  }
}

/**
 * True if the database cannot be reached: SQLSTATE classes 08 (connection) and 57P (operator
 * intervention), and errors of the socket, which have no SQLSTATE.
 */
function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P')
}

const UNFINISHED = `select (select count(*) from jobs where status in ('waiting', 'queued', 'running'))::integer as jobs,
    (select count(*) from bulk_jobs where status not in ('completed', 'failed'))::integer as lists,
    (select count(*) from correlations where status not in ('completed', 'failed'))::integer as correlations,
    (select count(*) from monitors where status = 'baselining')::integer as monitors,
    (select count(*) from webhook_deliveries where state not in ('delivered', 'dead_lettered'))::integer as webhooks,
    (select count(*) from outbox where sent_at is null)::integer as outbox`

/**
 * Makes queued lines 20 minutes older. Unlike Cloudflare, a killed local runtime loses its queues,
 * and a line whose message is lost waits 15 minutes for a new message.
 */
const LOSE_PATIENCE = `update jobs set updated_at = updated_at - interval '20 minutes' where status = 'queued' and bulk_job_id is not null`

/**
 * Ends leases sooner: the client of an interrupted request waits until the lease of its
 * Idempotency-Key ends.
 */
const END_LEASES = `update idempotency_keys set lease_until = lease_until - interval '45 seconds' where state = 'running'`

const HURRY = [
  `update jobs set updated_at = updated_at - interval '1 minute' where status in ('waiting', 'queued', 'running')`,
  `update bulk_jobs set updated_at = updated_at - interval '1 minute' where status not in ('completed', 'failed')`,
  `update correlations set updated_at = updated_at - interval '1 minute' where status not in ('completed', 'failed')`,
  `update monitors set next_analysis_at = clock_timestamp() where status = 'baselining' and next_analysis_at is not null`,
  `update outbox set not_before = clock_timestamp() where sent_at is null`,
  `update webhook_origins set deferred_until = clock_timestamp() where deferred_until > clock_timestamp()`,
  `update webhook_deliveries set next_attempt_at = next_attempt_at - interval '1 minute'
    where state in ('pending', 'deferred')`,
]

/** Makes rows that are kept for at most a month old enough. The next night must delete them. */
const MONTH_PASSES = [
  `update outbox set sent_at = sent_at - interval '31 days' where sent_at is not null`,
  `update permits set taken_at = taken_at - interval '31 days'`,
  `update idempotency_keys set created_at = created_at - interval '31 days', lease_until = lease_until - interval '31 days'`,
  `update webhook_attempts set attempted_at = attempted_at - interval '31 days'`,
  `update monitor_jobs set settled_at = settled_at - interval '31 days' where settled_at is not null`,
  `update name_changes set done_at = done_at - interval '31 days' where done_at is not null`,
]

/** Makes finished work old enough. The next nights must delete it. */
const YEAR_PASSES = [
  `update jobs set completed_at = completed_at - interval '401 days'`,
  `update bulk_jobs set completed_at = completed_at - interval '401 days', exports_expire_at = exports_expire_at - interval '401 days'`,
  `update correlations set completed_at = completed_at - interval '401 days'`,
  `update changes set created_at = created_at - interval '401 days'`,
  `update audit_entries set created_at = created_at - interval '401 days'`,
]

export function sumFindings(parts: readonly EndedPart[]): Findings {
  const [first, ...rest] = parts.map(({ judged }) => judged.findings)
  if (first === undefined) throw new Error('A soak has at least one part.')
  const sum = { ...first }
  for (const findings of rest)
    for (const key of Object.keys(sum) as (keyof Findings)[]) sum[key] += findings[key]
  // `orphans` and `broken` are counted in the whole database. Each later part finds the same
  // problems again, so the largest number counts and not the sum.
  sum.orphans = Math.max(...parts.map(({ judged }) => judged.findings.orphans))
  sum.broken = Math.max(...parts.map(({ judged }) => judged.findings.broken))
  return sum
}
