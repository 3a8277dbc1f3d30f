import { decode } from '@toon-format/toon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'

const COMPANY = 'fennandoakbakery.com'
let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await sharedService()
  account = await service.account()
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

test('a deep analysis is queued, runs, and finds an operator', async () => {
  const submission = account.analyze(COMPANY)
  const { status, body } = await submission.answer
  expect([status, body.data?.status, body.data?.deduplicated]).toEqual([202, 'queued', false])
  const job = await submission.untilTerminal()
  expect(job).toMatchObject({
    status: 'completed',
    domain: COMPANY,
    depth: 'deep',
    error: null,
    scoring_result: { outcome: 'attributed' },
  })
  expect(job.progress).toMatchObject({ percent: 100, stage: 'done' })
  expect(job.duration_ms).toBeGreaterThan(0)
})

test('wait=true answers when the job has ended', async () => {
  const { status, body } = await account.request('POST', '/analyze?wait=true', { domain: COMPANY })
  expect([status, body.data?.status]).toEqual([200, 'completed'])
})

test('simultaneous submissions of a domain make one job and one charge, and force_refresh makes another', async () => {
  service.platform.internet?.setLatency?.(300)
  const other = await service.account()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => other.request('POST', '/analyze', { domain: COMPANY })),
  )
  const ids = new Set(answers.map(({ body }) => body.data?.job_id))
  expect(ids.size).toBe(1)
  expect(answers.filter(({ body }) => body.data?.deduplicated === false)).toHaveLength(1)
  const forced = await other.request('POST', '/analyze', { domain: COMPANY, force_refresh: true })
  expect(ids.has(forced.body.data?.job_id)).toBe(false)
  service.platform.internet?.setLatency?.(0)
  for (const id of [...ids, forced.body.data?.job_id]) await other.untilTerminal(id as string)
  const { rows } = await service.platform.pool.query(
    'select count(*)::integer as n from charges where account_id = $1',
    [other.userId],
  )
  expect(rows).toEqual([{ n: 2 }])
})

test('a quick analysis answers the finished job and runs no deep collector', async () => {
  const { status, body } = await account.request('POST', '/analyze', {
    domain: COMPANY,
    depth: 'quick',
  })
  expect([status, body.data?.status]).toEqual([200, 'completed'])
  const { collectors } = (body.data as { progress: { collectors: { name: string }[] } }).progress
  expect(collectors.map(({ name }) => name).sort()).toEqual([
    'asn',
    'claimed_company',
    'company_register',
    'dns',
    'domain_index',
    'http_probe',
    'live_certificate',
    'rdns',
    'whois',
  ])
  expect(await account.untilTerminal(body.data?.job_id as string)).toEqual(body.data)
})

test('a domain that does not exist gives a completed job without an entity', async () => {
  const { body } = await account.request('POST', '/analyze', {
    domain: 'no-such-name-at-all.com',
    depth: 'quick',
  })
  expect(body.data).toMatchObject({
    status: 'completed',
    scoring_result: { outcome: 'no_clear_entity', entity: null },
  })
})

test('progress is streamed as events with a percentage that never falls, until the job ends', async () => {
  service.platform.internet?.setLatency?.(60)
  const { body } = await account.request('POST', '/analyze', { domain: 'meridianreach.com' })
  const path = `/jobs/${body.data?.job_id}/events`
  const { text, headers } = await account.request('GET', path)
  service.platform.internet?.setLatency?.(0)
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const events = text
    .split('\n\n')
    .filter((block) => block.startsWith('event:'))
    .map((block) => ({
      event: block.match(/^event: (.*)$/m)?.[1],
      id: block.match(/^id: (.*)$/m)?.[1],
      data: JSON.parse(block.match(/^data: (.*)$/m)?.[1] ?? ''),
    }))
  const percents = events
    .filter(({ event }) => event === 'progress')
    .map(({ data }) => data.percent as number)
  expect(percents.length).toBeGreaterThan(3)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  expect(events.at(-1)).toMatchObject({
    event: 'done',
    id: 'done',
    data: { job_id: body.data?.job_id, status: 'completed' },
  })

  const again = await account.request('GET', path)
  expect(again.text).toContain('event: done')
  expect((await account.request('GET', path, undefined, { 'last-event-id': 'done' })).status).toBe(
    204,
  )
})

