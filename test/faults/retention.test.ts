import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOld } from '../../shared/platform/db/forget-expired.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'
import { NO_FAULTS, openWorld, type World } from './billing/world.ts'

const RETENTION_DAYS = 400
const STATEMENT_MS_MAX = 1_000
const LARGE_TABLES = [
  'audit_entries',
  'bulk_items',
  'charges',
  'domain_runs',
  'job_results',
  'jobs',
  'webhook_attempts',
  'webhook_deliveries',
]

const shared = sharedPostgres()
const database = `retention_${process.pid}`
let world: World
let kept: Record<string, number>

beforeAll(async () => {
  world = await openWorld(await createDatabase(shared.url, database, shared.template), Math.random)
  // Inserts all rows in one transaction, because the audit that runs at the same time must see
  // either no row or all rows.
  await world.pool.query(ROWS.join(';\n'))
  const gone = await counts('gone')
  kept = await counts('kept')
  expect(total(gone)).toBeGreaterThan(100_000)
  expect([...Object.values(gone), ...Object.values(kept)]).not.toContain(0)
  expect(await world.audit()).toEqual([])
})
afterAll(async () => {
  await world.close()
  await dropDatabase(shared.url, database)
})

/**
 * Test rows. An id contains "gone" if the row is too old and must be deleted. It contains "kept" if
 * the row is one day too young or must stay for another reason.
 */
