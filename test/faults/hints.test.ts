import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '../../shared/accounts/queries.ts'
import * as billing from '../../shared/billing/queries.ts'
import * as bulk from '../../shared/bulk/queries.ts'
import * as correlations from '../../shared/correlations/queries.ts'
import * as domains from '../../shared/domains/queries.ts'
import * as jobs from '../../shared/jobs/queries.ts'
import { sandboxOutcome } from '../../shared/jobs/sandbox-outcome.ts'
import * as outbox from '../../shared/outbox/queries.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import type { Hint } from '../../shared/platform/services/hints.ts'
import type { NewDelivery } from '../../shared/webhooks/create-delivery.ts'
import * as webhooks from '../../shared/webhooks/queries.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'
import { openWorld, type World } from './billing/world.ts'

const shared = sharedPostgres()
const database = `hints_${process.pid}`
let world: World

beforeAll(async () => {
  world = await openWorld(await createDatabase(shared.url, database, shared.template), Math.random)
})
afterAll(async () => {
  expect(await world.audit()).toEqual([])
  expect(world.broken).toEqual([])
  await world.close()
  await dropDatabase(shared.url, database)
})

const ERROR = { code: 'ANALYSIS_FAILED', message: 'The analysis failed.' }
const SANDBOX = sandboxOutcome('test-corp', 'test-corp.sandbox.example', 'job_1')
const UNFINISHED_MAX = 10
/** An account in which one more job lowers the balance so far that an automatic recharge starts. */
const RECHARGED = { credits: 2, recharges: true }

const hint = (kind: Hint['kind'], id: string): Hint => ({ kind, id })

async function openAccount({ credits = 100, recharges = false } = {}): Promise<string> {
  const id = newIdentifier('usr')
  await world.pool.query(
    `insert into accounts (id, subject, email, payment_method_id, recharge_enabled, recharge_threshold, recharge_pack, recharge_credits,
        recharge_amount_cents, recharge_currency)
      values ($1::text, 'subject ' || $1, $1 || '@tests.example', 'pm_1', $2, 1, 'pack', 100, 1000, 'usd')`,
    [id, recharges],
  )
  if (credits > 0)
    await world.pool.query(`select post_ledger_entry($1, $2, 'adjustment', 'opening:' || $1)`, [
      id,
      credits,
    ])
  return id
}

function newDelivery(): NewDelivery {
  const id = newIdentifier('dlv')
  const secret = { secret_sealed: 'v1:1:sealed', secret_hint: 'abcd' }
  return { id, url: `https://receiver.example/${id}`, origin: `https://${id}.example`, ...secret }
}

const newJob = (accountId: string, more: Partial<jobs.NewJob> = {}): jobs.NewJob => ({
  job_id: newIdentifier('job'),
  account_id: accountId,
  key_id: null,
  domain: 'a.example',
  registrable_domain: 'a.example',
  depth: 'deep',
  force_refresh: false,
  passive: false,
  quota: 0,
  sandbox_limit: 100,
  request_id: 'req_1',
  address_prefix: null,
  ...more,
})

async function openBulk(
  accountId: string,
  items: bulk.NewBulkItem[],
  delivery?: NewDelivery,
  depth: 'quick' | 'deep' = 'deep',
) {
  const id = newIdentifier('blk')
  await bulk.open(world.db, {
    bulk_job_id: id,
    account_id: accountId,
    key_id: null,
    playground: false,
    depth,
    passive: false,
    name: null,
    accepted: items.length,
    request_id: 'req_1',
    address_prefix: null,
    items,
    lists_per_hour: 100,
    lines_per_day: 10_000,
    ...(delivery === undefined ? {} : { delivery }),
  })
  return id
}

const line = (domain: string, more: Partial<bulk.NewBulkItem> = {}) => ({
  domain,
  registrable_domain: domain,
  ...more,
})

const feeding = (bulkJobId: string, more: Partial<bulk.Feeding> = {}): bulk.Feeding => ({
  bulk_job_id: bulkJobId,
  token: 'feed',
  chunk: UNFINISHED_MAX,
  unfinished_max: { quick: UNFINISHED_MAX, deep: UNFINISHED_MAX },
  quotas: { free: 0 },
  playground_limit: 0,
  sandbox_limit: 100,
  sandbox: { 'test-corp': SANDBOX },
  refusals: { refused: { code: 'QUOTA_EXCEEDED', message: 'Refused.' } },
  ...more,
})

