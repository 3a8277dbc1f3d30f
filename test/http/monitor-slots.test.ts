import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { changesOf, check, dataOf, refusal, type Shown, watch, watchOne } from './monitor-caller.ts'

const SITE = 'fennandoakbakery.com'

let service: Service

beforeAll(async () => {
  service = await startService({
    env: {
      MONITORS_FREE: '2',
      QUOTA_FREE: '5',
      ANALYSES_IN_FLIGHT: '{"free":2,"pro":2,"team":2}',
    },
  })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const sweep = () => service.platform.runtime().runSchedule('* * * * *')
const show = async (account: ServiceAccount, id: string) =>
  dataOf(await account.request('GET', `/monitors/${id}`))
const patch = (account: ServiceAccount, id: string, body: unknown) =>
  account.request('PATCH', `/monitors/${id}`, body)
const jobsOf = async (account: ServiceAccount) =>
  dataOf(await account.request('GET', '/jobs')).jobs as Shown[]

/** Runs the sweep until the monitor has the fields in `wanted`. */
async function untilShown(account: ServiceAccount, id: string, wanted: Shown): Promise<void> {
  await expect
    .poll(
      async () => {
        await sweep()
        return show(account, id)
      },
      { timeout: 30_000, interval: 250 },
    )
    .toMatchObject(wanted)
}

describe('slots', () => {
  test('concurrent requests for the last slot get it once', async () => {
    const account = await service.account({ quota_used: 5 })
    await watch(account, ['first-slot.com'])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        account.request('POST', '/monitors', { domains: [`race-${index}.com`] }),
      ),
    )
    const added = answers.flatMap((answer) => dataOf(answer).monitors as Shown[])
    const rejected = answers.flatMap((answer) => dataOf(answer).rejected as { error: Shown }[])
    expect(added).toHaveLength(1)
    expect(rejected.map(({ error }) => error.code)).toEqual(Array(5).fill('MONITOR_LIMIT_REACHED'))
  })

  test('concurrent requests with one credit pay for one monitor', async () => {
    const account = await service.account({ quota_used: 5 })
    await watch(account, ['first-paid.com', 'second-paid.com'])
    await service.account({ email: account.email, credits: 1, quota_used: 5 })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        account.request('POST', '/monitors', { domains: [`pay-${index}.com`] }),
      ),
    )
    expect(answers.flatMap((answer) => dataOf(answer).monitors)).toHaveLength(1)
    expect(await account.ledger()).toMatchObject([
      { delta: -1, reason: 'monitor', balance_after: 0 },
      { delta: 1 },
    ])
  })

  test('the summary counts monitors and places, and the ledger names what started an analysis', async () => {
    const account = await service.account({ quota_used: 5, credits: 3 })
    const sandbox = await watchOne(account, 'test-corp.sandbox.example', { reanalyze_days: 7 })
    await patch(account, sandbox, { status: 'paused' })
    const id = await watchOne(account, 'first-counted.com', {
      reanalyze_days: 7,
      monthly_credit_limit: 3,
    })
    await watch(account, ['second-counted.com', 'third-counted.com'])
    const summary = dataOf(await account.request('GET', '/monitors/summary'))
    expect(summary).toMatchObject({
      monitors: { total: 4, paused: 1, unmonitorable: 0, changed_this_week: 0 },
      open_changes: 0,
      places: { included: 2, used: 3, paid: 1 },
      planned_analyses: 3,
      has_feed: false,
    })
    const ledger = (await account.request('GET', '/billing/ledger')).body.data as unknown as Shown[]
    expect(
      ledger
        .filter(({ domain }) => domain === 'first-counted.com')
        .map(({ reason, started_by: startedBy }) => [reason, startedBy]),
    ).toEqual([['analysis', id]])
    expect(ledger.find(({ reason }) => reason === 'monitor')).toMatchObject({
      delta: -1,
      domain: null,
      started_by: null,
    })
    const usage = dataOf(await account.request('GET', '/billing/usage'))
    const today = (usage.daily as Shown[]).at(-1)
    expect(today?.monitors).toBe(today?.analyses)
    expect(today?.lists).toBe(0)
    await account.request('POST', '/monitors/feed')
    expect(dataOf(await account.request('GET', '/monitors/summary'))).toMatchObject({
      has_feed: true,
    })
  })

  test('an unpaid renewal pauses the newest monitor, which can be resumed only with a slot', async () => {
    const account = await service.account({ quota_used: 5 })
    const [old] = await watch(account, ['old-one.com', 'old-two.com'])
    await service.account({ email: account.email, credits: 1, quota_used: 5 })
    const id = await watchOne(account, 'new-one.com', { label: 'kept' })
    await service.platform.pool.query(
      `update monitor_slots set paid_until = clock_timestamp() - interval '1 second' where account_id = $1`,
      [account.userId],
    )
    const unpaid = { status: 'paused', last_error: 'MONITOR_LIMIT_REACHED', next_check_at: null }
    await untilShown(account, id, unpaid)
    expect(await show(account, String(old?.monitor_id))).toMatchObject({ status: 'active' })
    const refused = await patch(account, id, { status: 'active', label: 'changed' })
    expect(refusal(refused)).toEqual([422, 'MONITOR_LIMIT_REACHED'])
    expect(await show(account, id)).toMatchObject({ ...unpaid, label: 'kept' })
    expect(await watch(account, ['new-one.com'], { label: 'named' })).toMatchObject([
      { ...unpaid, label: 'named' },
    ])
    expect(dataOf(await patch(account, id, { label: 'again' }))).toMatchObject({
      ...unpaid,
      label: 'again',
    })
    await account.request('DELETE', `/monitors/${old?.monitor_id}`)
    expect(dataOf(await patch(account, id, { status: 'active' }))).toMatchObject({
      status: 'active',
      last_error: null,
      next_check_at: expect.any(String),
    })
    expect(await account.ledger()).toHaveLength(2)
  })

  test('a paid renewal keeps the monitor and costs one credit', async () => {
    const account = await service.account({ quota_used: 5 })
    await watch(account, ['kept-one.com', 'kept-two.com'])
    await service.account({ email: account.email, credits: 1, quota_used: 5 })
    const id = await watchOne(account, 'kept-three.com')
    await service.account({ email: account.email, credits: 1, quota_used: 5 })
    await service.platform.pool.query(
      `update monitor_slots set paid_until = clock_timestamp() - interval '1 second' where account_id = $1`,
      [account.userId],
    )
    await sweep()
    await sweep()
    expect(await show(account, id)).toMatchObject({ status: 'active' })
    const paid = (await account.ledger()).filter(({ reason }) => reason === 'monitor')
    expect(paid.map(({ delta }) => delta)).toEqual([-1, -1])
  })
})

