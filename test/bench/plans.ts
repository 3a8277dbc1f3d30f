import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { jobForKeyQuery, pageQuery } from '../../shared/jobs/queries.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { startService } from '../platform/service.ts'
import type { BenchRow } from './row.ts'

const SIZES = [1_000, 1_000_000] as const
/**
 * Number of test accounts. Only a few of them own jobs. The other accounts make the table of
 * accounts so large that Postgres prefers an index to a scan of the whole table.
 */
const ACCOUNTS = 20_000
const BUSY_ACCOUNTS = 5
const RUNS_UNTIL_SETTLED = 8

interface Plan {
  shape: string
  blocks: number
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/**
 * Checks that the SQL queries of the job routes use only index scans and read few database blocks,
 * with 1,000 jobs and with 1,000,000 jobs.
 */
export async function benchPlans(): Promise<BenchRow[]> {
  const service = await startService()
  try {
    const { pool } = service.platform
    const rows: BenchRow[] = []
    const seen = new Map<string, Plan>()
    for (const size of SIZES) {
      await fill(pool, size)
      const jobId = (
        await pool.query(
          `select id from jobs where account_id = 'usr_1' order by id limit 1 offset 5`,
        )
      ).rows[0].id
      for (const [what, query] of queriesOf(jobId)) {
        const plan = await explain(pool, query)
        const before = seen.get(what)
        if (before === undefined) seen.set(what, plan)
        else rows.push(compared(what, before, plan))
      }
    }
    return rows
  } finally {
    await service.stop()
  }
}

function queriesOf(jobId: string): [string, SQL][] {
  // The SQL queries are only built, not executed. So the database address does not have to exist.
  const db = connect('postgresql://plans:plans@127.0.0.1/plans', 'plans')
  return [
    ['GET /jobs', pageQuery(db, 'usr_1', { limit: 20, offset: 0 }).getSQL()],
    [
      'GET /jobs?status=failed',
      pageQuery(db, 'usr_1', { limit: 20, offset: 0, status: 'failed' }).getSQL(),
    ],
    [
      'GET /jobs?domain=…',
      pageQuery(db, 'usr_1', { limit: 20, offset: 0, domain: 'domain-1.com' }).getSQL(),
    ],
    [
      'GET /jobs?outcome=…',
      pageQuery(db, 'usr_1', { limit: 20, offset: 0, outcome: 'ambiguous' }).getSQL(),
    ],
    [
      'GET /jobs?warning=…',
      pageQuery(db, 'usr_1', { limit: 20, offset: 0, warning: 'imitates' }).getSQL(),
    ],
    ['GET /jobs/{id}', jobForKeyQuery(['1:none', '2:digest-1'], jobId)],
  ]
}

/**
 * Limit for the database blocks (8 KiB each) that Postgres reads for one page of the job list: two
 * blocks for each row and ten blocks for the levels of the index.
 */
const BLOCKS_MAX = 2 * 21 + 10
/** Each row of a filter by warning is read by its primary key, whose index has four levels. */
const BLOCKS_BY_KEY_MAX = 5 * 21 + 10

function compared(what: string, small: Plan, large: Plan): BenchRow {
  const most = what.includes('?warning=') ? BLOCKS_BY_KEY_MAX : BLOCKS_MAX
  const was = small.shape === large.shape ? 'the same plan' : `with 1,000: ${small.shape}`
  return {
    what: `${what}, 1,000,000 jobs`,
    figure: `${large.blocks} blocks (${small.blocks} with 1,000): ${large.shape} (${was})`,
    goal: `index scans only, ≤ ${most} blocks`,
    met: !/Sort|Seq Scan|Bitmap/.test(large.shape) && large.blocks <= most,
  }
}

async function fill(pool: pg.Pool, size: number): Promise<void> {
  await pool.query(
    `insert into accounts (id, subject, email) select 'usr_' || n, 'subject-' || n, n || '@plans.example' from generate_series(1, $1) n on conflict do nothing`,
    [ACCOUNTS],
  )
  await pool.query(
    `insert into api_keys (id, account_id, name, prefix, digest) select 'key_' || n, 'usr_' || n, 'plans', 'dak_', '2:digest-' || n from generate_series(1, $1) n on conflict do nothing`,
    [ACCOUNTS],
  )
  await pool.query(
    `insert into jobs (id, account_id, domain, registrable_domain, depth, status, outcome)
       select new_id('job') || n, 'usr_' || (1 + n % $2), 'domain-' || (n % 997) || '.com', 'domain-' || (n % 997) || '.com', 'deep',
         case when n % 20 = 0 then 'failed' else 'completed' end,
         case when n % 20 = 0 then null when n % 7 = 0 then 'ambiguous' else 'attributed' end
       from generate_series((select count(*) from jobs) + 1, $1) n`,
    [size, BUSY_ACCOUNTS],
  )
  await pool.query(
    `insert into job_results (job_id, result, signals, evidence, links) select id, '{}', '[]', '[]', '[]' from jobs on conflict do nothing`,
  )
  await pool.query(
    `insert into job_warnings (account_id, kind, job_id)
       select account_id, case when random() < 0.02 then 'imitates' else 'registrant_withheld' end, id from jobs
       on conflict do nothing`,
  )
  await pool.query('vacuum analyze jobs')
  await pool.query('analyze')
}

const dialect = new PgDialect()

/**
 * Returns the query plan that Postgres used for an SQL query. EXPLAIN does not show the plans of
 * SQL statements inside a function, so the plan comes from the extension auto_explain.
 */
async function explain(pool: pg.Pool, query: SQL): Promise<Plan> {
  const { sql, params } = dialect.sqlToQuery(query)
  const client = await pool.connect()
  const told: string[] = []
  const listen = ({ message = '' }: { message?: string | undefined }) => void told.push(message)
  client.on('notice', listen)
  try {
    await client.query(`load 'auto_explain'`)
    // Postgres starts to reuse the plan of an SQL statement inside a function only after several
    // executions. So the benchmark executes the query several times before it reads the plan.
    for (let time = 0; time < RUNS_UNTIL_SETTLED; time++) await client.query(sql, params)
    await client.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
      set auto_explain.log_nested_statements = on; set auto_explain.log_format = json; set client_min_messages = log`)
    await client.query(sql, params)
  } finally {
    client.removeListener('notice', listen)
    client.release(true)
  }
  // If an SQL statement calls a function, auto_explain first reports the plans of the statements
  // inside the function. The benchmark checks such an inner statement, so it takes the first
  // reported plan.
  const [first] = told.filter((message) => message.includes('plan:'))
  if (first === undefined) throw new Error('Postgres gave no plan')
  const root: PlanNode = JSON.parse(first.slice(first.indexOf('{'))).Plan
  return { shape: shapeOf(root), blocks: root['Shared Hit Blocks'] + root['Shared Read Blocks'] }
}

function shapeOf(node: PlanNode): string {
  const own =
    node['Index Name'] === undefined
      ? node['Node Type']
      : `${node['Node Type']} ${node['Index Name']}`
  return [own, ...(node.Plans ?? []).map(shapeOf)].join(' > ')
}