async function feed(bulkJobId: string, more: Partial<bulk.Feeding> = {}) {
  const fed = await bulk.feed(world.db, feeding(bulkJobId, more))
  if (fed.outcome !== 'fed') throw new Error(fed.outcome)
  return fed
}

const newCorrelation = (
  accountId: string,
  names: string[],
  more: Partial<correlations.NewCorrelation> = {},
): correlations.NewCorrelation => ({
  correlation_id: newIdentifier('cor'),
  account_id: accountId,
  key_id: null,
  domains: names.map((domain) => ({ domain, registrable_domain: domain, sandbox: null })),
  cache_days: 7,
  passive: false,
  sandbox_limit: 100,
  request_id: 'req_1',
  address_prefix: null,
  ...more,
})

type Subject = { accountId: string; jobId: string; expected: Hint[] }

async function withDelivery(accountId: string, jobId: string, domain: string): Promise<Hint> {
  const delivery = newDelivery()
  const duplicate = await jobs.submit(world.db, newJob(accountId, { domain, delivery }))
  expect(duplicate).toMatchObject({ outcome: 'duplicate', job: { id: jobId }, hints: [] })
  return hint('delivery', delivery.id)
}

const KINDS = {
  async 'a job without a callback'() {
    const accountId = await openAccount()
    const job = newJob(accountId)
    expect(await jobs.submit(world.db, job)).toMatchObject({ outcome: 'created', hints: [] })
    return { accountId, jobId: job.job_id, expected: [] }
  },
  async 'a job with two callbacks'() {
    const accountId = await openAccount()
    const delivery = newDelivery()
    const job = newJob(accountId, { delivery })
    expect(await jobs.submit(world.db, job)).toMatchObject({ outcome: 'created', hints: [] })
    const second = await withDelivery(accountId, job.job_id, 'a.example')
    return { accountId, jobId: job.job_id, expected: [hint('delivery', delivery.id), second] }
  },
  async 'a line of a bulk job'() {
    const accountId = await openAccount()
    const bulkJobId = await openBulk(accountId, [line('line.example')])
    const [jobId = ''] = (await feed(bulkJobId)).job_ids
    const delivery = await withDelivery(accountId, jobId, 'line.example')
    return { accountId, jobId, expected: [delivery, hint('group', bulkJobId)] }
  },
  async 'a child of a correlation'() {
    const accountId = await openAccount()
    const correlation = newCorrelation(accountId, ['one.example', 'two.example'])
    expect(await correlations.submit(world.db, correlation)).toMatchObject({
      outcome: 'accepted',
      hints: [],
    })
    const { rows } = await world.pool.query(
      `select id, domain from jobs where correlation_id = $1 order by domain`,
      [correlation.correlation_id],
    )
    const delivery = await withDelivery(accountId, rows[0].id, 'one.example')
    return {
      accountId,
      jobId: rows[0].id,
      expected: [delivery, hint('correlation', correlation.correlation_id)],
    }
  },
} satisfies Record<string, () => Promise<Subject>>

const subjectOf = (kind: keyof typeof KINDS): Promise<Subject> => KINDS[kind]()

async function openWaiting(): Promise<Subject & { waiting: [string, string] }> {
  const accountId = await openAccount()
  const [job, next, last] = ['a', 'b', 'c'].map((name) =>
    newJob(accountId, { domain: `${name}.example`, in_flight_limit: 1 }),
  ) as [jobs.NewJob, jobs.NewJob, jobs.NewJob]
  expect(await jobs.submit(world.db, job)).toMatchObject({ job: { status: 'queued' } })
  for (const later of [next, last])
    expect(await jobs.submit(world.db, later)).toMatchObject({ job: { status: 'waiting' } })
  return {
    accountId,
    jobId: job.job_id,
    waiting: [next.job_id, last.job_id],
    expected: [hint('analysis', next.job_id)],
  }
}

const finish = async (jobId: string, status: 'completed' | 'partial' | 'failed') => {
  await jobs.claim(world.db, jobId, 'run')
  return jobs.finish(world.db, {
    job_id: jobId,
    status,
    ...(status === 'failed' ? { error: ERROR } : {}),
  })
}

const HOUR_SECONDS = 3_600