describe('the baseline', () => {
  test('a monitor whose baseline was not covered takes the result of a check, without a change', async () => {
    const account = await service.account({ quota_used: 5 })
    const id = await watchOne(account, 'quillonharbor.com')
    expect(await show(account, id)).toMatchObject({
      status: 'active',
      baseline: null,
      last_error: 'QUOTA_EXCEEDED',
    })
    await service.account({ email: account.email, credits: 1, quota_used: 5 })
    const jobId = await check(account, id)
    const job = await account.untilTerminal(jobId)
    await untilShown(account, id, {
      status: 'active',
      last_error: null,
      baseline: {
        job_id: jobId,
        outcome: job.scoring_result?.outcome,
        entity: job.scoring_result?.entity,
      },
      credits_this_month: 0,
    })
    expect(await changesOf(account)).toEqual([])
  }, 60_000)

  test('a monitor that is paused before its baseline starts gets the baseline after it is resumed', async () => {
    const account = await service.account()
    const [first, second] = await watch(account, ['haldensee.ch', SITE])
    expect([first?.status, second?.status]).toEqual(['baselining', 'baselining'])
    const id = String(second?.monitor_id)
    expect(await jobsOf(account)).toHaveLength(1)
    expect(dataOf(await patch(account, id, { status: 'paused' }))).toMatchObject({
      status: 'paused',
      baseline: null,
    })
    expect(dataOf(await patch(account, id, { status: 'active' }))).toMatchObject({
      status: 'baselining',
    })
    await untilShown(account, id, { status: 'active', baseline: { entity: expect.any(String) } })
    expect(await jobsOf(account)).toHaveLength(2)
  }, 60_000)

  test('a repeated analysis counts in credits_this_month, up to monthly_credit_limit', async () => {
    const [one, none] = [await service.account(), await service.account()]
    const domain = 'haldensee.ch'
    await one.analyze(domain).untilTerminal()
    const ids = [
      await watchOne(one, domain, { reanalyze_days: 7, monthly_credit_limit: 1 }),
      await watchOne(none, domain, { reanalyze_days: 7, monthly_credit_limit: 0 }),
    ] as const
    const due = () =>
      service.platform.pool.query(
        `update monitors set next_analysis_at = clock_timestamp() - interval '1 second' where id = any ($1)`,
        [ids],
      )
    await due()
    await untilShown(one, ids[0], { credits_this_month: 1 })
    await expect
      .poll(async () => (await jobsOf(one)).map(({ status }) => status), { timeout: 30_000 })
      .toEqual(['completed', 'completed'])
    await sweep()
    await due()
    await sweep()
    await sweep()
    expect(await show(one, ids[0])).toMatchObject({ credits_this_month: 1 })
    expect(await jobsOf(one)).toHaveLength(2)
    expect(await show(none, ids[1])).toMatchObject({ credits_this_month: 0 })
    expect(await jobsOf(none)).toEqual([])
  }, 60_000)
})
