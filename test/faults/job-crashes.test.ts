import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { jobState } from './job-state.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({ ownPostgres: true, env: { QUICK_DEADLINE_MS: '7000' } })
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

afterEach(async () => {
  await service.platform.mendAll()
  service.platform.internet?.setLatency?.(0)
  expect(await service.audit()).toEqual([])
})

const submit = async (domain: string, passive = false) =>
  (await account.request('POST', '/analyze', { domain, passive })).body.data?.job_id as string
const sweep = () => service.platform.runtime().runSchedule('* * * * *')
/** Makes the job look unchanged for two minutes, so that the sweep sends it again. */
const forget = (jobId: string) =>
  service.platform.pool.query(
    `update jobs set updated_at = updated_at - interval '2 minutes', created_at = created_at - interval '2 minutes' where id = $1`,
    [jobId],
  )

const endedWell = { status: 'completed', charge: 'charged', results: 1, runs_of_domain: 1 }

describe('crashes', () => {
  test('a job that is killed starts again and ends once', async () => {
    service.platform.internet?.setLatency?.(500)
    const jobId = await submit('quietvalleyhoney.com')
    const running = async () => (await account.request('GET', `/jobs/${jobId}`)).body.data?.status
    await expect.poll(running).toBe('running')
    await service.platform.kill('runtime')
    service.platform.internet?.setLatency?.(0)
    expect((await account.untilTerminal(jobId)).status).toBe('completed')
    expect(await jobState(service, jobId)).toEqual(endedWell)
  })

  test('a passive job that is killed still sends nothing to the hosts of the domain', async () => {
    const domain = 'fennandoakbakery.com'
    service.platform.outgoing.clear()
    service.platform.internet?.setLatency?.(500)
    const jobId = await submit(domain, true)
    const status = async () => (await account.request('GET', `/jobs/${jobId}`)).body.data?.status
    await expect.poll(status).toBe('running')
    await service.platform.kill('runtime')
    service.platform.internet?.setLatency?.(0)
    expect(await account.untilTerminal(jobId)).toMatchObject({ status: 'completed', passive: true })
    expect(await jobState(service, jobId)).toEqual(endedWell)
    const hosts = service.platform.outgoing.list().map(({ url }) => new URL(url).hostname)
    expect(hosts.length).toBeGreaterThan(0)
    expect(hosts.filter((host) => host === domain || host.endsWith(`.${domain}`))).toEqual([])
  })

  test('a quick analysis that is killed is answered in full, although its deadline has passed', async () => {
    service.platform.internet?.setLatency?.(500)
    const answering = account
      .request('POST', '/analyze', { domain: 'haldensee.ch', depth: 'quick' })
      .catch(() => null)
    const started = async () => {
      const { rows } = await service.platform.pool.query<{ id: string }>(
        `select id from jobs where account_id = $1 and domain = 'haldensee.ch' and status = 'running'`,
        [account.userId],
      )
      return rows[0]?.id
    }
    await expect.poll(started).toBeDefined()
    const jobId = (await started()) as string
    await service.platform.kill('runtime')
    await answering
    service.platform.internet?.setLatency?.(0)
    await forget(jobId)
    await service.platform.pool.query(
      `update jobs set started_at = started_at - interval '2 minutes' where id = $1`,
      [jobId],
    )
    await sweep()
    expect((await account.untilTerminal(jobId)).status).toBe('completed')
    expect(await jobState(service, jobId)).toEqual(endedWell)
  })

  test('the sweep sends every job again that a kill removed from the queue', async () => {
    service.platform.internet?.setLatency?.(1_000)
    const ids = await Promise.all(
      Array.from({ length: 14 }, (_, n) => submit(`listed-${11 + n}.com`)),
    )
    await service.platform.kill('runtime')
    service.platform.internet?.setLatency?.(0)
    // The queue starts jobs at once. To test jobs whose queue message has not arrived yet, the test
    // sets some jobs back to queued.
    const { rowCount } = await forceRows(
      service.platform.pool,
      `update jobs set status = 'queued', run_token = null, started_at = null where id = any($1)
        and status in ('queued', 'running')`,
      [ids.slice(-4)],
    )
    expect(rowCount).toBe(4)
    const unfinished = async () => {
      const { rows } = await service.platform.pool.query(
        `select id from jobs where id = any($1) and status in ('queued', 'running')`,
        [ids],
      )
      return rows.map(({ id }) => id as string)
    }
    // Sweeps until all jobs have ended. A job that was set back above may still run: when this run
    // ends, it can cancel the new start. The next sweep repairs this.
    const sweepUnfinished = async () => {
      for (const id of await unfinished()) await forget(id)
      await Promise.all([sweep(), sweep()])
      return (await unfinished()).length
    }
    await expect.poll(sweepUnfinished, { interval: 5_000, timeout: 40_000 }).toBe(0)
    for (const id of ids) {
      await account.untilTerminal(id)
      expect(await jobState(service, id)).toMatchObject({
        charge: 'charged',
        results: 1,
        runs_of_domain: 1,
      })
    }
  })

  test('while Postgres is unreachable callers get 503 with Retry-After and no internal details, and nothing is stored', async () => {
    await service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1 })
    const { status, body, headers } = await account.request('POST', '/analyze', {
      domain: 'listed-21.com',
    })
    expect([status, body.error?.code, headers.get('retry-after')]).toEqual([
      503,
      'UNAVAILABLE',
      '5',
    ])
    expect(JSON.stringify(body)).not.toMatch(/postgres|neon|sql/i)
    expect((await service.request('GET', '/health')).status).toBe(200)
    expect((await service.request('GET', '/health/ready')).body).toEqual({ status: 'unavailable' })
  })

  test('with lost replies of Postgres a repeated submission changes nothing', async () => {
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.4 })
    const ids: string[] = []
    // Each submission fails at random, so the test goes on until enough were accepted.
    for (let n = 0; n < 8 || (ids.length < 4 && n < 40); n++) {
      const { status, body } = await account.request('POST', '/analyze', {
        domain: `listed-${100 + n}.com`,
        depth: n % 2 === 0 ? 'deep' : 'quick',
      })
      if (status === 200 || status === 202) ids.push(body.data?.job_id as string)
    }
    await service.platform.mendAll()
    expect(ids.length).toBeGreaterThan(3)
    for (const id of ids) {
      await account.untilTerminal(id)
      expect(await jobState(service, id)).toMatchObject({ charge: 'charged', results: 1 })
    }
    const { rows } = await service.platform.pool.query(
      `select id from jobs where status in ('queued', 'running')`,
    )
    for (const { id } of rows) await forget(id)
    await sweep()
    for (const { id } of rows) await account.untilTerminal(id)
  })
})
