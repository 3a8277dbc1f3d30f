import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { runsQuery } from '../../shared/domains/queries.ts'
import { SEARCH_OFFSET_MAX } from '../../shared/entities/search-entities.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { type ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const SIZES = [1_000, 200_000] as const
const RUNS = 1_000_000
const DOMAINS = 200_000
/**
 * Number of analyses of the domain that has the most. The API lists them on more than a hundred
 * pages.
 */
const BUSY_RUNS = 5_000
const ROUNDS = 40
const WARM_UP_ROUNDS = 5
const PAGE = 20
const DEEP_AT_ONCE = 5
const DEEP_ROUNDS = 20
const DEEP_P95_MS_MAX = 1_500

const SYLLABLES =
  'bra cor den fal gri hol ist jun kel lor mar nor oth pel qua ros sil tam umb var wes xan yor zil ash ber cla dro eve fin'.split(
    ' ',
  )
const TRADES =
  'media foods travel works systems partners networks mobility publishing retail logistics energy'.split(
    ' ',
  )

function nameOf(n: number): string {
  const part = (divisor: number): string =>
    SYLLABLES[Math.floor(n / divisor) % SYLLABLES.length] ?? ''
  const mixed = (n * 7919) % 810_000
  const word = (from: number): string =>
    `${SYLLABLES[Math.floor(mixed / from) % 30] ?? ''}${SYLLABLES[Math.floor(mixed / (from * 30)) % 30] ?? ''}`
  return `${word(1)} ${word(900)}${part(1)} ${TRADES[n % TRADES.length] ?? ''}`
}

const misspelled = (name: string): string => `${name.slice(0, 4)}${name.slice(5)}`

const QUERIES: Readonly<Record<string, (n: number) => string>> = {
  'a whole name': (n) => nameOf(n),
  'a first word': (n) => nameOf(n).split(' ')[0] ?? '',
  'a middle word': (n) => nameOf(n).split(' ')[1] ?? '',
  'a part of a word': (n) => (nameOf(n).split(' ')[1] ?? '').slice(2, 7),
  'a word in thousands of names': (n) => TRADES[n % TRADES.length] ?? '',
  'two letters': (n) => nameOf(n).slice(1, 3),
  'a typing error': (n) => misspelled(nameOf(n)),
}

/**
 * Measures GET /entities/search with 1,000 and with 200,000 entities. Also measures pages 1 and 100
 * of a domain's history among 1,000,000 jobs.
 */
export async function benchSearch(): Promise<BenchRow[]> {
  const service = await startService({
    env: {
      RATE_LIMITS_PER_MINUTE:
        '{"free":100000000,"pro":100000000,"team":100000000,"enterprise":100000000}',
    },
  })
  try {
    const { pool } = service.platform
    const account = await service.account({ tier: 'enterprise' })
    const taken = new Map<number, Map<string, number[]>>()
    for (const size of SIZES) {
      await fill(pool, size)
      taken.set(size, await ask(account))
    }
    const [few, many] = SIZES.map((size) => taken.get(size) ?? new Map<string, number[]>())
    if (few === undefined || many === undefined) throw new Error('nothing was measured')
    const all = (of: Map<string, number[]>): number[] => [...of.values()].flat()
    const detail = (a: number[], b: number[]): string =>
      `p95 ${percentile(a, 0.95).toFixed(1)} ms with 1,000, ${percentile(b, 0.95).toFixed(1)} ms with 200,000`
    return [
      bounded(
        'search, all kinds: p95 with 200,000 over 1,000',
        percentile(all(many), 0.95) / percentile(all(few), 0.95),
        { most: 2 },
        detail(all(few), all(many)),
      ),
      await askDeep(account),
      ...[...many].map(([kind, samples]) =>
        shown(`  ${kind}`, detail(few.get(kind) ?? [], samples)),
      ),
      ...(await historyPlans(pool)),
    ]
  } finally {
    await service.stop()
  }
}

async function fill(pool: pg.Pool, size: number): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from entities',
  )
  const names = Array.from({ length: size - (rows[0]?.count ?? 0) }, (_, index) =>
    nameOf((rows[0]?.count ?? 0) + index),
  )
  await pool.query(
    `insert into entities (id, name, normalized_name) select new_id('ent') || place, initcap(name), name
      from unnest($1::text[]) with ordinality n(name, place) on conflict (normalized_name) do nothing`,
    [names],
  )
  await pool.query(
    `insert into attributions (domain, entity_id, confidence, last_analyzed_at)
      select 'site-' || normalized_name, id, 0.9, clock_timestamp() from entities on conflict do nothing`,
  )
  await pool.query(
    `insert into entity_tails (entity_id, tail) select e.id, tail from entities e, name_tails(e.normalized_name) tail on conflict do nothing`,
  )
  await pool.query('vacuum analyze entities')
  await pool.query('vacuum analyze attributions')
}