const noListAdvances = () =>
  world.pool.query(
    `update jobs set completed_at = completed_at - interval '1 day' where bulk_job_id is not null`,
  )

type End = (subject: Subject) => Promise<Hint[]>

const ENDS: Record<string, End> = {
  completed: async ({ jobId }) => (await finish(jobId, 'completed')).hints,
  partial: async ({ jobId }) => (await finish(jobId, 'partial')).hints,
  'failed as a dead letter': async ({ jobId }) => (await finish(jobId, 'failed')).hints,
  'failed because it could not be sent': async ({ accountId, jobId }) =>
    (await jobs.failAll(world.db, accountId, [jobId], ERROR)).hints,
  async 'failed because it is overdue'({ jobId }) {
    await world.pool.query(
      `update jobs set created_at = created_at - interval '7 hours' where id = $1`,
      [jobId],
    )
    await noListAdvances()
    const overdue = await jobs.failOverdue(world.db, HOUR_SECONDS, 6 * HOUR_SECONDS, 100)
    expect(overdue.failed).toEqual([jobId])
    return overdue.hints
  },
}

const LOST_ENDS: Record<string, End> = {
  async 'completed, and the first reply is lost'({ jobId }) {
    await finish(jobId, 'completed')
    return (await finish(jobId, 'completed')).hints
  },
  async 'failed in a batch, and the first reply is lost'({ accountId, jobId }) {
    await jobs.failAll(world.db, accountId, [jobId], ERROR)
    return (await jobs.failAll(world.db, accountId, [jobId], ERROR)).hints
  },
  async 'completed, and its run is lost right after'({ jobId }) {
    await finish(jobId, 'completed')
    const claim = await jobs.claim(world.db, jobId, 'next run')
    return claim.outcome === 'terminal' ? claim.hints : []
  },
}