test('signals give shares and sentences for each candidate, without weights', async () => {
  const { body } = await account.request('POST', '/analyze', { domain: COMPANY, depth: 'quick' })
  const { status, body: answer } = await account.request(
    'GET',
    `/jobs/${body.data?.job_id}/signals`,
  )
  expect(status).toBe(200)
  const entities = answer.data?.entities as {
    entity: string
    signals: { contribution: number; stance: string; explanation: string }[]
  }[]
  expect(entities[0]?.entity).toBe(
    (body.data as { scoring_result: { entity: string } }).scoring_result.entity,
  )
  const shares =
    entities[0]?.signals
      .filter(({ stance }) => stance === 'supports')
      .map(({ contribution }) => contribution) ?? []
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2)
  expect(JSON.stringify(answer)).not.toMatch(/weight|strength|log_?odds/)
})

describe('reading jobs', () => {
  test('the signals of a running job answer 409, and the job shows its progress', async () => {
    service.platform.internet?.setLatency?.(1_000)
    const { body } = await account.request('POST', '/analyze', { domain: 'tallowbyfoods.com' })
    const id = body.data?.job_id as string
    const signals = await account.request('GET', `/jobs/${id}/signals`)
    expect([signals.status, signals.body.error?.code]).toEqual([409, 'JOB_IN_PROGRESS'])
    const stage = async () => {
      const { body: now } = await account.request('GET', `/jobs/${id}`)
      return (now.data as { progress: { stage: string } }).progress.stage
    }
    await expect.poll(stage, { timeout: 20_000 }).toBe('collecting')
    service.platform.internet?.setLatency?.(0)
    await account.untilTerminal(id)
  })

  test('the job list is newest first, has pages and filters, and says if more follow', async () => {
    const lister = await service.account({ tier: 'team' })
    for (const n of [1, 2, 3])
      await lister.request('POST', '/analyze', {
        domain: `test-${n === 2 ? 'unknown' : 'corp'}.sandbox.example`,
      })
    const page = async (query: string) => (await lister.request('GET', `/jobs${query}`)).body
    const all = await page('')
    const jobs = all.data?.jobs as { job_id: string; created_at: string; entity: string | null }[]
    expect(jobs.map(({ entity }) => entity)).toEqual(['Test Corporation', null, 'Test Corporation'])
    expect([...jobs].sort((a, b) => (a.job_id < b.job_id ? 1 : -1))).toEqual(jobs)
    expect(jobs.every((job) => !('scoring_result' in job))).toBe(true)
    expect(all.meta).toEqual({ limit: 20, offset: 0, has_more: false })
    expect((await page('?limit=2')).meta).toEqual({ limit: 2, offset: 0, has_more: true })
    expect((await page('?limit=2&offset=2')).data?.jobs).toEqual(jobs.slice(2))
    expect((await page('?domain=test-unknown.sandbox.example')).data?.jobs).toEqual([jobs[1]])
    expect((await page('?domain=Test-Unknown.sandbox.example.')).data?.jobs).toEqual([jobs[1]])
    expect((await page('?domain=not+a+domain')).error?.code).toBe('INVALID_DOMAIN')
    expect((await page('?status=failed')).data?.jobs).toEqual([])
  })

  test.each(['?limit=0', '?limit=101', '?limit=x', '?offset=-1', '?status=odd', '?limit=1.5'])(
    'the job list refuses %s',
    async (query) => {
      const { status, body } = await account.request('GET', `/jobs${query}`)
      expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
    },
  )

  test('JSON and TOON have the same content', async () => {
    const json = await account.request('GET', '/jobs?limit=3')
    const toon = await account.request('GET', '/jobs?limit=3', undefined, {
      accept: 'application/toon',
    })
    expect(decode(toon.text)).toEqual(json.body)
  })
})

test('a waiting job is shown as queued, by its id, in the list and by the filter', async () => {
  const owner = await service.account()
  const jobId = newIdentifier('job')
  await service.platform.pool.query(
    `insert into jobs (id, account_id, domain, registrable_domain, depth, sandbox, status)
      values ($1, $2, 'example.com', 'example.com', 'deep', true, 'waiting')`,
    [jobId, owner.userId],
  )
  const shown = { job_id: jobId, status: 'queued', progress: { stage: 'queued', percent: 0 } }
  expect((await owner.request('GET', `/jobs/${jobId}`)).body.data).toMatchObject(shown)
  for (const query of ['', '?status=queued'])
    expect((await owner.request('GET', `/jobs${query}`)).body.data?.jobs).toMatchObject([shown])
  expect((await owner.request('GET', '/jobs?status=waiting')).status).toBe(422)
})

