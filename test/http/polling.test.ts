import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
import { watchOne } from './monitor-caller.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team', credits: 20 })
})
afterAll(() => service.stop())

const SECONDS = /^[1-9]\d*$/
const CORP = 'test-corp.sandbox.example'
const UNKNOWN = 'test-unknown.sandbox.example'

const submissions: [string, () => [string, unknown] | Promise<[string, unknown]>, string][] = [
  ['analysis', () => ['/analyze', { domain: CORP }], 'job_id'],
  ['correlation', () => ['/correlate', { domains: [CORP, UNKNOWN] }], 'correlation_id'],
  ['list', () => ['/analyze/bulk', { domains: [CORP] }], 'bulk_job_id'],
  [
    'check of a monitor',
    async () => [`/monitors/${await watchOne(account, CORP)}/check`, undefined],
    'job_id',
  ],
]

test.each(submissions)(
  'the 202 of a new %s names the path and the pause of its polling, also when it is replayed',
  async (_, request, id) => {
    const [path, body] = await request()
    const headers = { 'idempotency-key': `poll-${path}` }
    const first = await account.request('POST', path, body, headers)
    const again = await account.request('POST', path, body, headers)
    const answered = JSON.parse(first.text)
    for (const answer of [first, again]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([
        202,
        expect.stringMatching(SECONDS),
      ])
      expect(answer.headers.get('location')).toContain((answered.data ?? answered)[id])
    }
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const polled = await account.request('GET', first.headers.get('location') ?? '')
    expect(polled.status).toBe(200)
  },
)

test('the 202 of a batch has Retry-After only, and other answers of a batch have neither', async () => {
  const deep = await account.request('POST', '/analyze/batch', { domains: [CORP] })
  const quick = await account.request('POST', '/analyze/batch', { domains: [CORP], depth: 'quick' })
  const headers = [deep, quick].map((answer) => [
    answer.status,
    answer.headers.get('retry-after') !== null,
    answer.headers.get('location'),
  ])
  expect(headers).toEqual([
    [202, true, null],
    [200, false, null],
  ])
})

test('GET with wait=true answers when the job ends, and Retry-After stands on unfinished jobs only', async () => {
  service.platform.internet?.setLatency?.(1_500)
  const { body } = await account.request('POST', '/analyze', { domain: 'listed-7501.com' })
  const path = `/jobs/${body.data?.job_id}`
  const unfinished = await account.request('GET', path)
  expect(unfinished.headers.get('retry-after')).toMatch(SECONDS)
  service.platform.internet?.setLatency?.(0)
  const ended = await account.request('GET', `${path}?wait=true`)
  expect(ended.body.data?.status).toMatch(/^(completed|partial)$/)
  expect(ended.body.data?.scoring_result).toBeDefined()
  expect(ended.headers.get('retry-after')).toBeNull()
  expect((await account.request('GET', `${path}?wait=true`)).body).toEqual(ended.body)
})

test.each([
  ['?wait=yes', 422],
  ['?wait=true&template=no-such-template', 404],
])('GET of a job with %s answers %i', async (query, status) => {
  const { body } = await account.request('POST', '/analyze', { domain: CORP })
  expect((await account.request('GET', `/jobs/${body.data?.job_id}${query}`)).status).toBe(status)
})

test('another account cannot wait for a job', async () => {
  const stranger = await service.account()
  const { body } = await account.request('POST', '/analyze', { domain: CORP })
  const waited = await stranger.request('GET', `/jobs/${body.data?.job_id}?wait=true`)
  expect(waited.status).toBe(404)
})

test('rows of the list of jobs show progress without collectors', async () => {
  const { body } = await account.request('GET', '/jobs')
  const { jobs } = body.data as { jobs: { progress: object }[] }
  for (const { progress } of jobs)
    expect(Object.keys(progress).sort()).toEqual(['percent', 'stage', 'updated_at'])
})
