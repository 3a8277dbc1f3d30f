import type pg from 'pg'
import { z } from 'zod'
import { newIdentifier } from '../../../shared/platform/identifiers.ts'

/** Functions for a scenario. Each account that a scenario uses is new. */
export interface Steps {
  /** Calls a function of the database with one JSON argument and returns its JSON answer. */
  call(name: string, input: object): Promise<Record<string, unknown>>
  /** Runs a query and returns the first column of the first row. */
  query(text: string, ...values: unknown[]): Promise<unknown>
  account(credits?: number): Promise<string>
}

export function createSteps(client: pg.Client): Steps {
  const query: Steps['query'] = async (text, ...values) => {
    const { rows } = await client.query({ text, values, rowMode: 'array' })
    return rows[0]?.[0]
  }
  return {
    query,
    call: async (name, input) =>
      (await query(`select ${name}($1::jsonb)`, JSON.stringify(input))) as Record<string, unknown>,
    async account(credits = 0) {
      const id = newIdentifier('usr')
      await query('insert into accounts (id) values ($1)', id)
      if (credits > 0)
        await query(`select post_ledger_entry($1, $2, 'adjustment', 'gift:' || $1)`, id, credits)
      return id
    },
  }
}

const AT = '2030-01-01T00:00:00Z'
const LATER = '2030-02-01T00:00:00Z'

async function job({ account, call, query }: Steps): Promise<void> {
  const account_id = await account(9)
  const domains = ['left', 'right'].map((name) => ({
    domain: `${name}-jobs.com`,
    registrable_domain: `${name}-jobs.com`,
  }))
  const limits = { quota: 99, in_flight_limit: 1, sandbox_limit: 9 }
  const submit = (job_id: string, more: object = {}) =>
    call('submit_job', {
      ...limits,
      ...more,
      job_id,
      account_id,
      domain: `${job_id}.com`,
      registrable_domain: `${job_id}.com`,
      depth: 'deep',
    })
  const claim = (id: string) => query('select claim_job($1, $2)', id, 'run')
  const finish = (job_id: string, status: string) => call('finish_job', { job_id, status })
  await submit('job-first')
  await submit('job-second')
  await submit('job-third')
  await finish('job-third', 'failed')
  await claim('job-first')
  await query('select put_back_job($1, $2)', 'job-first', 'run')
  await claim('job-first')
  await finish('job-first', 'completed')
  await claim('job-second')
  await finish('job-second', 'partial')
  await submit('job-fourth')
  await claim('job-fourth')
  await finish('job-fourth', 'failed')
  await submit('job-fifth')
  await finish('job-fifth', 'failed')
  await call('submit_correlation', {
    ...limits,
    correlation_id: 'cor-jobs',
    account_id,
    domains,
    cache_days: 1,
  })
  await query('select start_waiting_jobs($1, 9)', { free: 9 })
  await submit('job-sandbox', { sandbox: { status: 'completed' } })
}

async function delivery({ account, call, query }: Steps): Promise<void> {
  const account_id = await account()
  const create = async (name: string) => {
    const id = `dlv_${name}`
    const origin = `https://${name}.example`
    await query('select create_delivery($1, $2, $3)', account_id, name, { id, url: origin, origin })
    await query('select make_deliveries_due($1, $2)', name, 'analysis.completed')
    return id
  }
  const limits = { per_account: 9, per_account_at_origin: 9, per_origin: 9, busy_seconds: 9 }
  const claim = (id: string, more: object = {}) =>
    call('claim_delivery', {
      ...limits,
      id,
      token: 'lease',
      lease_seconds: 60,
      max_attempts: 9,
      ...more,
    })
  const record = (id: string, verdict: string, more: object = {}) =>
    call('record_delivery_attempt', {
      id,
      token: 'lease',
      generation: 0,
      attempt: 1,
      verdict,
      delay_ms: 0,
      duration_ms: 1,
      ...more,
    })
  const sweep = () => query(`select take_due_deliveries(interval '0', 9, 9)`)
  const defer = async (id: string, deferral_seconds: number) => {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await claim(id)
      const failure = { attempt, origin_failed: true, failures_tolerated: 1, deferral_seconds }
      await record(id, 'retry', failure)
    }
    await claim(id)
  }
  await query(
    'select create_event_delivery($1, $2, $3, $4, $5)',
    account_id,
    'event',
    'https://event.example',
    'https://event.example',
    'monitor.changed',
  )
  const prompt = await create('prompt')
  await claim(prompt)
  await record(prompt, 'delivered')
  const late = await create('late')
  await claim(late)
  await record(late, 'retry')
  await record(late, 'delivered')
  const kept = await create('kept')
  await defer(kept, 60)
  await record(kept, 'delivered')
  await defer(await create('back'), 0.2)
  await query('select pg_sleep(0.3)')
  await sweep()
  const lost = await create('lost')
  await claim(lost, { lease_seconds: 0 })
  await sweep()
  await claim(lost, { max_attempts: 1 })
  await call('retry_delivery', { id: lost, account_id, token: 'again' })
  await claim(lost)
  await record(lost, 'dead_letter', { generation: 1 })
}

