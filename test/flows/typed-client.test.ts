import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../workers/dashboard/api/openapi-types.d.ts'
import { bodyOf, type TypedClient, typedClient } from '../contract/client.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, startService } from '../platform/service.ts'

type Job = components['schemas']['Job']

const EMAIL = 'integrator@tests.example'
const BAKERY = 'fennandoakbakery.com'
const SANDBOX = 'test-corp.sandbox.example'
const POLL_MS = 50
const POLL_LIMIT_MS = 50_000

let internet: SampleInternet
let service: Service
let client: TypedClient
let person: TypedClient

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({ internet })
  await service.account({ email: EMAIL, tier: 'team', credits: 100 })
  const stranger = typedClient(service.baseUrl)
  const token = service.platform.identity.mailLink(EMAIL)
  const signedIn = await bodyOf(stranger.POST('/auth/verify-token', { body: { token } }))
  person = typedClient(service.baseUrl, { authorization: `Bearer ${signedIn.data.access_token}` })
  const made = await bodyOf(person.POST('/auth/keys', { body: { name: 'typed client' } }))
  client = typedClient(service.baseUrl, {
    'x-api-key': made.data.key ?? expect.fail('a new key is shown'),
  })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
  await internet.close()
})

/**
 * True for a whole job. An answer in the form of a template may contain only some fields, and then
 * `progress` is missing.
 */
const isJob = (data: object): data is Job => 'progress' in data

async function polled<Data>(
  read: () => Promise<Data>,
  isEnded: (data: Data) => boolean,
): Promise<Data> {
  const deadline = Date.now() + POLL_LIMIT_MS
  for (;;) {
    const data = await read()
    if (isEnded(data)) return data
    if (Date.now() > deadline) throw new Error(`has not ended: ${JSON.stringify(data)}`)
    await delay(POLL_MS)
  }
}

async function jobOf(jobId: string): Promise<Job> {
  const { data } = await bodyOf(
    client.GET('/jobs/{job_id}', { params: { path: { job_id: jobId } } }),
  )
  return isJob(data) ? data : expect.fail('a job was asked for')
}

async function submitted(domain: string, more: { callback_url?: string } = {}): Promise<string> {
  const { data } = await bodyOf(client.POST('/analyze', { body: { domain, ...more } }))
  return typeof data.job_id === 'string' ? data.job_id : expect.fail('a submission names its job')
}

const untilEnded = (jobId: string) =>
  polled(
    () => jobOf(jobId),
    ({ status }) => status !== 'queued' && status !== 'running',
  )

test('a user signs in, sees the account and its keys, and revokes a key', async () => {
  const me = await bodyOf(person.GET('/auth/me'))
  expect(me.data).toMatchObject({ email: EMAIL, tier: 'team', credits: expect.any(Number) })
  const spare = await bodyOf(person.POST('/auth/keys', { body: { name: 'spare' } }))
  await bodyOf(
    person.DELETE('/auth/keys/{key_id}', { params: { path: { key_id: spare.data.key_id } } }),
  )
  const listed = await bodyOf(person.GET('/auth/keys'))
  const names = listed.data.keys.map(({ name }) => name)
  expect(names).toContain('typed client')
  expect(names).not.toContain('spare')
})

test('a refusal is a documented error with its code', async () => {
  const { error, response } = await client.POST('/analyze', { body: { domain: 'not a domain' } })
  expect([response.status, error?.error.code]).toEqual([422, 'INVALID_DOMAIN'])
})