async function waitingJobs(accountId: string): Promise<string[]> {
  const { rows } = await world.pool.query(
    `select id from jobs where account_id = $1 and status = 'waiting' order by id`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}

const sorted = (hints: readonly Hint[]) => hints.map(({ kind, id }) => `${kind} ${id}`).sort()

describe('every end of a job returns the same hints', () => {
  const cases = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
    Object.entries({ ...ENDS, ...LOST_ENDS }).map(([name, end]) => [kind, name, end] as const),
  )
  test.each(cases)('%s: %s returns its hints', async (kind, _, end) => {
    const subject = await subjectOf(kind)
    expect(sorted(await end(subject))).toEqual(sorted(subject.expected))
  })

  test('the submission of a sandbox job returns the hints of its end', async () => {
    const accountId = await openAccount()
    const bulkJobId = await openBulk(accountId, [line('line.example')])
    const { correlation_id: correlationId } = newCorrelation(accountId, [])
    const kinds: [Partial<jobs.NewJob>, Hint[]][] = [
      [{}, []],
      [{ bulk_job_id: bulkJobId }, [hint('group', bulkJobId)]],
      [{ correlation_id: correlationId }, [hint('correlation', correlationId)]],
    ]
    await correlations.submit(
      world.db,
      newCorrelation(accountId, ['a.example', 'b.example'], { correlation_id: correlationId }),
    )
    for (const [more, expected] of kinds) {
      const delivery = newDelivery()
      const job = newJob(accountId, {
        domain: 'test-corp.example',
        delivery,
        sandbox: SANDBOX,
        ...more,
      })
      const hints = [hint('delivery', delivery.id), ...expected]
      expect(await jobs.submit(world.db, job)).toMatchObject({ outcome: 'created', hints })
      expect(await jobs.submit(world.db, job)).toMatchObject({ outcome: 'created', hints })
    }
  })

  test('an attempted delivery and an ended group return no hint', async () => {
    const { jobId } = await subjectOf('a line of a bulk job')
    const [delivery, group] = (await finish(jobId, 'completed')).hints
    await webhooks.claim(world.db, delivery?.id ?? '', 'token', 3)
    expect((await finish(jobId, 'completed')).hints).toEqual([group])
    expect(await bulk.advance(world.db, group?.id ?? '')).toEqual({
      outcome: 'moved',
      next_list: null,
    })
    expect((await finish(jobId, 'completed')).hints).toEqual([])
  })

  test.each(Object.entries(ENDS))('%s: the next waiting job starts', async (_, end) => {
    const subject = await openWaiting()
    expect(await end(subject)).toEqual(subject.expected)
  })

  test.each(Object.entries(LOST_ENDS))(
    '%s: the sweep sends the message of the started job',
    async (_, end) => {
      const subject = await openWaiting()
      expect(await end(subject)).toEqual([])
      await world.pool.query(
        `update jobs set updated_at = updated_at - interval '1 minute' where account_id = $1`,
        [subject.accountId],
      )
      const stale = (await jobs.takeStale(world.db, 45, 100_000)).map(({ id }) => id)
      expect(stale.filter((id) => subject.waiting.includes(id))).toEqual([subject.waiting[0]])
    },
  )

  test('a waiting job that ends starts no other job, and the sweep repairs each lost start once', async () => {
    const { accountId, jobId, waiting } = await openWaiting()
    const [first, second] = waiting
    expect(await finish(first, 'failed')).toMatchObject({ outcome: 'ended', hints: [] })
    await world.pool.query(`update jobs set status = 'completed' where id = $1`, [jobId])
    const limits = { free: 1, pro: 1, team: 1, enterprise: 1 }
    expect(await jobs.startWaiting(world.db, limits, 10)).toEqual([second])
    expect(await jobs.startWaiting(world.db, limits, 10)).toEqual([])
    expect(await waitingJobs(accountId)).toEqual([])
  })

  test('no message and no run starts a waiting job, however long it waits', async () => {
    const { accountId, waiting } = await openWaiting()
    await world.pool.query(
      `update jobs set updated_at = updated_at - interval '1 hour' where account_id = $1`,
      [accountId],
    )
    const stale = (await jobs.takeStale(world.db, 45, 100_000)).map(({ id }) => id)
    expect(stale.filter((id) => waiting.includes(id))).toEqual([])
    expect(await jobs.claim(world.db, waiting[0], 'run')).toEqual({ outcome: 'unknown' })
    expect(await waitingJobs(accountId)).toEqual(waiting)
  })

  test('a run that lost its claim returns no hints', async () => {
    const { jobId } = await subjectOf('a job with two callbacks')
    await jobs.claim(world.db, jobId, 'newer run')
    const end = { job_id: jobId, run_token: 'older run', status: 'completed' as const }
    expect(await jobs.finish(world.db, end)).toMatchObject({ outcome: 'lost', hints: [] })
  })

  test('a later run takes a job over, and only it can finish the job', async () => {
    const submitted = newJob(await openAccount(), { depth: 'quick' })
    const jobId = submitted.job_id
    const read = async () => {
      const { rows } = await world.pool.query(
        'select status, runs, run_token, started_at, claimed_at from jobs where id = $1',
        [jobId],
      )
      return rows[0]
    }
    await jobs.submit(world.db, submitted)
    expect(await read()).toMatchObject({ status: 'queued', runs: 0, started_at: null })
    await jobs.claim(world.db, jobId, 'run of the request')
    // Sends the same statement again, as the service does if the first answer was lost.
    await jobs.claim(world.db, jobId, 'run of the request')
    const first = await read()
    expect(first).toMatchObject({ status: 'running', runs: 1, run_token: 'run of the request' })
    expect(await jobs.claim(world.db, jobId, 'run of the sweep')).toMatchObject({
      outcome: 'claimed',
    })
    expect(await read()).toMatchObject({ runs: 2, started_at: first.started_at })
    const end = { job_id: jobId, status: 'completed' as const }
    expect(await jobs.finish(world.db, { ...end, run_token: 'run of the request' })).toMatchObject({
      outcome: 'lost',
    })
    expect(await jobs.finish(world.db, { ...end, run_token: 'run of the sweep' })).toMatchObject({
      outcome: 'ended',
    })
    expect(await jobs.claim(world.db, jobId, 'late run')).toMatchObject({ outcome: 'terminal' })
  })

  test('many jobs that fail together return their hints in one list', async () => {
    const accountId = await openAccount()
    const bulkJobId = await openBulk(accountId, [line('a.example'), line('b.example')])
    const { job_ids: jobIds } = await feed(bulkJobId)
    const failed = await jobs.failAll(world.db, accountId, jobIds, ERROR)
    expect(failed).toMatchObject({
      refunded: 2,
      hints: [hint('group', bulkJobId), hint('group', bulkJobId)],
    })
    const deliveries = [newDelivery(), newDelivery()]
    const all = deliveries.map((delivery, n) =>
      newJob(accountId, { domain: `test-${n}.example`, delivery, sandbox: SANDBOX }),
    )
    const submitted = await jobs.submitAll(world.db, all)
    expect(submitted.hints).toEqual(deliveries.map(({ id }) => hint('delivery', id)))
    expect(submitted.submissions.map(({ outcome, hints }) => [outcome, hints])).toEqual([
      ['created', []],
      ['created', []],
    ])
  })
})

