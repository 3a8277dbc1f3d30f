import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const FREE_LIMIT = 20

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterEach(async () => {
  await service.platform.mendAll()
  service.platform.internet?.setLatency?.(0)
  expect(await service.audit()).toEqual([])
})
afterAll(() => service.stop())

const sweep = () => service.platform.runtime().runSchedule('* * * * *')

async function countJobs(account: ServiceAccount, condition: string): Promise<number> {
  const { rows } = await service.platform.pool.query(
    `select count(*)::integer as n from jobs where account_id = $1 and ${condition}`,
    [account.userId],
  )
  return rows[0].n
}

const inFlight = (account: ServiceAccount) => countJobs(account, `status in ('queued', 'running')`)

async function submitBatches(
  account: ServiceAccount,
  batches: number,
  first: number,
): Promise<void> {
  for (let n = 0; n < batches; n++) {
    const domains = Array.from({ length: 50 }, (_, m) => `listed-${first + 50 * n + m}.com`)
    const { status, text } = await account.request('POST', '/analyze/batch', { domains })
    expect(status, text).toBe(202)
  }
}

async function secondsOf(account: ServiceAccount, domain: string): Promise<number> {
  const started = performance.now()
  await account.analyze(domain).untilTerminal()
  return (performance.now() - started) / 1_000
}

test('a hundred deep analyses of one account hold its limit of the queue, and do not delay another account', async () => {
  service.platform.internet?.setLatency?.(250)
  const victim = await service.account()
  await secondsOf(victim, 'listed-60000.com')
  const alone = await secondsOf(victim, 'listed-60001.com')
  const attacker = await service.account({ credits: 100 })
  await submitBatches(attacker, 2, 61_000)
  const beside = secondsOf(victim, 'listed-60002.com')
  let most = 0
  let ended = false
  const watched = beside.finally(() => {
    ended = true
  })
  while (!ended) {
    most = Math.max(most, await inFlight(attacker))
    await delay(50)
  }
  // Without the limit for one account, the victim's job would wait for ten batches of the queue.
  // The allowed time leaves room for a slow machine.
  expect(await watched).toBeLessThan(4 * alone + 2)
  expect(most).toBe(FREE_LIMIT)
  const { rows } = await service.platform.pool.query(
    `select fail_jobs(jsonb_build_object('account_id', account_id, 'job_ids', jsonb_agg(id))) as answer from jobs
      where account_id = $1 and status in ('waiting', 'queued', 'running') group by account_id`,
    [attacker.userId],
  )
  expect(rows[0].answer.refunded).toBeGreaterThan(50)
})

test('a waiting job whose message was lost starts after the sweep', async () => {
  service.platform.internet?.setLatency?.(500)
  const account = await service.account()
  await submitBatches(account, 1, 62_000)
  expect(await countJobs(account, `status = 'waiting'`)).toBe(50 - FREE_LIMIT)
  await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1 })
  service.platform.internet?.setLatency?.(0)
  await expect.poll(() => countJobs(account, `status = 'running'`), { timeout: 30_000 }).toBe(0)
  expect(await countJobs(account, `status = 'queued'`)).toBeGreaterThan(0)
  await service.platform.mendAll()
  await service.platform.pool.query(
    `update jobs set updated_at = updated_at - interval '2 minutes' where account_id = $1`,
    [account.userId],
  )
  await sweep()
  const unfinished = () => countJobs(account, `status in ('waiting', 'queued', 'running')`)
  await expect.poll(unfinished, { timeout: 50_000, interval: 250 }).toBe(0)
})

test('an account runs a limited number of quick analyses at the same time, and a refused one costs nothing', async () => {
  service.platform.internet?.setLatency?.(1_000)
  const account = await service.account()
  const quick = (n: number) =>
    account.request('POST', '/analyze', { domain: `listed-${63_000 + n}.com`, depth: 'quick' })
  const answers = await Promise.all(Array.from({ length: FREE_LIMIT + 5 }, (_, n) => quick(n)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  for (const { body, headers } of refused) {
    expect([body.error?.code, headers.get('retry-after')]).toEqual(['RATE_LIMITED', '5'])
  }
  expect(await countJobs(account, 'true')).toBe(FREE_LIMIT)
  service.platform.internet?.setLatency?.(0)
  const domains = Array.from({ length: 10 }, (_, n) => `listed-${64_000 + n}.com`)
  const batch = await account.request('POST', '/analyze/batch', { domains, depth: 'quick' })
  expect(batch.status).toBe(200)
  const { rows } = await service.platform.pool.query(
    `select used, (select count(*)::integer from jobs where account_id = $1 and status = 'failed') as failed
      from usage_periods where account_id = $1`,
    [account.userId],
  )
  expect(rows[0].used + rows[0].failed).toBe(FREE_LIMIT + 10)
})