const ROWS = [
  `insert into accounts (id, tier, balance, ledger_sequence) values ('usr_1', 'team', 100000, 24001), ('usr_2', 'free', 0, 0)`,
  `create table seeded_jobs as
    select 'job_gone' || n as id, 'usr_1' as account_id, false as sandbox, 400.01 as age, null as bulk_job_id, null as correlation_id
      from generate_series(1, 20000) n
    union all select 'job_kept' || n, 'usr_' || 1 + n % 2, false, 399, null, null from generate_series(1, 2000) n
    union all select 'job_sandbox_gone' || n, 'usr_2', true, 7.01, null, null from generate_series(1, 10000) n
    union all select 'job_sandbox_kept' || n, 'usr_2', true, 6, null, null from generate_series(1, 1000) n
    union all select 'job_kept_open_delivery', 'usr_1', false, 900, null, null
    union all select 'job_sandbox_kept_open_delivery', 'usr_1', true, 900, null, null
    union all select 'job_kept_in_use', 'usr_2', false, 900, null, null
    union all select 'job_kept_shared', 'usr_1', false, 900, null, null
    union all select 'job_kept_accepted', 'usr_1', false, 900, null, null
    union all select 'job_gone_list' || list || '_' || n, 'usr_1', false, 401, 'blk_gone' || list, null
      from generate_series(1, 10) list, generate_series(1, 100) n
    union all select 'job_kept_list' || n, 'usr_1', false, 400.5, 'blk_kept', null from generate_series(1, 100) n
    union all select 'job_sandbox_gone_list' || n, 'usr_1', true, 400.5, 'blk_kept', null from generate_series(1, 100) n
    union all select 'job_sandbox_gone_only' || n, 'usr_2', true, 8, 'blk_gone_sandbox', null from generate_series(1, 100) n
    union all select 'job_sandbox_kept_list' || n, 'usr_2', true, 8, 'blk_kept_young', null from generate_series(1, 100) n
    union all select 'job_gone_correlation' || n, 'usr_1', false, 401, null, 'cor_gone' from generate_series(1, 50) n
    union all select 'job_kept_correlation' || n, 'usr_1', false, 400.5, null, 'cor_kept' from generate_series(1, 50) n`,
  `insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox, bulk_job_id, correlation_id, completed_at)
    select id, account_id, 'example.com', 'example.com', 'deep', case when sandbox then 'completed' else 'partial' end, sandbox,
      bulk_job_id, correlation_id, now() - age * interval '1 day' from seeded_jobs`,
  `insert into job_results (job_id, result, signals, evidence, links)
    select id, '{}', '[]', jsonb_build_array(repeat(md5(id), 20)), '[]' from jobs`,
  `insert into certificates (job_id, id, body) select id, replace(id, 'job_', 'crt_'), '{}' from jobs where id ~ '(gone|kept)1$'`,
  `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, confidence, name_servers)
    select 'example.com', completed_at + row_number() over () * interval '1 microsecond', id, account_id, 'completed', 0, '{}'
      from jobs where not sandbox`,
  `insert into webhook_deliveries (id, account_id, subject_id, url, origin, state)
    select 'dlv_' || id, account_id, id, 'https://a.example/', 'https://a.example', 'delivered' from jobs where id not like '%open%'`,
  `insert into webhook_deliveries (id, account_id, subject_id, url, origin, state, next_attempt_at)
    select 'dlv_' || id, account_id, id, 'https://a.example/', 'https://a.example', 'pending', now() from jobs where id like '%open%'`,
  `insert into feedback (id, account_id, job_id, domain, sandbox, verdict, status, request_key)
    select replace(id, 'job_', 'fbk_'), account_id, id, 'example.com', sandbox, 'right',
        case when sandbox or id = 'job_kept_accepted' then 'accepted' else 'declined' end, id
      from jobs where id ~ '(gone|kept)1$' or id = 'job_kept_accepted'`,
  `insert into webhook_deliveries (id, account_id, subject_id, url, origin, state)
    select 'dlv_' || id, account_id, id, 'https://a.example/', 'https://a.example', 'delivered' from feedback`,
  `insert into webhook_attempts (delivery_id, generation, attempt, attempted_at, duration_ms)
    select id, 0, 1, now() - interval '29 days', 5 from webhook_deliveries`,
  // Some of the deleted jobs were paid with credits and the others from the quota. So both the
  // ledger and the usage counters refer to deleted jobs.
  `insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason, operation_key)
    values ('led_0', 'usr_1', 1, 124000, 124000, 'adjustment', 'grant')`,
  `create table paid_jobs as select id, account_id, row_number() over (order by account_id, id) as n
    from jobs where not sandbox and correlation_id is null`,
  `insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason, operation_key, subject_id)
    select 'led_' || id, 'usr_1', 1 + n, -1, 124000 - n, 'analysis', 'charge:job:' || id, id from paid_jobs where n <= 20000`,
  `insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason, operation_key)
    select 'led_other' || n, 'usr_1', n, -1, 124001 - n, 'adjustment', 'other' || n from generate_series(20002, 24001) n`,
  `insert into charges (subject, account_id, coverage, amount, period_start, counted, state, charge_entry)
    select 'job:' || id, account_id, case when n <= 20000 then 'credit' else 'quota' end, 1, '2020-01-01', true, 'charged',
      case when n <= 20000 then 'led_' || id end from paid_jobs`,
  `insert into usage_periods (account_id, period_start, used, quota_used)
    select account_id, '2020-01-01', count(*), count(*) filter (where n > 20000) from paid_jobs group by 1`,
  `insert into bulk_jobs (id, account_id, depth, status, total, accepted, exports_purged_at, completed_at)
    select id, account_id, 'deep', 'completed', 0, 0, now(), now() - age * interval '1 day' from (
      select 'blk_gone' || n as id, 'usr_1' as account_id, 400.01 as age from generate_series(1, 10) n
      union all values ('blk_kept', 'usr_1', 399), ('blk_gone_sandbox', 'usr_2', 7.01), ('blk_gone_refused', 'usr_2', 7.01),
        ('blk_kept_young', 'usr_2', 6), ('blk_kept_files', 'usr_1', 900), ('blk_kept_shared', 'usr_1', 399)) lists`,
  `update bulk_jobs set exports_purged_at = null, exports_expire_at = now() where id = 'blk_kept_files'`,
  `insert into bulk_items (bulk_job_id, line, domain, job_id, sandbox)
    select bulk_job_id, row_number() over (partition by bulk_job_id order by id), 'gone.example', id,
        case when sandbox then 'test-corp' end
      from jobs where bulk_job_id is not null`,
  `update bulk_items set domain = 'kept.example'
    where bulk_job_id = 'blk_kept_young' or (bulk_job_id = 'blk_kept' and sandbox is null)`,
  `insert into bulk_items (bulk_job_id, line, domain, error_code)
    select id, n, 'gone refused', 'INVALID_DOMAIN' from bulk_jobs, generate_series(1001, 3000) n
      where id in ('blk_kept', 'blk_gone_refused', 'blk_gone1')
    union all select 'blk_kept_young', n, 'kept refused', 'INVALID_DOMAIN' from generate_series(1001, 31000) n`,
  `insert into bulk_items (bulk_job_id, line, domain, stopped) values
    ('blk_kept', 4000, 'gone stopped', true), ('blk_kept_young', 400, 'kept stopped', true)`,
  `insert into bulk_items (bulk_job_id, line, domain, same_as) values ('blk_kept', 5000, 'gone refused', 1001), ('blk_kept', 5001, 'kept', 50)`,
  `insert into bulk_items (bulk_job_id, line, domain, job_id, shared) values
    ('blk_kept_shared', 0, 'kept', 'job_kept_shared', true), ('blk_kept_files', 0, 'kept', null, false)`,
  `insert into webhook_deliveries (id, account_id, subject_id, url, origin, state, dead_lettered_at)
    select 'dlv_' || id, account_id, id, 'https://a.example/', 'https://a.example', 'dead_lettered', now() from bulk_jobs`,
  `insert into correlations (id, account_id, status, credits_charged, completed_at)
    select id, account_id, case when age is null then 'running' else 'completed' end, cost, now() - age * interval '1 day' from (values
      ('cor_gone', 'usr_1', 51, 400.01), ('cor_kept', 'usr_1', 51, 399), ('cor_kept_running', 'usr_1', 1, null),
      ('cor_sandbox_gone', 'usr_2', 0, 7.01), ('cor_sandbox_kept', 'usr_2', 0, 6)) of(id, account_id, cost, age)`,
  `insert into charges (subject, account_id, coverage, amount, state)
    select 'correlation:' || id, account_id, 'none', credits_charged, 'charged' from correlations`,
  `insert into correlation_items (correlation_id, position, domain, job_id, cached)
    select id, 0, 'example.com', case when id = 'cor_kept_running' then 'job_kept_in_use' end, true from correlations`,
  `insert into audit_entries (id, account_id, action, created_at)
    select 'aud_gone' || n, 'usr_1', 'canary', now() - interval '400 days 1 hour' from generate_series(1, 25000) n
    union all select 'aud_kept' || n, 'usr_2', 'canary', now() - interval '399 days' from generate_series(1, 1000) n`,
  `insert into llm_uses (id, account_id, subject, purpose, provider, model, paid_by, reserved_tokens, created_at)
    values ('use_gone', 'usr_1', 'job_1', 'llm', 'openai', 'm', 'service', 1, now() - interval '400 days 1 hour'),
      ('use_kept', 'usr_1', 'job_1', 'llm', 'openai', 'm', 'service', 1, now() - interval '399 days')`,
  `insert into stripe_events (id, type, subject_kind, subject_id, created, handled_at)
    values ('evt_gone', 't', 'payment', 's', 1, now() - interval '400 days 1 hour'),
      ('evt_kept', 't', 'payment', 's', 1, now() - interval '399 days'), ('evt_kept_unhandled', 't', 'payment', 's', 1, null)`,
  `insert into api_keys (id, account_id, kind, name, prefix, digest, revoked_at)
    values ('key_gone', 'usr_1', 'ordinary', '', '', '1', now() - interval '400 days 1 hour'),
      ('key_kept', 'usr_1', 'ordinary', '', '', '2', now() - interval '399 days'), ('key_kept_active', 'usr_1', 'ordinary', '', '', '3', null),
      ('key_gone_playground', 'usr_1', 'playground', '', '', '4', now() - interval '7 days 1 hour'),
      ('key_kept_playground', 'usr_1', 'playground', '', '', '5', now() - interval '6 days')`,
  `insert into llm_keys (id, account_id, provider, key_hint, deleted_at)
    values ('llm_gone', 'usr_1', 'openai', '', now() - interval '400 days 1 hour'), ('llm_kept', 'usr_1', 'openai', '', now() - interval '399 days')`,
  `analyze`,
]