describe('bulk jobs', () => {
  test('the lists of an account share one limit and submit lines one after the other', async () => {
    const accountId = await openAccount()
    const lines = (name: string) =>
      Array.from({ length: UNFINISHED_MAX + 2 }, (_, n) => line(`${name}-${n}.example`))
    const first = await openBulk(accountId, lines('first'))
    const second = await openBulk(accountId, lines('second'))
    const { job_ids: jobIds } = await feed(first)
    expect(jobIds).toHaveLength(UNFINISHED_MAX)
    expect(await bulk.feed(world.db, feeding(second))).toMatchObject({ outcome: 'full' })
    const other = await openBulk(await openAccount(), [line('other.example')])
    expect((await feed(other)).job_ids).toHaveLength(1)
    for (const jobId of jobIds.slice(0, 3)) await finish(jobId, 'completed')
    expect(await bulk.advance(world.db, first)).toMatchObject({
      outcome: 'running',
      unfinished_in_account: UNFINISHED_MAX - 3,
      next_list: second,
    })
    expect((await feed(second)).job_ids).toHaveLength(3)
  })

  test('a line that waits behind other lists is neither failed nor sent again every minute', async () => {
    const waiting = await openBulk(await openAccount(), [line('waiting.example')])
    const busy = await openBulk(await openAccount(), [
      line('first.example'),
      line('second.example'),
    ])
    const [jobId = ''] = (await feed(waiting)).job_ids
    const [first = ''] = (await feed(busy)).job_ids
    const age = (column: string, time: string) =>
      world.pool.query(
        `update jobs set ${column} = clock_timestamp() - $2::interval where id = $1`,
        [jobId, time],
      )
    const isSent = async () =>
      (await jobs.takeStale(world.db, 45, 100_000)).some(({ id }) => id === jobId)
    const isFailed = async () =>
      (await jobs.failOverdue(world.db, 480, 6 * HOUR_SECONDS, 100_000)).failed.includes(jobId)
    await age('created_at', '7 hours')
    await age('updated_at', '2 minutes')
    await finish(first, 'completed')
    expect([await isSent(), await isFailed()]).toEqual([false, false])
    await age('updated_at', '20 minutes')
    expect([await isSent(), await isSent()]).toEqual([true, false])
    await noListAdvances()
    await age('updated_at', '2 minutes')
    expect([await isSent(), await isFailed()]).toEqual([true, true])
  })

  test('quick and deep lists of an account have separate limits', async () => {
    const accountId = await openAccount()
    const lines = (name: string) =>
      Array.from({ length: UNFINISHED_MAX + 2 }, (_, n) => line(`${name}-${n}.example`))
    const deep = await openBulk(accountId, lines('deep'))
    const quick = await openBulk(accountId, lines('quick'), undefined, 'quick')
    const limits = { unfinished_max: { quick: UNFINISHED_MAX, deep: 3 } }
    expect(await bulk.feed(world.db, feeding(deep, limits))).toMatchObject({
      depth: 'deep',
      job_ids: { length: 3 },
    })
    expect(await bulk.feed(world.db, feeding(quick, limits))).toMatchObject({
      depth: 'quick',
      job_ids: { length: UNFINISHED_MAX },
    })
    expect(await bulk.advance(world.db, deep)).toMatchObject({
      unfinished_in_account: 3,
      next_list: null,
    })
  })

  test('only the call that submits the last lines returns hints of the group, one per finished line and at least one', async () => {
    const accountId = await openAccount({ credits: 1 })
    const group = (id: string, count: number) =>
      Array.from({ length: count }, () => hint('group', id))
    const invalid = { domain: 'wrong', error_code: 'INVALID_DOMAIN', error_message: 'Wrong.' }
    const id = await openBulk(accountId, [
      line('test-corp.example', { sandbox: 'test-corp' }),
      invalid,
      line('a.example'),
      line('b.example'),
    ])
    expect(await feed(id, { token: 'first', chunk: 1 })).toMatchObject({
      settled: 1,
      more: true,
      hints: [],
    })
    const last = await feed(id, { token: 'last' })
    // Two of the four lines have ended: the invalid line, and a line that no credit is left to pay
    // for.
    expect(last).toMatchObject({ settled: 2, more: false, hints: group(id, 2) })
    expect(await feed(id, { token: 'last' })).toEqual(last)
    const unsettled = await openBulk(await openAccount(), [line('c.example')])
    expect(await feed(unsettled)).toMatchObject({ settled: 0, hints: group(unsettled, 1) })
    const wrong = await openBulk(
      accountId,
      Array.from({ length: 3 * UNFINISHED_MAX }, () => invalid),
    )
    expect(await feed(wrong)).toMatchObject({
      settled: 3 * UNFINISHED_MAX,
      hints: group(wrong, UNFINISHED_MAX),
    })
  })

  const limits = { lease_seconds: 60, attempts_max: 1 }
  const exported = async () => {
    const delivery = newDelivery()
    const id = await openBulk(await openAccount(), [line('a.example')], delivery)
    for (const jobId of (await feed(id)).job_ids) await finish(jobId, 'completed')
    await bulk.advance(world.db, id)
    const claim = { bulk_job_id: id, token: 'export' }
    expect(await bulk.claimExport(world.db, claim, limits)).toMatchObject({
      outcome: 'claimed',
      hints: [],
    })
    return { claim, delivery: hint('delivery', delivery.id) }
  }
  const emailOf = async (bulkJobId: string) => {
    const { rows } = await world.pool.query(
      `select id from outbox where topic = 'email' and dedupe like '%:' || $1`,
      [bulkJobId],
    )
    return hint('email', rows[0].id)
  }

  type Claim = bulk.ExportClaim
  const ends: [string, (claim: Claim) => Promise<{ hints: Hint[] }>][] = [
    ['a completed bulk job', (claim) => bulk.completeExport(world.db, claim, 24)],
    [
      'a bulk job that fails at its last export',
      (claim) => bulk.releaseExport(world.db, claim, 1, 'no bucket'),
    ],
    [
      'a bulk job with one claim too many',
      (claim) => bulk.claimExport(world.db, { ...claim, token: 'next' }, limits),
    ],
  ]
  test.each(ends)(
    '%s returns the hints of its delivery and its email, also after a lost reply',
    async (_, end) => {
      const { claim, delivery } = await exported()
      await world.pool.query(`update bulk_jobs set export_lease_until = null where id = $1`, [
        claim.bulk_job_id,
      ])
      const { hints } = await end(claim)
      expect(hints).toEqual([delivery, await emailOf(claim.bulk_job_id)])
      expect((await end(claim)).hints).toEqual(hints)
    },
  )
})