describe('the times of a job', () => {
  const times = ({ created_at, started_at, completed_at }: Record<string, unknown>) =>
    [created_at, started_at, completed_at].map(String)
  const expectOrder = (job: Record<string, unknown>) => {
    expect(times(job)).not.toContain('null')
    expect(times(job).sort()).toEqual(times(job))
  }

  test.each(['quick', 'deep'])('a %s sandbox analysis has all three times', async (depth) => {
    const { body } = await account.request('POST', '/analyze', {
      domain: 'test-corp.sandbox.example',
      depth,
    })
    const job = await account.untilTerminal(body.data?.job_id as string)
    expectOrder(job)
    expect(job.started_at).toBe(job.created_at)
  })

  test('500 quick jobs are created, started and completed in this order', async () => {
    const owner = await service.account({ tier: 'enterprise' })
    const run = async (n: number) => {
      const id = newIdentifier('job')
      const call = (statement: string, argument: object) =>
        service.platform.pool.query(`select ${statement}($1::jsonb)`, [JSON.stringify(argument)])
      await call('submit_job', {
        job_id: id,
        account_id: owner.userId,
        domain: `timed-${n}.com`,
        registrable_domain: `timed-${n}.com`,
        depth: 'quick',
        quota: null,
      })
      await service.platform.pool.query('select claim_job($1, $2)', [id, `run-${n}`])
      await call('finish_job', { job_id: id, status: 'failed', run_token: `run-${n}` })
    }
    for (let n = 0; n < 500; n += 10)
      await Promise.all(Array.from({ length: 10 }, (_, more) => run(n + more)))
    const { rows } = await service.platform.pool.query(
      `select count(*)::integer as jobs, count(*) filter (where created_at <= started_at and started_at <= completed_at)::integer as ordered
        from jobs where account_id = $1`,
      [owner.userId],
    )
    expect(rows).toEqual([{ jobs: 500, ordered: 500 }])
    const { body } = await owner.request('GET', '/jobs?limit=100')
    const { jobs } = body.data as { jobs: Record<string, unknown>[] }
    for (const job of jobs) expectOrder(job)
  })

  test('a clock of the database that goes back does not turn the times around', async () => {
    const id = newIdentifier('job')
    await service.platform.pool.query(
      `insert into jobs (id, account_id, domain, registrable_domain, depth, sandbox, created_at)
        values ($1, $2, 'example.com', 'example.com', 'quick', true, clock_timestamp() + interval '1 hour')`,
      [id, account.userId],
    )
    await service.platform.pool.query(`select claim_job($1, 'run')`, [id])
    await service.platform.pool.query(
      `select finish_job(jsonb_build_object('job_id', $1::text, 'status', 'failed'))`,
      [id],
    )
    expectOrder(await account.untilTerminal(id))
  })
})

describe('the verdict', () => {
  const verdictOf = (id: string, by = account) => by.request('GET', `/jobs/${id}/verdict`)

  test('says in words what the job says, with facts of the evidence', async () => {
    const job = await account.analyze(COMPANY).untilTerminal()
    const { status, body } = await verdictOf(job.job_id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      domain: COMPANY,
      headline: job.scoring_result?.entity,
      confidence: job.scoring_result?.confidence,
      is_registered: true,
      facts: { registration: { outcome: 'registered', abuse_email: expect.stringContaining('@') } },
    })
    expect(body.data?.reasons).not.toEqual([])
  })

  test('of another account, of a failed job and of a running job is refused', async () => {
    const other = await service.account()
    const job = await account.analyze(COMPANY).untilTerminal()
    const insert = async (state: 'running' | 'failed') => {
      const id = newIdentifier('job')
      await service.platform.pool.query(
        `insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox, completed_at)
           values ($1, $2, 'example.com', 'example.com', 'deep', $3, true, case when $3 = 'failed' then now() end)`,
        [id, account.userId, state],
      )
      return id
    }
    const failed = await insert('failed')
    const running = await insert('running')
    const answers = [
      await verdictOf(job.job_id, other),
      await verdictOf(failed),
      await verdictOf(running),
    ]
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [409, 'JOB_IN_PROGRESS'],
    ])
    await service.platform.pool.query('delete from jobs where id = any($1)', [[failed, running]])
  })
})