/**
 * Counts the test rows whose id contains the word `$1`. The history, charges, ledger and
 * certificates of paid jobs must not be deleted.
 */
const SEEDED = `
  select 'jobs' as name, count(*) as n from jobs where id ~ $1
  union all select 'feedback', count(*) from feedback where id ~ $1
  union all select 'job_results', count(*) from job_results where job_id ~ $1
  union all select 'webhook_deliveries', count(*) from webhook_deliveries where id ~ $1
  union all select 'webhook_attempts', count(*) from webhook_attempts where delivery_id ~ $1
  union all select 'sandbox certificates', count(*) from certificates where id ~ 'sandbox' and id ~ $1
  union all select 'bulk_jobs', count(*) from bulk_jobs where id ~ $1
  union all select 'bulk_items', count(*) from bulk_items where domain ~ $1
  union all select 'correlations', count(*) from correlations where id ~ $1
  union all select 'correlation_items', count(*) from correlation_items where correlation_id ~ $1
  union all select 'audit_entries', count(*) from audit_entries where id ~ $1
  union all select 'llm_uses', count(*) from llm_uses where id ~ $1
  union all select 'stripe_events', count(*) from stripe_events where id ~ $1
  union all select 'api_keys', count(*) from api_keys where id ~ $1
  union all select 'llm_keys', count(*) from llm_keys where id ~ $1`
const PERMANENT = `
  select (select count(*) from charges) as charges, (select count(*) from ledger_entries) as ledger_entries,
    (select count(*) from usage_periods) as usage_periods, (select count(*) from domain_runs) as domain_runs,
    (select count(*) from certificates where id !~ 'sandbox') as certificates`

