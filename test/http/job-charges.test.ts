import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
import { batch } from './batch-caller.ts'
import { check, dataOf, watchOne } from './monitor-caller.ts'

let service: Service

beforeAll(async () => {
  service = await sharedService()
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const CORP = 'test-corp.sandbox.example'
const QUOTA = { covered_by: 'quota', credits: 0, refunded: false }
const CREDIT = { covered_by: 'credit', credits: 1, refunded: false }
const FREE = { covered_by: 'free', credits: 0, refunded: false }

const job = async (account: ServiceAccount, id: unknown) =>
  dataOf(await account.request('GET', `/jobs/${id}`))

test.each([
  ['the quota', {}, QUOTA],
  ['a credit', { quota_used: 50, credits: 2 }, CREDIT],
  [
    'overage',
    { tier: 'pro', quota_used: 1000, credits: 2, subscription: 'metered' },
    { covered_by: 'overage', credits: 0, refunded: false },
  ],
] as const)('an analysis paid by %s says so wherever it is shown', async (_, wanted, charge) => {
  const account = await service.account(wanted)
  const quick = { domain: 'listed-7401.com', depth: 'quick' }
  const answered = dataOf(await account.request('POST', '/analyze', quick))
  expect(answered.charge).toEqual(charge)
  expect((await job(account, answered.job_id)).charge).toEqual(charge)
  const { jobs } = dataOf(await account.request('GET', '/jobs')) as { jobs: object[] }
  expect(jobs).toMatchObject([{ charge }])
  const events = await account.request('GET', `/jobs/${answered.job_id}/events`)
  expect(events.text.split('event: done')[1]).toContain(`"charge":${JSON.stringify(charge)}`)
  const bundle = await account.request('GET', '/auth/me/export')
  expect(JSON.parse(bundle.text).jobs).toMatchObject([{ charge }])
})

test('a submission that returns an unfinished job is free, and the job says how it was paid', async () => {
  const account = await service.account({ quota_used: 50, credits: 1 })
  const submit = () => account.request('POST', '/analyze', { domain: 'listed-7402.com' })
  service.platform.internet?.setLatency?.(2_000)
  const [first, second] = [await submit(), await submit()]
  service.platform.internet?.setLatency?.(0)
  expect(first.body.data).toMatchObject({ deduplicated: false, charge: CREDIT })
  expect(second.body.data).toMatchObject({ deduplicated: true, charge: FREE })
  expect(second.body.data?.job_id).toBe(first.body.data?.job_id)
  expect((await account.untilTerminal(String(first.body.data?.job_id))).charge).toEqual(CREDIT)
})

test('a sandbox analysis is free', async () => {
  const account = await service.account({ quota_used: 50 })
  const deep = dataOf(await account.request('POST', '/analyze', { domain: CORP }))
  expect(deep.charge).toEqual(FREE)
  expect((await job(account, deep.job_id)).charge).toEqual(FREE)
})

test('a failed analysis shows that its charge was refunded', async () => {
  const account = await service.account({ quota_used: 50, credits: 1 })
  service.platform.internet?.setLatency?.(2_000)
  const { job_id: id } = dataOf(
    await account.request('POST', '/analyze', { domain: 'listed-7403.com' }),
  )
  await service.platform.pool.query(
    `select finish_job(jsonb_build_object('job_id', $1::text, 'status', 'failed',
      'error', '{"code": "ANALYSIS_FAILED", "message": "no"}'::jsonb))`,
    [id],
  )
  service.platform.internet?.setLatency?.(0)
  expect((await job(account, id)).charge).toEqual({ ...CREDIT, refunded: true })
})

test('each entry of a batch shows its charge, and a repeated domain is free', async () => {
  const account = await service.account({ quota_used: 48, credits: 1 })
  const domains = ['listed-7404.com', CORP, 'LISTED-7404.com', 'no domain', 'listed-7405.com']
  const { answer } = await batch(account, { domains: [...domains, 'listed-7406.com'] })
  expect(answer.jobs.map((entry) => ('charge' in entry ? entry.charge : null))).toEqual([
    QUOTA,
    FREE,
    FREE,
    null,
    QUOTA,
    CREDIT,
  ])
  for (const { job_id: id } of answer.jobs) if (id !== undefined) await account.untilTerminal(id)
})

test('analyses of lists, correlations and monitors show their charge', async () => {
  const account = await service.account({ tier: 'team', quota_used: 5_000, credits: 20 })
  const list = await account.request('POST', '/analyze/bulk', {
    domains: ['listed-7407.com'],
    depth: 'quick',
  })
  const items = async () => {
    const path = `/analyze/bulk/${JSON.parse(list.text).bulk_job_id}/items`
    return dataOf(await account.request('GET', path)).items as { status: string; job_id: string }[]
  }
  await expect.poll(async () => (await items())[0]?.status, { timeout: 30_000 }).toBe('completed')
  expect((await job(account, (await items())[0]?.job_id)).charge).toEqual(CREDIT)

  const correlation = await account.request('POST', '/correlate', {
    domains: ['listed-7408.com', CORP],
  })
  const { jobs } = dataOf(await account.request('GET', '/jobs?domain=listed-7408.com')) as {
    jobs: { job_id: string; charge: object }[]
  }
  expect(correlation.body.data?.credits_charged).toBe(2)
  expect(jobs).toMatchObject([{ charge: CREDIT }])

  const monitor = await watchOne(account, 'listed-7407.com')
  const checked = await job(account, await check(account, monitor))
  expect(checked.charge).toEqual(CREDIT)
  for (const id of [jobs[0]?.job_id, checked.job_id]) await account.untilTerminal(String(id))

  const ledger = await account.request('GET', '/billing/ledger')
  const entries = ledger.body.data as unknown as Record<string, unknown>[]
  expect(entries).toMatchObject([
    { subject_id: checked.job_id, job_id: checked.job_id, domain: 'listed-7407.com' },
    { subject_id: correlation.body.data?.correlation_id, job_id: null, domain: null },
    { subject_id: expect.stringMatching(/^job_/), domain: 'listed-7407.com' },
    { reason: 'adjustment', subject_id: null, job_id: null, domain: null },
  ])
  const bundle = await account.request('GET', '/auth/me/export')
  expect(JSON.parse(bundle.text).credit_ledger).toEqual(entries)
})