async function charge({ account, query }: Steps): Promise<void> {
  const id = await account(9)
  const cover = (subject: string, amount: number) =>
    query(`select cover_subject($1, $2, $3, 'analysis', null, false)`, subject, id, amount)
  await cover('job:whole', 1)
  await query('select refund_subject($1, $2)', 'job:whole', id)
  await query('select refund_subject($1, $2)', 'job:early', id)
  await cover('correlation:part', 3)
  await query('select refund_part($1, $2, 2, $3)', 'correlation:part', id, 'part')
}

async function recharge({ account, call, query }: Steps): Promise<void> {
  const pending = async () => {
    const id = await account(1)
    await query(
      `update accounts set recharge_enabled = true, recharge_pack = 'pack', recharge_credits = 5,
        recharge_amount_cents = 1, payment_method_id = 'pm', stripe_customer_id = 'cus_' || id
        where id = $1`,
      id,
    )
    await query(`select post_ledger_entry($1, -1, 'analysis', 'use:' || $1)`, id)
    return String(await query('select id from recharge_attempts where account_id = $1', id))
  }
  const begin = (recharge_id: string) => call('begin_recharge', { recharge_id })
  const fail = (recharge_id: string) =>
    call('fail_recharge', { recharge_id, code: 'declined', cooldown_seconds: 1 })
  const succeed = (id: string) => query('select succeed_recharge($1, $2)', id, `pi_${id}`)
  const [paid, late, unwanted, restored] = [
    await pending(),
    await pending(),
    await pending(),
    await pending(),
  ]
  await begin(paid)
  await succeed(paid)
  await begin(late)
  await fail(late)
  await succeed(late)
  await query(`update accounts set recharge_enabled = false`)
  await begin(unwanted)
  await succeed(restored)
}

async function purchase({ account, call }: Steps): Promise<void> {
  const account_id = await account(9)
  const buy = async (domain: string, end: object) => {
    const named = { account_id, purchase_id: domain, domain }
    await call('begin_external_history', {
      ...named,
      price: 1,
      lease_seconds: 60,
      daily_limit: 5,
    })
    await call('end_external_history', { ...named, is_free: false, ...end })
  }
  await buy('bought.com', { records: [], is_paid: true })
  await buy('young.com', { records: [], is_paid: false })
  await buy('failed.com', { is_paid: false })
}

async function list({ account, call, query }: Steps): Promise<void> {
  const account_id = await account()
  const submit = async (bulk_job_id: string, accepted: number) => {
    const items = [{ domain: 'no domain', error_code: 'INVALID_DOMAIN' }]
    const limits = { lists_per_hour: 9, lines_per_day: 9 }
    await call('submit_bulk_job', {
      bulk_job_id,
      account_id,
      playground: false,
      depth: 'quick',
      accepted,
      items,
      ...limits,
    })
  }
  await submit('blk_empty', 0)
  for (const bulk_job_id of ['blk_whole', 'blk_failed']) {
    await submit(bulk_job_id, 1)
    await call('feed_bulk_job', { bulk_job_id, token: 'a', chunk: 9, unfinished_max: { quick: 9 } })
    await query('select advance_bulk_job($1)', bulk_job_id)
  }
  const claim = { token: 'b', lease_seconds: 60 }
  await call('claim_bulk_export', { ...claim, bulk_job_id: 'blk_whole', attempts_max: 1 })
  await call('complete_bulk_export', { bulk_job_id: 'blk_whole', token: 'b', link_hours: 1 })
  await call('claim_bulk_export', { ...claim, bulk_job_id: 'blk_failed', attempts_max: 0 })
  await submit('blk_stopped', 1)
  await call('stop_bulk_job', { bulk_job_id: 'blk_stopped', account_id })
}

async function correlation({ account, call }: Steps): Promise<void> {
  const account_id = await account()
  const domains = ['one', 'two'].map((name) => ({
    domain: `${name}.test`,
    registrable_domain: `${name}.test`,
    sandbox: 'test-corp',
  }))
  for (const status of ['completed', 'failed']) {
    const correlation_id = `cor_${status}`
    await call('submit_correlation', {
      correlation_id,
      account_id,
      domains,
      cache_days: 1,
      sandbox_limit: 9,
    })
    await call('finish_correlation', { correlation_id, status })
  }
}

const REGISTRY = 'rdap.registry.example'
const CADENCE_SECONDS = { hourly: 3_600, daily: 86_400, weekly: 604_800 }

/**
 * Calls that change monitors. `save` creates a monitor in state baselining, unless the analysis for
 * it is refused.
 */