const counts = async (word: string) =>
  Object.fromEntries(
    (await world.pool.query(SEEDED, [word])).rows.map(({ name, n }) => [name, Number(n)]),
  )
const total = (rows: Record<string, number>) => Object.values(rows).reduce((sum, n) => sum + n, 0)

const night = (clock = () => new Date()) =>
  deleteOld({
    db: world.db,
    env: { JOB_RETENTION_DAYS: RETENTION_DAYS, MONITOR_CHANGES_DAYS: 400 },
    now: clock,
  })

/**
 * Calls `change` when Postgres has answered `calls` requests. Returns the durations of all requests
 * in milliseconds.
 */
function watchRequests(
  calls: number,
  change: () => void,
): { durationsMs: number[]; stop: () => void } {
  const outside = globalThis.fetch
  const durationsMs: number[] = []
  globalThis.fetch = async (...parameters) => {
    const start = performance.now()
    const answer = await outside(...parameters)
    durationsMs.push(performance.now() - start)
    if (durationsMs.length === calls) change()
    return answer
  }
  const stop = () => {
    globalThis.fetch = outside
  }
  return { durationsMs, stop }
}

/** Runs the calls and rolls them back. Returns the query plans of the statements in them. */
async function plansOf(calls: string[]): Promise<string[]> {
  const plans: string[] = []
  const client = await world.pool.connect()
  client.on('notice', ({ message = '' }) => plans.push(message))
  try {
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set client_min_messages = log`)
    await client.query('begin')
    for (const call of calls) await client.query(call)
    await client.query('rollback')
  } finally {
    client.release(true)
  }
  return plans
}

test('each statement reads the large tables only by their indexes', async () => {
  // Small limits, so that each statement looks for a few rows. For many rows, reading a whole table
  // of this size would be the faster plan, and Postgres would choose it.
  const lists = `"lists": 20, "lines": 10000`
  const plans = await plansOf([
    `select delete_refused_lines('{"days": 7, ${lists}}')`,
    `select delete_old_bulk_jobs('{"days": 400, ${lists}}')`,
    `select delete_old_correlations('{"days": 400, "sandbox_days": 7, "limit": 20}')`,
    `select delete_old_jobs('{"sandbox": true, "days": 7, "limit": 20}')`,
    `select delete_old_jobs('{"sandbox": false, "days": 400, "limit": 20}')`,
    `select delete_old_records('{"days": 400, "playground_days": 7, "limit": 20}')`,
  ])
  expect(plans.join('\n')).toContain('jobs_ended_idx')
  const complete = plans.filter((plan) =>
    LARGE_TABLES.some((table) => plan.includes(`Seq Scan on ${table}`)),
  )
  expect(complete).toEqual([])
})

test('a crash in the middle of the night loses nothing, and the next night continues', async () => {
  const gone = await counts('gone')
  const permanent = await world.pool.query(PERMANENT)
  const requests = watchRequests(20, () => world.setFaultRates({ ...NO_FAULTS, before: 1 }))
  await expect(night()).rejects.toThrow()
  requests.stop()
  world.setFaultRates(NO_FAULTS)

  const left = await counts('gone')
  expect(left.jobs).toBeGreaterThan(0)
  expect(left.jobs).toBeLessThan(gone.jobs ?? 0)
  expect(await counts('kept')).toEqual(kept)
  expect((await world.pool.query(PERMANENT)).rows).toEqual(permanent.rows)
  expect(await world.audit()).toEqual([])
})

test('a night stops at its time limit', async () => {
  const { jobs } = await counts('gone')
  let reads = 0
  await night(() => new Date(reads++ * 60_000))
  const left = await counts('gone')
  expect(left.jobs).toBeGreaterThan(0)
  expect(left.jobs).toBeLessThan(jobs ?? 0)
})

test('exactly the old rows are deleted, and the books stay balanced', async () => {
  const permanent = await world.pool.query(PERMANENT)
  const requests = watchRequests(0, () => undefined)
  await night()
  requests.stop()

  expect(await counts('gone')).toEqual(
    Object.fromEntries(Object.keys(kept).map((name) => [name, 0])),
  )
  expect(await counts('kept')).toEqual(kept)
  expect((await world.pool.query(PERMANENT)).rows).toEqual(permanent.rows)
  expect(await world.audit()).toEqual([])
  expect(world.broken).toEqual([])
  const slowestMs = Math.max(...requests.durationsMs)
  console.info('retention', { statements: requests.durationsMs.length, slowestMs })
  expect(slowestMs).toBeLessThan(STATEMENT_MS_MAX)
})
