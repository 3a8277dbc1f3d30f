import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { applyMigrations } from '../../../migrations/apply.ts'
import { startGuardian } from '../../platform/guardian.ts'
import { createDatabase, startPostgres } from '../../platform/postgres.ts'
import { type BenchRow, bounded, percentile, shown } from '../row.ts'
import { cpuMsPerName } from './cpu.ts'
import { measureDay } from './daily.ts'
import { delaysOfSmallAccount } from './fair-turns.ts'
import { delaysBesideHanging } from './hanging-names.ts'
import { surviveKills } from './kills.ts'
import { findSales, HOURS_MAX } from './sales.ts'

/** Sizes of the simulation. Environment variables can set smaller values for a quick run. */
const NAMES = Number(process.env.MONITOR_NAMES ?? 5_000)
const DAYS = Number(process.env.MONITOR_DAYS ?? 60)
const SALES = Number(process.env.MONITOR_SALES ?? 200)
const DAILY_NAMES = 100_000
const DAILY_HOURS = Number(process.env.MONITOR_HOURS ?? 2)
const KILLED_NAMES = Number(process.env.MONITOR_KILLED_NAMES ?? 10_000)
const KILLED_SALES = 50
const KILL_EVERY_MS = 30_000
const LOST_REPLIES = 0.02
const TICK_MINUTES = 10
const SMALL = 5
const FAIR_ROUNDS = 8
const CPU_ROUNDS = 10
const HEALTHY = 500
const HANGING = 18

export async function benchMonitors(): Promise<BenchRow[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'monitors-'))
  const guardian = startGuardian(folder)
  const server = await startPostgres({
    folder: path.join(folder, 'postgres'),
    password: 'bench',
    durable: false,
    guardian,
  })
  const log = console.log
  // Suppresses the log line that each batch of checks writes.
  console.log = () => undefined
  const newDatabase = async (name: string) => {
    const url = await createDatabase(server.url, name)
    await applyMigrations(url)
    return url
  }
  try {
    return [
      ...(await sales(await newDatabase('sales'))),
      ...(await day(await newDatabase('day'), await newDatabase('cpu'))),
      ...(await fairness(await newDatabase('alone'), await newDatabase('beside'))),
      ...(await hanging(await newDatabase('healthy'), await newDatabase('hanging'))),
      ...(await kills()),
    ]
  } finally {
    console.log = log
    await server.stop()
    guardian.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sales(databaseUrl: string): Promise<BenchRow[]> {
  const tickMs = TICK_MINUTES * 60_000
  const found = await findSales({ databaseUrl, names: NAMES, sales: SALES, days: DAYS, tickMs })
  return [
    bounded(
      `${NAMES} domains, ${DAYS} days: sales that were found`,
      found.found / found.planted,
      { least: 1 },
      `${found.found} of ${found.planted}`,
    ),
    bounded(
      '  longest time until a sale was confirmed, hours',
      Math.max(...found.hours),
      { most: HOURS_MAX },
      `p50 ${percentile(found.hours, 0.5).toFixed(1)}`,
    ),
    bounded('  false alerts', found.falseAlerts.length, { most: 0 }, `${found.checks} checks`),
    bounded('  analyses : confirmed changes to analyse', found.analyses / found.changesToAnalyze, {
      most: 1,
    }),
  ]
}

async function day(databaseUrl: string, cpuDatabaseUrl: string): Promise<BenchRow[]> {
  const use = await measureDay({
    databaseUrl,
    names: DAILY_NAMES,
    accounts: 20,
    hours: DAILY_HOURS,
  })
  const cpuMs = await cpuMsPerName({ databaseUrl: cpuDatabaseUrl, rounds: CPU_ROUNDS })
  const perSecond = (use.requestsPerName * DAILY_NAMES) / 86_400
  return [
    bounded(
      `${DAILY_NAMES} domains daily: outgoing requests a second`,
      perSecond,
      { most: 8 },
      `${use.requestsPerName.toFixed(2)} for each domain, ${use.checks} checks`,
    ),
    bounded('  Postgres round trips for 100 domains', use.roundTripsPerHundred, { most: 3 }),
    bounded('  CPU of one check, ms', cpuMs, { most: 3 }),
    bounded('  analyses without a confirmed change', use.analyses, { most: use.changes }),
    shown('  latest check after it was due', `${use.latestSeconds.toFixed(0)} s`),
  ]
}

async function fairness(aloneUrl: string, besideUrl: string): Promise<BenchRow[]> {
  const common = { small: SMALL, rounds: FAIR_ROUNDS }
  const alone = await delaysOfSmallAccount({ databaseUrl: aloneUrl, large: 0, ...common })
  const beside = await delaysOfSmallAccount({
    databaseUrl: besideUrl,
    large: DAILY_NAMES,
    ...common,
  })
  const mean = (delays: number[]) => delays.reduce((sum, delay) => sum + delay, 0) / delays.length
  return [
    bounded(
      `checks of ${SMALL} domains beside ${DAILY_NAMES} overdue ones of another account : alone, mean delay`,
      mean(beside) / mean(alone),
      { most: 2 },
      `${mean(beside).toFixed(1)} : ${mean(alone).toFixed(1)} s`,
    ),
  ]
}

async function hanging(aloneUrl: string, besideUrl: string): Promise<BenchRow[]> {
  const common = { healthy: HEALTHY, rounds: 2 }
  const alone = await delaysBesideHanging({ databaseUrl: aloneUrl, hanging: 0, ...common })
  const beside = await delaysBesideHanging({ databaseUrl: besideUrl, hanging: HANGING, ...common })
  return beside.map((delays, round) => {
    const last = Math.max(...delays)
    const lastAlone = Math.max(...(alone[round] ?? []))
    return bounded(
      round === 0
        ? `checks of ${HEALTHY} new domains beside ${HANGING} that never answer : alone, last one`
        : '  in the next round',
      last / lastAlone,
      { most: 2 },
      `${last.toFixed(0)} : ${lastAlone.toFixed(0)} s`,
    )
  })
}

async function kills(): Promise<BenchRow[]> {
  const survived = await surviveKills({
    names: KILLED_NAMES,
    sales: KILLED_SALES,
    killEveryMs: KILL_EVERY_MS,
    killsMax: Number.POSITIVE_INFINITY,
    lostReplies: LOST_REPLIES,
  })
  const { changes, deliveries, mails, charges, audit } = survived
  const lost = changes.lost + deliveries.lost + mails.lost + charges.lost
  const doubled =
    changes.doubled + changes.other + deliveries.doubled + mails.doubled + charges.doubled
  return [
    bounded(
      `${survived.checks} checks with kills: lost changes, webhooks, emails, charges`,
      lost,
      { most: 0 },
      `${survived.kills.runtime} kills of the runtime, ${survived.kills.postgres} of PostgreSQL`,
    ),
    bounded('  doubled changes, webhooks, emails, charges', doubled, { most: 0 }),
    bounded('  rows of money_audit', audit.length, { most: 0 }),
  ]
}