describe('correlations', () => {
  test('the jobs of a correlation beyond the limit of its account wait, and a failed correlation leaves none waiting', async () => {
    const accountId = await openAccount()
    const names = ['a.example', 'b.example', 'c.example', 'd.example']
    const correlation = newCorrelation(accountId, names, { in_flight_limit: 3 })
    await jobs.submit(world.db, newJob(accountId, { domain: 'single.example', in_flight_limit: 3 }))
    await correlations.submit(world.db, correlation)
    expect(await correlations.queuedChildren(world.db, correlation.correlation_id)).toHaveLength(2)
    const later = newJob(accountId, { domain: 'later.example', in_flight_limit: 3 })
    expect(await jobs.submit(world.db, later)).toMatchObject({ job: { status: 'waiting' } })
    const end = {
      correlation_id: correlation.correlation_id,
      status: 'failed' as const,
      error: ERROR,
    }
    expect((await correlations.finish(world.db, end)).hints).toContainEqual(
      hint('analysis', later.job_id),
    )
    expect(await waitingJobs(accountId)).toEqual([])
  })

  test('a correlation with nothing to wait for returns its own hint until it ends', async () => {
    const delivery = newDelivery()
    const accountId = await openAccount()
    const correlation = newCorrelation(accountId, ['a.example', 'b.example'], { delivery })
    const sandboxed = {
      ...correlation,
      domains: correlation.domains.map((one) => ({ ...one, sandbox: 'test-corp' })),
    }
    const own = [hint('correlation', correlation.correlation_id)]
    expect(await correlations.submit(world.db, sandboxed)).toMatchObject({
      outcome: 'accepted',
      hints: own,
    })
    expect(await correlations.submit(world.db, sandboxed)).toMatchObject({
      outcome: 'accepted',
      hints: own,
    })
    const end = { correlation_id: correlation.correlation_id, status: 'completed' as const }
    const due = [hint('delivery', delivery.id)]
    expect(await correlations.finish(world.db, end)).toEqual({ outcome: 'ended', hints: due })
    expect(await correlations.finish(world.db, end)).toEqual({ outcome: 'already', hints: due })
    expect(await correlations.submit(world.db, sandboxed)).toMatchObject({ hints: due })
  })

  test("a correlation that fails returns the hints of its jobs' deliveries too", async () => {
    const { jobId, expected } = await subjectOf('a child of a correlation')
    const [delivery, correlation] = expected
    const ended = await correlations.finish(world.db, {
      correlation_id: correlation?.id ?? '',
      status: 'failed',
      error: ERROR,
    })
    expect(ended).toEqual({ outcome: 'ended', hints: [delivery] })
    expect(await finish(jobId, 'failed')).toMatchObject({ outcome: 'already', hints: [delivery] })
  })
})

