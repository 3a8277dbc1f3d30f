import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createObservedInternet } from '../internet/observed-internet.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'

const FOLDERS = [
  path.join(import.meta.dirname, '../internet/domains'),
  path.join(import.meta.dirname, '../eval/vague'),
]

let internet: Awaited<ReturnType<typeof createObservedInternet>>
let service: Service
let account: ServiceAccount

beforeAll(async () => {
  internet = await createObservedInternet({ folders: FOLDERS })
  service = await startService({ internet })
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

interface Collector {
  name: string
  status: string
  detail: string | null
}

const collectorOf = (job: JobAnswer, name: string): Collector | undefined =>
  (job.progress as { collectors: Collector[] }).collectors.find((each) => each.name === name)

async function analyze(
  domain: string,
  key?: string,
  provider = 'anthropic',
  who = account,
): Promise<JobAnswer> {
  const headers = key === undefined ? {} : { 'x-llm-api-key': key, 'x-llm-provider': provider }
  const { status, text, body } = await who.request('POST', '/analyze', { domain }, headers)
  expect([status, text]).toEqual([202, expect.any(String)])
  return who.untilTerminal(body.data?.job_id as string)
}

const attribution = ({ scoring_result: result }: JobAnswer) => [
  result?.outcome,
  result?.entity,
  result?.confidence,
]

async function usesOf(jobId: string) {
  const { rows } = await service.platform.pool.query(
    'select purpose, provider, model, paid_by, input_tokens, output_tokens, cost_micro_usd::integer as cost, outcome from llm_uses where subject = $1',
    [jobId],
  )
  return rows
}

/**
 * Highest confidence without a language model. The test page names its operator only in a sentence
 * that only a language model can read.
 */
const UNREAD_CONFIDENCE_MAX = 0.55

describe('deep analyses', () => {
  test('a deep analysis without a key runs no model, says so and is complete', async () => {
    const job = await analyze('quietvalleyhoney.com')
    expect(job.status).toBe('completed')
    expect(collectorOf(job, 'llm')).toMatchObject({
      status: 'skipped',
      detail: 'No language model is configured.',
    })
    expect(collectorOf(job, 'vision')).toMatchObject({ status: 'skipped' })
    expect(collectorOf(job, 'enrichment')).toMatchObject({ status: 'skipped' })
    expect(attribution(job)[2]).toBeLessThan(UNREAD_CONFIDENCE_MAX)
  })

  test.each(['anthropic', 'openai', 'google'])(
    'a deep analysis with a key of %s finds the operator of a vague page and records the tokens',
    async (provider) => {
      const job = await analyze('quietvalleyhoney.com', 'sample-honest', provider)
      expect(collectorOf(job, 'llm')).toMatchObject({ status: 'ok' })
      expect(attribution(job)).toEqual([
        'attributed',
        'Orrin & Maddox Apiaries',
        expect.any(Number),
      ])
      expect(attribution(job)[2]).toBeGreaterThan(UNREAD_CONFIDENCE_MAX)
      expect(await usesOf(job.job_id)).toEqual([
        {
          purpose: 'llm',
          provider,
          model: expect.any(String),
          paid_by: 'request',
          input_tokens: expect.any(Number),
          output_tokens: expect.any(Number),
          cost: expect.any(Number),
          outcome: 'answered',
        },
      ])
    },
  )

  test('a deep analysis counts the domains of a published registrant', async () => {
    const job = await analyze('corvane-werkzeug.com')
    expect(['ok', 'empty']).toContain(collectorOf(job, 'reverse_whois')?.status)
    expect(internet.requests.some(({ host }) => host === 'reverse-whois.whoisxmlapi.com')).toBe(
      true,
    )
  })

  test('a quick analysis calls no model, even with a key', async () => {
    const before = internet.requests.length
    const headers = { 'x-llm-api-key': 'sample-honest', 'x-llm-provider': 'openai' }
    const { status, body } = await account.request(
      'POST',
      '/analyze',
      { domain: 'marsh-lamps.co.uk', depth: 'quick' },
      headers,
    )
    const progress = body.data?.progress as { collectors: Collector[] } | undefined
    expect([
      status,
      progress?.collectors.map(({ name }) => name).filter((name) => name === 'llm'),
    ]).toEqual([200, []])
    expect(internet.requests.slice(before).filter(({ host }) => host === 'api.openai.com')).toEqual(
      [],
    )
  })
})

describe('the header X-LLM-API-Key-Used', () => {
  const own = { 'x-llm-api-key': 'sample-honest', 'x-llm-provider': 'openai' }
  const submit = async (path: string, body: object, headers: Record<string, string> = own) => {
    const answer = await account.request('POST', path, body, headers)
    return [answer.status, answer.headers.get('x-llm-api-key-used')]
  }

  test('says that a new deep analysis uses the key, and that a job which already existed does not', async () => {
    internet.setLatency?.(1_000)
    const domain = 'listed-777.com'
    expect(await submit('/analyze', { domain }, { ...own, 'idempotency-key': 'own-key' })).toEqual([
      202,
      'true',
    ])
    expect(await submit('/analyze', { domain }, { ...own, 'idempotency-key': 'own-key' })).toEqual([
      202,
      'true',
    ])
    expect(await submit('/analyze', { domain })).toEqual([202, 'false'])
    internet.setLatency?.(0)
    expect(await submit('/analyze?wait=true', { domain })).toEqual([200, 'false'])
  })

  test('says that quick analyses and the sandbox do not use the key, and is absent without a key', async () => {
    expect(await submit('/analyze', { domain: 'listed-778.com', depth: 'quick' })).toEqual([
      200,
      'false',
    ])
    const sandbox = { domain: 'test-corp.sandbox.example' }
    expect(await submit('/analyze?wait=true', sandbox)).toEqual([200, 'false'])
    expect(await submit('/analyze?wait=true', sandbox, {})).toEqual([200, null])
  })
})

describe('models with false claims', () => {
  const cases = [
    'quietvalleyhoney.com',
    'readslowly.org',
    'reedlantern.com',
    'graniteledger.app',
    'brasswindfriends.com',
  ]

  test.each(['hallucinating', 'obedient'])(
    'a model that is %s changes no operator and no confidence',
    async (mode) => {
      for (const domain of cases) {
        const plain = await analyze(domain)
        const read = await analyze(domain, `sample-${mode}`)
        expect([domain, ...attribution(read)]).toEqual([domain, ...attribution(plain)])
        expect(collectorOf(read, 'llm')).toMatchObject({ status: 'empty' })
      }
    },
  )

  test('the claims of a model that obeys a page are counted and dropped', async () => {
    const job = await analyze('reedlantern.com', 'sample-obedient')
    expect(collectorOf(job, 'llm')?.detail).toMatch(
      /^The model made \d+ claims, none of which the evidence bears out\.$/,
    )
  })
})

describe('models that fail', () => {
  test.each([
    ['cutoff', 'The model provider anthropic broke off its answer at the limit of tokens.'],
    ['broken', 'The model provider anthropic gave an answer that is not of the form asked for.'],
    ['refusing', 'The model provider anthropic declined to answer.'],
    ['limited', 'The model provider anthropic takes no more requests with this key at the moment.'],
    ['failing', 'The model provider anthropic could not be reached or failed.'],
    ['invalid', 'The model provider anthropic refused the key.'],
  ])(
    'a model in the mode %s fails its collector with a reason, and the job still has a result',
    async (mode, detail) => {
      const job = await analyze('fennandoakbakery.com', `sample-${mode}`)
      expect(collectorOf(job, 'llm')).toMatchObject({ status: 'failed', detail })
      expect([job.status, attribution(job)[0]]).toEqual(['partial', 'attributed'])
    },
  )

  test('a key that Google refuses with 400 fails the collector with a reason', async () => {
    const job = await analyze('fennandoakbakery.com', 'sample-invalid', 'google')
    expect(collectorOf(job, 'llm')?.detail).toBe('The model provider google refused the key.')
  })
})

test.each([
  [{ 'x-llm-provider': 'mistral' }, 400, 'UNSUPPORTED_PROVIDER'],
  [{ 'x-llm-provider': 'workers_ai', 'x-llm-api-key': 'some-key-1' }, 400, 'UNSUPPORTED_PROVIDER'],
  [{ 'x-llm-api-key': 'some-key-1' }, 422, 'VALIDATION_ERROR'],
  [{ 'x-llm-provider': 'openai', 'x-llm-api-key': 'short' }, 422, 'VALIDATION_ERROR'],
])(
  'headers %j answer %i %s, charge nothing and do not repeat the key',
  async (headers, status, code) => {
    const owner = await service.account({ tier: 'team' })
    const answer = await owner.request('POST', '/analyze', { domain: 'readslowly.org' }, headers)
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    for (const value of Object.values(headers).filter((each) => each.includes('key-1')))
      expect(answer.text).not.toContain(value)
    const { rows } = await service.platform.pool.query(
      'select id from jobs where account_id = $1',
      [owner.userId],
    )
    expect(rows).toEqual([])
  },
)