describe('one domain', () => {
  test('a quick analysis answers the finished job', async () => {
    const { data } = await bodyOf(
      client.POST('/analyze', { body: { domain: BAKERY, depth: 'quick' } }),
    )
    const job = isJob(data) ? data : expect.fail('quick answers a job')
    expect([job.status, job.scoring_result?.outcome]).toEqual(['completed', 'attributed'])
  })

  test('wait=true answers when the job has ended', async () => {
    const { data } = await bodyOf(
      client.POST('/analyze', { params: { query: { wait: true } }, body: { domain: SANDBOX } }),
    )
    const job = isJob(data) ? data : expect.fail('the sandbox answers within the wait')
    expect(job.scoring_result?.entity).toBe('Test Corporation')
  })

  test('a deep analysis is polled, explained, certified and stored in the history', async () => {
    const job = await untilEnded(await submitted(BAKERY))
    const params = { path: { job_id: job.job_id } }
    const { data } = await bodyOf(client.GET('/jobs/{job_id}/signals', { params }))
    expect(data.entities[0]?.entity).toBe(job.scoring_result?.entity)

    const signed = await bodyOf(client.GET('/jobs/{job_id}/certificate', { params }))
    const verified = await bodyOf(client.POST('/certificates/verify', { body: signed }))
    expect(verified.data.valid).toBe(true)

    const history = await bodyOf(
      client.GET('/domains/{domain}/history', {
        params: { path: { domain: BAKERY }, query: { limit: 5 } },
      }),
    )
    expect(history.data.entries.length).toBeGreaterThan(0)
    const found = await bodyOf(client.GET('/entities/search', { params: { query: { q: 'Fenn' } } }))
    expect(
      found.data.entities.flatMap(({ domains }) => domains.map(({ domain }) => domain)),
    ).toContain(BAKERY)
    expect(found.meta.has_more).toBe(false)
  })

  test('the fields of a job are typed, in the whole job and under a template', async () => {
    const fields = ['domain', 'scoring_result.candidates[].entity']
    const template = await bodyOf(
      client.POST('/schemas/templates', { body: { name: 'operator', fields } }),
    )
    const path = { job_id: (await untilEnded(await submitted(SANDBOX))).job_id }
    const whole = await bodyOf(client.GET('/jobs/{job_id}', { params: { path } }))
    const status: Job['status'] | undefined = whole.data.status
    expect(status).toBe('completed')

    const query = { template: template.data.name }
    const { data } = await bodyOf(client.GET('/jobs/{job_id}', { params: { path, query } }))
    const entity: string | undefined = data.scoring_result?.candidates?.[0]?.entity
    expect([data.domain, entity, data.status]).toEqual([SANDBOX, 'Test Corporation', undefined])
    expect(isJob(data)).toBe(false)
  })

  test('a callback is delivered, and its status is reported', async () => {
    const jobId = await submitted(SANDBOX, {
      callback_url: internet.receivers.url('good', '/typed'),
    })
    const status = await polled(
      async () =>
        (
          await bodyOf(
            client.GET('/webhooks/{job_id}/status', { params: { path: { job_id: jobId } } }),
          )
        ).data,
      ({ status }) => status === 'delivered',
    )
    expect(status).toMatchObject({ attempts: 1, last_response_code: 200 })
  })
})

describe('many domains', () => {
  test('a batch answers one entry per domain', async () => {
    const { jobs, accepted, failed } = await bodyOf(
      client.POST('/analyze/batch', { body: { domains: [SANDBOX, 'no domain'], depth: 'quick' } }),
    )
    expect([accepted, failed]).toEqual([1, 1])
    expect(jobs.map(({ result, error }) => result?.status ?? error?.code)).toEqual([
      'completed',
      'INVALID_DOMAIN',
    ])
  })

  test('a bulk job is submitted, polled, paged and downloaded', async () => {
    const domains = [BAKERY, 'haldensee.ch', 'quillonharbor.com']
    const list = await bodyOf(client.POST('/analyze/bulk', { body: { domains, depth: 'quick' } }))
    const path = { bulk_job_id: list.bulk_job_id }
    const ended = await polled(
      async () =>
        (await bodyOf(client.GET('/analyze/bulk/{bulk_job_id}', { params: { path } }))).data,
      ({ status }) => status === 'completed' || status === 'failed',
    )
    expect(ended).toMatchObject({ status: 'completed', total: 3, rejected: 0 })
    const page = await bodyOf(
      client.GET('/analyze/bulk/{bulk_job_id}/items', {
        params: { path, query: { limit: 2, offset: 2 } },
      }),
    )
    expect([page.data.items.map(({ domain }) => domain), page.meta.has_more]).toEqual([
      ['quillonharbor.com'],
      false,
    ])

    const file = await (
      await fetch(ended.exports?.json_url ?? expect.fail('a finished list has exports'))
    ).text()
    const lines = file.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).domain)).toEqual(domains)
  })

  test('a correlation is polled to its clusters and its graph', async () => {
    const asked = await bodyOf(
      client.POST('/correlate', {
        body: { domains: ['vintara.com', 'vintaraplay.com', 'lakeside-rowing.org'] },
      }),
    )
    const params = { path: { correlation_id: asked.data.correlation_id } }
    const ended = await polled(
      async () => (await bodyOf(client.GET('/correlate/{correlation_id}', { params }))).data,
      ({ status }) => status === 'completed' || status === 'failed',
    )
    expect(ended.result?.clusters.map((cluster) => cluster.domains)).toEqual([
      ['vintara.com', 'vintaraplay.com'],
    ])
    const picture = await bodyOf(
      client.GET('/correlate/{correlation_id}/graph.svg', { params, parseAs: 'text' }),
    )
    expect(picture).toContain('<svg')
  })
})

test('usage, balance and ledger show the costs', async () => {
  const usage = await bodyOf(person.GET('/billing/usage'))
  const credits = await bodyOf(person.GET('/billing/credits'))
  const ledger = await bodyOf(person.GET('/billing/ledger', { params: { query: { limit: 1 } } }))
  expect(usage.data.used).toBeGreaterThan(0)
  expect(ledger.data[0]?.balance_after).toBe(credits.data.balance)
})