describe('debits that open a recharge', () => {
  type Debit = () => Promise<{ hints: Hint[] }>
  const history = (accountId: string): Debit => {
    const purchase = {
      purchase_id: newIdentifier('req'),
      account_id: accountId,
      domain: 'a.example',
    }
    return () =>
      domains.beginHistoryPurchase(world.db, {
        ...purchase,
        price: 50,
        lease_seconds: 60,
        daily_limit: 5,
      })
  }
  const analysis = (accountId: string): Debit => {
    const job = newJob(accountId)
    return () => jobs.submit(world.db, job)
  }
  const batch = (accountId: string): Debit => {
    const all = ['a.example', 'b.example', 'c.example'].map((domain) =>
      newJob(accountId, { domain }),
    )
    return () => jobs.submitAll(world.db, all)
  }
  const correlation = (accountId: string): Debit => {
    const submitted = newCorrelation(accountId, ['a.example', 'b.example'])
    return () => correlations.submit(world.db, submitted)
  }
  const debits: [string, number, (accountId: string) => Debit][] = [
    ['an analysis', 2, analysis],
    ['a refused analysis', 0, analysis],
    ['a batch', 3, batch],
    ['a correlation', 3, correlation],
    ['a refused correlation', 1, correlation],
    ['external history', 51, history],
    ['external history that the account cannot pay', 1, history],
  ]
  test.each(debits)(
    '%s returns a recharge hint until a dispatcher takes the recharge',
    async (_, credits, of) => {
      const accountId = await openAccount({ ...RECHARGED, credits })
      const again = of(accountId)
      const recharge = [hint('recharge', accountId)]
      expect((await again()).hints).toEqual(recharge)
      expect((await again()).hints).toEqual(recharge)
      await outbox.claimRows(world.db, {
        topics: ['recharge'],
        accountId,
        leaseSeconds: 60,
        limit: 1,
      })
      expect((await again()).hints).toEqual([])
    },
  )

  test('a feed of a bulk job returns one recharge hint', async () => {
    const accountId = await openAccount({ ...RECHARGED, credits: 3 })
    const id = await openBulk(accountId, [line('a.example'), line('b.example'), line('c.example')])
    const { hints } = await feed(id)
    expect(hints).toEqual([hint('recharge', accountId), hint('group', id)])
  })

  test('a failed recharge returns the hint of its email, also after a lost reply', async () => {
    const accountId = await openAccount(RECHARGED)
    await jobs.submit(world.db, newJob(accountId))
    const { rows } = await world.pool.query(
      `update recharge_attempts set state = 'processing' where account_id = $1 returning id`,
      [accountId],
    )
    const failure = {
      rechargeId: rows[0].id,
      code: 'card_declined',
      message: 'No.',
      paymentIntentId: null,
      cooldownSeconds: 1,
    }
    const failed = await billing.failRecharge(world.db, failure)
    const email = await world.pool.query(
      `select id from outbox where account_id = $1 and topic = 'email'`,
      [accountId],
    )
    expect(failed).toEqual({ outcome: 'failed', hints: [hint('email', email.rows[0].id)] })
    expect(await billing.failRecharge(world.db, failure)).toEqual({
      outcome: 'already',
      hints: failed.hints,
    })
  })
})