function monitorSteps({ call, query }: Steps, account_id: string) {
  const id = (name: string) => `mon_${account_id}_${name}`
  const domain = (name: string) => `${name}-${account_id.replace('_', '-')}.com`
  const save = (name: string, baselines_max = 0) =>
    call('save_monitors', {
      account_id,
      at: AT,
      monitors: [
        {
          monitor_id: id(name),
          domain: domain(name),
          registrable_domain: domain(name),
          registry: REGISTRY,
          sandbox: false,
          job: refusedJob(account_id, name),
        },
      ],
      capacities: { [REGISTRY]: 1_000 },
      settings: {},
      defaults: { cadence: 'daily', watch: [], email: false, monthly_credit_limit: 1 },
      cadence_seconds: CADENCE_SECONDS,
      limit_count: 99,
      baselines_max,
    })
  const patch = (name: string, status: 'active' | 'paused') =>
    call('patch_monitor', {
      account_id,
      monitor_id: id(name),
      at: AT,
      settings: { status },
      cadence_seconds: CADENCE_SECONDS,
      registry: REGISTRY,
      capacity: 1_000,
      limit_count: 99,
    })
  const loseSlots = () =>
    query('select pause_unpaid_monitors(a, 0) from accounts a where id = $1', account_id)
  return { id, domain, save, patch, loseSlots }
}

const refusedJob = (account_id: string, name: string) => ({
  job_id: `job_${account_id}_${name}`,
  account_id,
  domain: `${name}.com`,
  registrable_domain: `${name}.com`,
  depth: 'deep',
  quota: 0,
})

async function monitor(steps: Steps): Promise<void> {
  const { call, query } = steps
  const account_id = await steps.account()
  const { id, domain, save, patch, loseSlots } = monitorSteps(steps, account_id)
  const lose = (name: string) => query('select report_unmonitorable($1)', [domain(name)])

  await query(
    `insert into domain_runs
      (domain, analyzed_at, job_id, account_id, status, confidence, name_servers)
      values ($1, clock_timestamp(), 'job_young', $2, 'completed', 0, '{}')`,
    domain('young'),
    account_id,
  )
  await save('young', 1)
  await save('refused', 1)

  await save('settled')
  await query(
    `insert into monitor_jobs (job_id, monitor_id, account_id, purpose)
      values ('job_settled', $1, $2, 'baseline')`,
    id('settled'),
    account_id,
  )
  await call('settle_monitor_job', {
    job_id: 'job_settled',
    monitor_id: id('settled'),
    account_id,
    purpose: 'baseline',
    is_failed: true,
    cadence_seconds: CADENCE_SECONDS,
  })
  await lose('settled')
  await query('select resume_monitorable($1)', [domain('settled')])

  await save('late')
  const due = { monitor_id: id('late'), account_id, purpose: 'baseline', baselines_max: 1 }
  await call('start_due_analyses', { monitors: [{ ...due, job: refusedJob(account_id, 'late') }] })

  await save('paused')
  await patch('paused', 'paused')
  await patch('paused', 'active')
  await patch('young', 'paused')
  await patch('young', 'active')
  await lose('paused')
  await patch('paused', 'paused')

  await save('lost')
  await lose('lost')
  await save('new')
  await loseSlots()
  await patch('new', 'active')
  await patch('young', 'active')
}

async function watchedName(steps: Steps): Promise<void> {
  const { call } = steps
  const { domain, save, patch, loseSlots } = monitorSteps(steps, await steps.account())
  const lease = async (at: string) => {
    const limits = { names_max: 9, batch_max: 9, small_max: 9, large_max: 9, long_max: 9 }
    const times = { at, lease_seconds: 60, half_full: 99, full_names: 99, wait_seconds: 0 }
    const taken = await call('take_due_checks', { ...limits, ...times })
    return z.object({ batches: z.array(z.string()) }).parse(taken).batches[0] ?? ''
  }
  const read = async (name: string, is_suspected: boolean, at: string) => {
    const reading = { domain: domain(name), is_read: true, is_suspected, takes_long: false }
    await call('record_readings', {
      batch_id: await lease(at),
      at,
      readings: [{ ...reading, next_check_at: at }],
      left_domains: [],
      is_end: true,
    })
  }
  await save('one')
  await read('one', true, AT)
  await read('one', false, LATER)
  await lease(LATER)
  await patch('one', 'paused')
  await patch('one', 'active')
  await read('one', true, LATER)
  await patch('one', 'paused')
  await patch('one', 'active')
  await loseSlots()
}

/** Scenarios by table. Each uses every edge of the table's diagram in docs/states.md. */
export const SCENARIOS: Record<string, (steps: Steps) => Promise<void>> = {
  jobs: job,
  webhook_deliveries: delivery,
  charges: charge,
  recharge_attempts: recharge,
  external_histories: purchase,
  bulk_jobs: list,
  correlations: correlation,
  monitors: monitor,
  watched_names: watchedName,
}