async function ask(account: ServiceAccount): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>()
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1)
    for (const [kind, queryOf] of Object.entries(QUERIES)) {
      const started = performance.now()
      const { status, text } = await account.request(
        'GET',
        `/entities/search?q=${encodeURIComponent(queryOf(17 + Math.abs(round) * 23))}`,
      )
      if (status !== 200) throw new Error(`${kind}: ${status} ${text}`)
      if (round >= 0) taken.set(kind, [...(taken.get(kind) ?? []), performance.now() - started])
    }
  return taken
}

/** Measures searches at the largest allowed offset, for a word that thousands of names contain. */
async function askDeep(account: ServiceAccount): Promise<BenchRow> {
  const samples: number[] = []
  for (let round = 0; round < DEEP_ROUNDS; round += 1)
    await Promise.all(
      Array.from({ length: DEEP_AT_ONCE }, async (_, n) => {
        const started = performance.now()
        const path = `/entities/search?q=${TRADES[(round + n) % TRADES.length]}&offset=${SEARCH_OFFSET_MAX}`
        const { status, text } = await account.request('GET', path)
        if (status !== 200) throw new Error(`offset ${SEARCH_OFFSET_MAX}: ${status} ${text}`)
        samples.push(performance.now() - started)
      }),
    )
  const p95 = percentile(samples, 0.95)
  return bounded(
    `search at offset ${SEARCH_OFFSET_MAX}, ${DEEP_AT_ONCE} at once: p95 in ms with 200,000`,
    p95,
    { most: DEEP_P95_MS_MAX },
    `median ${percentile(samples, 0.5).toFixed(0)} ms`,
  )
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

async function historyPlans(pool: pg.Pool): Promise<BenchRow[]> {
  const insert = `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, confidence, name_servers)`
  await pool.query(
    `${insert} select 'site-' || (n % $2) || '.com', timestamptz '2026-01-01' + n * interval '1 second', 'job_' || n, 'usr_1', 'completed', 0.5, '{}' from generate_series(1, $1) n`,
    [RUNS - BUSY_RUNS, DOMAINS],
  )
  await pool.query(
    `${insert} select 'busy.com', timestamptz '2026-01-01' + n * interval '1 minute', 'job_busy' || n, 'usr_1', 'completed', 0.5, '{}' from generate_series(1, $1) n`,
    [BUSY_RUNS],
  )
  await pool.query('vacuum analyze domain_runs')
  const { rows } = await pool.query<{ at: string }>(
    `select analyzed_at::text as at from domain_runs where domain = 'busy.com' order by analyzed_at desc offset $1 limit 1`,
    [99 * PAGE],
  )
  const db = connect('postgresql://bench:bench@localhost/bench', 'req_bench')
  const page = (before: string | null): SQL =>
    runsQuery(db, { accountId: 'usr_1', domain: 'busy.com', before, limit: PAGE + 1 }).getSQL()
  const first = await explain(pool, page(null))
  const hundredth = await explain(pool, page(rows[0]?.at ?? null))
  return [
    {
      what: 'history, page 1 and page 100 of 1,000,000 runs',
      figure: `${first.shape}: ${first.blocks} blocks; page 100: ${hundredth.shape === first.shape ? 'the same plan' : hundredth.shape}, ${hundredth.blocks} blocks`,
      goal: 'the same plan',
      met: first.shape === hundredth.shape && !/Seq Scan|Sort/.test(first.shape),
    },
  ]
}

const dialect = new PgDialect()

async function explain(pool: pg.Pool, query: SQL): Promise<{ shape: string; blocks: number }> {
  const { sql, params } = dialect.sqlToQuery(query)
  await pool.query(sql, params)
  const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, params)
  const root = (rows[0]['QUERY PLAN'] as { Plan: PlanNode }[])[0]?.Plan
  if (root === undefined) throw new Error('Postgres gave no plan')
  return { shape: shapeOf(root), blocks: root['Shared Hit Blocks'] + root['Shared Read Blocks'] }
}

function shapeOf(node: PlanNode): string {
  const own =
    node['Index Name'] === undefined
      ? node['Node Type']
      : `${node['Node Type']} ${node['Index Name']}`
  return [own, ...(node.Plans ?? []).map(shapeOf)].join(' > ')
}