describe('deliveries', () => {
  const attempted = {
    status: 500,
    timedOut: false,
    forbidden: false,
    retryAfterSeconds: null,
    error: 'It failed.',
    excerpt: null,
    durationMs: 1,
  }
  const claimed = async (id: string) => {
    const claim = await webhooks.claim(world.db, id, `token of ${id}`, 3)
    if (claim.outcome !== 'claimed') throw new Error(claim.outcome)
    return claim.delivery
  }

  test('a delivery that is retried by hand returns its own hint until its attempt begins', async () => {
    const { accountId, jobId, expected } = await subjectOf('a job with two callbacks')
    await finish(jobId, 'completed')
    const id = expected[0]?.id ?? ''
    const first = { delivery: await claimed(id), token: `token of ${id}`, result: attempted }
    await webhooks.record(world.db, { ...first, verdict: { then: 'dead_letter' } })
    const doer = { account_id: accountId, key_id: null, address_prefix: null, request_id: 'req_1' }
    const retry = () => webhooks.retry(world.db, doer, id, 'retry')
    expect(await retry()).toEqual({ outcome: 'retried', hints: [hint('delivery', id)] })
    expect(await retry()).toEqual({ outcome: 'retried', hints: [hint('delivery', id)] })
    await claimed(id)
    expect(await retry()).toEqual({ outcome: 'retried', hints: [] })
  })
})

describe('callbacks to one receiver', () => {
  const open = async (accountId: string, origin: string) => {
    const delivery = { ...newDelivery(), origin }
    await jobs.submit(
      world.db,
      newJob(accountId, { domain: `${delivery.id}.example`, delivery, sandbox: SANDBOX }),
    )
    return delivery.id
  }
  const claim = async (id: string) =>
    (await webhooks.claim(world.db, id, `token of ${id}`, 3)).outcome

  test('an account holds at most two of its slots, and the second half only for accounts without an attempt there', async () => {
    const origin = 'https://popular.example'
    const openers = await Promise.all(Array.from({ length: 11 }, () => openAccount()))
    const outcomes: unknown[] = []
    for (const accountId of openers) {
      for (let n = 0; n < 3; n++) outcomes.push(await claim(await open(accountId, origin)))
    }
    const claims = openers.map(
      (_, n) => outcomes.slice(3 * n, 3 * n + 3).filter((one) => one === 'claimed').length,
    )
    expect(claims).toEqual([2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0])
  })
})

describe('accounts', () => {
  const identity = {
    subject: 'newcomer',
    email: 'newcomer@tests.example',
    name: null,
    issuedAt: 1_700_000_000,
  }
  const actor = (accountId: string) => ({
    account_id: accountId,
    key_id: null,
    address_prefix: null,
    request_id: 'req_1',
    audit_id: newIdentifier('aud'),
  })

  test('opening an account returns the hint of its welcome email, closing it the hints of its outbox', async () => {
    const opened = await accounts.openAccount(world.db, identity, actor(newIdentifier('usr')), [])
    const { rows } = await world.pool.query(
      `select id from outbox where dedupe = 'email:welcome:' || $1`,
      [opened.id],
    )
    expect(opened.hints).toEqual([hint('email', rows[0].id)])
    expect(await accounts.openAccount(world.db, identity, actor(newIdentifier('usr')), [])).toEqual(
      opened,
    )

    const closer = actor(opened.id)
    const hints = [hint('outbox', opened.id)]
    expect(await accounts.closeAccount(world.db, closer)).toMatchObject({
      outcome: 'closed',
      hints,
    })
    expect(await accounts.closeAccount(world.db, closer)).toMatchObject({
      outcome: 'closed',
      hints,
    })
    await outbox.claimRows(world.db, {
      topics: ['identity_delete'],
      accountId: opened.id,
      leaseSeconds: 60,
      limit: 10,
    })
    expect(await accounts.closeAccount(world.db, closer)).toMatchObject({
      outcome: 'closed',
      hints: [],
    })
    const closed = await accounts.openAccount(world.db, identity, actor(newIdentifier('usr')), [])
    expect(closed).toMatchObject({ closed: true, hints: [] })
  })
})
