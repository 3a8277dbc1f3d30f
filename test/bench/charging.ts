import pg from 'pg'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { startService } from '../platform/service.ts'
import { ratio } from './load.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const CLIENTS = 16
const MANY_ACCOUNTS = 64
const MEASURE_MS = 3_000
const PLENTY = 100_000_000
const LEDGER_DEPTH = 100_000
const PAGE_SAMPLES = 40

/**
 * A way to charge credits. For each `subject`, it charges one credit at most once. Returns the
 * number of retries.
 */
type Way = (client: pg.PoolClient, accountId: string, subject: string) => Promise<number>

const byFunction: Way = async (client, accountId, subject) => {
  await client.query(`select outcome from cover_subject($1, $2, 1, 'correlation', null, false)`, [
    subject,
    accountId,
  ])
  return 0
}

const TAKE = {
  lock: 'select balance, ledger_sequence from accounts where id = $1 for update',
  read: 'select balance, ledger_sequence from accounts where id = $1',
  known: 'select 1 from charges where subject = $1',
  take: 'update accounts set balance = $2, ledger_sequence = $3 where id = $1',
  entry: `insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason, operation_key) values ($1, $2, $3, -1, $4, 'correlation', $5)`,
  charge: `insert into charges (subject, account_id, coverage, amount, counted, state, charge_entry) values ($1, $2, 'credit', 1, false, 'charged', $3)`,
} as const

/**
 * Charges by the same reads and writes as the SQL function, but with a round trip to Postgres for
 * each statement.
 */
async function inTransaction(
  client: pg.PoolClient,
  begin: string,
  read: string,
  accountId: string,
  subject: string,
): Promise<void> {
  await client.query(begin)
  const { rows } = await client.query<{ balance: string; ledger_sequence: string }>(read, [
    accountId,
  ])
  await client.query(TAKE.known, [subject])
  const balance = Number(rows[0]?.balance) - 1
  const sequence = Number(rows[0]?.ledger_sequence) + 1
  const entry = newIdentifier('led')
  await client.query(TAKE.take, [accountId, balance, sequence])
  await client.query(TAKE.entry, [entry, accountId, sequence, balance, `charge:${subject}`])
  await client.query(TAKE.charge, [subject, accountId, entry])
  await client.query('commit')
}

const byLock: Way = async (client, accountId, subject) => {
  await inTransaction(client, 'begin', TAKE.lock, accountId, subject)
  return 0
}

const bySerializable: Way = async (client, accountId, subject) => {
  for (let again = 0; ; again += 1) {
    try {
      await inTransaction(
        client,
        'begin isolation level serializable',
        TAKE.read,
        accountId,
        subject,
      )
      return again
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== '40001') throw error
    }
  }
}

interface Measured {
  perSecond: number
  abortsPerCover: number
  p99Ms: number
}

let subjects = 0

async function measure(pool: pg.Pool, way: Way, accountIds: string[]): Promise<Measured> {
  const until = performance.now() + MEASURE_MS
  const times: number[] = []
  let aborts = 0
  const worker = async (clientIndex: number) => {
    const client = await pool.connect()
    try {
      for (let turn = clientIndex; performance.now() < until; turn += CLIENTS) {
        subjects += 1
        const began = performance.now()
        aborts += await way(client, accountIds[turn % accountIds.length] ?? '', `bench:${subjects}`)
        times.push(performance.now() - began)
      }
    } finally {
      client.release()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, clientIndex) => worker(clientIndex)))
  return {
    perSecond: times.length / (MEASURE_MS / 1_000),
    abortsPerCover: aborts / times.length,
    p99Ms: percentile(times, 0.99),
  }
}

const described = ({ perSecond, abortsPerCover, p99Ms }: Measured) =>
  `${Math.round(perSecond)}/s, p99 ${p99Ms.toFixed(0)} ms${abortsPerCover > 0 ? `, ${abortsPerCover.toFixed(1)} aborts each` : ''}`

/**
 * Compares three ways to charge: one SQL function, SELECT FOR UPDATE, and SERIALIZABLE with
 * retries. Also measures reading the pages of a long ledger.
 */
export async function benchCharging(): Promise<BenchRow[]> {
  const service = await startService({
    env: {
      RATE_LIMITS_PER_MINUTE: '{"free":1000000,"pro":1000000,"team":1000000,"enterprise":1000000}',
    },
  })
  const pool = new pg.Pool({ connectionString: service.platform.databaseUrl, max: CLIENTS })
  try {
    const [hot = '', ...others] = await openAccounts(pool, 1 + MANY_ACCOUNTS)
    return [
      ...(await compared(pool, 'one hot account', [hot], 5)),
      ...(await compared(pool, `${MANY_ACCOUNTS} accounts`, others, null)),
      ...(await ledgerPages(pool, service)),
    ]
  } finally {
    await pool.end()
    await service.stop()
  }
}

async function openAccounts(pool: pg.Pool, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newIdentifier('usr'))
  for (const id of ids) {
    await pool.query('insert into accounts (id, subject) values ($1, $1)', [id])
    await pool.query(`select post_ledger_entry($1, $2, 'adjustment', 'bench:' || $1)`, [id, PLENTY])
  }
  return ids
}

async function compared(
  pool: pg.Pool,
  where: string,
  accountIds: string[],
  goal: number | null,
): Promise<BenchRow[]> {
  await measure(pool, byFunction, accountIds)
  const ours = await measure(pool, byFunction, accountIds)
  const locked = await measure(pool, byLock, accountIds)
  const serializable = await measure(pool, bySerializable, accountIds)
  const detail = (other: Measured) => `${described(ours)} : ${described(other)}`
  const overSerializable = ours.perSecond / serializable.perSecond
  return [
    bounded(
      `cover, ${where}: one function : SELECT FOR UPDATE`,
      ours.perSecond / locked.perSecond,
      { least: 1 },
      detail(locked),
    ),
    goal === null
      ? shown(
          `cover, ${where}: one function : SERIALIZABLE, retried`,
          `${overSerializable.toFixed(2)} (${detail(serializable)})`,
        )
      : bounded(
          `cover, ${where}: one function : SERIALIZABLE, retried`,
          overSerializable,
          { least: goal },
          detail(serializable),
        ),
  ]
}

async function ledgerPages(
  pool: pg.Pool,
  service: Awaited<ReturnType<typeof startService>>,
): Promise<BenchRow[]> {
  const account = await service.account()
  await pool.query(
    `with made as (
       insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason, operation_key)
         select 'led_' || lpad(n::text, 26, '0'), $1, n, 1, n, 'adjustment', 'depth:' || n from generate_series(1, $2::integer) n)
     update accounts set balance = $2, ledger_sequence = $2 where id = $1`,
    [account.userId, LEDGER_DEPTH],
  )
  await pool.query('analyze ledger_entries')
  const median = async (offset: number) => {
    const times: number[] = []
    for (let sample = 0; sample < PAGE_SAMPLES; sample += 1) {
      const began = performance.now()
      const { status } = await account.request('GET', `/billing/ledger?limit=50&offset=${offset}`)
      if (status !== 200) throw new Error(`the ledger answered ${status}`)
      times.push(performance.now() - began)
    }
    return percentile(times, 0.5)
  }
  const deep = await ratio(
    () => median(LEDGER_DEPTH - 50),
    () => median(0),
  )
  return [
    bounded(
      `GET /billing/ledger at depth ${LEDGER_DEPTH} : first page`,
      deep.ratio,
      { most: 1.25 },
      `${deep.subject.toFixed(1)} ms of ${deep.base.toFixed(1)} ms`,
    ),
  ]
}
