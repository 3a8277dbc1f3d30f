import { beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'

const CORP = 'test-corp.sandbox.example'
const UNKNOWN = 'test-unknown.sandbox.example'
const DEFANGED = 'Test-Corp[.]sandbox(.)example'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team' })
})

const csv = (path: string, lines: readonly string[]) =>
  account.request('POST', path, `domain\n${lines.join('\n')}\n`, { 'content-type': 'text/csv' })

const itemsOf = async (answer: { body: unknown }) => {
  const { bulk_job_id: id } = answer.body as { bulk_job_id: string }
  const { body } = await account.request('GET', `/analyze/bulk/${id}/items`)
  const { items } = body.data as {
    items: { domain: string; error: { message: string } | null }[]
  }
  return items.map(({ domain, error }) => [domain, error?.message ?? null])
}

describe('a defanged domain is accepted', () => {
  test.each([DEFANGED, 'test-corp[dot]sandbox[DOT]example', ' test-corp(.)sandbox[.]example. '])(
    '%j by POST /analyze',
    async (domain) => {
      const { status, body } = await account.request('POST', '/analyze', { domain, depth: 'quick' })
      expect([status, body.data?.domain]).toEqual([200, CORP])
    },
  )

  test('by a batch, a correlation and monitors', async () => {
    const domains = [DEFANGED, UNKNOWN]
    const batch = await account.request('POST', '/analyze/batch', { domains, depth: 'quick' })
    expect(batch.status).toBe(200)
    expect((batch.body as unknown as { jobs: unknown }).jobs).toMatchObject([
      { domain: CORP },
      { domain: UNKNOWN },
    ])
    const correlation = await account.request('POST', '/correlate', { domains })
    expect([correlation.status, correlation.body.data?.domains]).toEqual([202, [CORP, UNKNOWN]])
    const monitors = await account.request('POST', '/monitors', { domains: [DEFANGED] })
    expect(monitors.body.data).toMatchObject({ monitors: [{ domain: CORP }], rejected: [] })
  })

  test('by lists and monitors as CSV, where a URL stands for its host', async () => {
    const lines = [DEFANGED, `hxxps://${UNKNOWN.replaceAll('.', '[.]')}/login?x=1`]
    const read = [
      [CORP, null],
      [UNKNOWN, null],
    ]
    expect(await itemsOf(await csv('/analyze/bulk', lines))).toEqual(read)
    const json = await account.request('POST', '/analyze/bulk', { domains: lines })
    expect(await itemsOf(json)).toEqual(read)
    const monitors = await csv('/monitors', lines)
    expect(monitors.body.data).toMatchObject({
      monitors: [{ domain: CORP }, { domain: UNKNOWN }],
      rejected: [],
    })
  })
})

const URL_OF_SITE = 'https://www.fennandoakbakery.com/about'
const MESSAGE = 'is a URL; did you mean fennandoakbakery.com?'

describe('a URL', () => {
  test('is refused with a suggestion by POST /analyze and POST /correlate', async () => {
    const single = await account.request('POST', '/analyze', { domain: URL_OF_SITE })
    expect([single.status, single.body.error]).toEqual([
      422,
      {
        code: 'INVALID_DOMAIN',
        message: `domain: ${MESSAGE}`,
        details: [{ path: 'domain', message: MESSAGE, suggestion: 'fennandoakbakery.com' }],
      },
    ])
    const { body } = await account.request('POST', '/correlate', { domains: [CORP, URL_OF_SITE] })
    expect(body.error).toMatchObject({
      code: 'INVALID_DOMAIN',
      message: `domains.1: ${MESSAGE}`,
      details: [{ path: 'domains.1', suggestion: 'fennandoakbakery.com' }],
    })
  })

  test('is a refused entry of a batch and of monitors as JSON', async () => {
    const error = { code: 'INVALID_DOMAIN', message: `The domain ${MESSAGE}` }
    const domains = [CORP, URL_OF_SITE]
    const batch = await account.request('POST', '/analyze/batch', { domains, depth: 'quick' })
    expect((batch.body as unknown as { jobs: unknown[] }).jobs[1]).toEqual({
      domain: URL_OF_SITE,
      error,
    })
    const { body } = await account.request('POST', '/monitors', { domains })
    expect(body.data?.rejected).toEqual([{ domain: URL_OF_SITE, error }])
  })

  test('of an IP address, and an email address, are refused lines of a list', async () => {
    const items = await itemsOf(
      await csv('/analyze/bulk', ['https://192.0.2.1/x', `person@${CORP}`, `https://${CORP}`]),
    )
    expect(items).toEqual([
      ['https://192.0.2.1/x', 'The domain is an IP address; give a domain name.'],
      [`person@${CORP}`, `The domain is an email address; did you mean ${CORP}?`],
      [CORP, null],
    ])
  })
})

describe('a JSON body with a query parameter', () => {
  const stored = async (caller: ServiceAccount) => {
    const paths = ['/analyze/bulk', '/monitors', '/jobs', '/billing/usage']
    const answers = await Promise.all(paths.map((path) => caller.request('GET', path)))
    return [...answers.map(({ body }) => body.data), await caller.ledger()]
  }

  test.each([
    ['/analyze/bulk', 'passive=true', ['passive']],
    ['/analyze/bulk', 'passive=false', ['passive']],
    ['/analyze/bulk', 'depth=quick&name=list', ['depth', 'name']],
    ['/analyze/bulk', 'callback_url=https%3A%2F%2Fhooks.example.com%2F', ['callback_url']],
    ['/monitors', 'passive=true', ['passive']],
    ['/monitors', 'cadence=weekly&watch=parked', ['cadence', 'watch']],
    ['/monitors', 'label=mine&email=false', ['label', 'email']],
    ['/monitors', 'callback_url=https%3A%2F%2Fhooks.example.com%2F', ['callback_url']],
    [
      '/monitors',
      'reanalyze_days=30&monthly_credit_limit=1',
      ['reanalyze_days', 'monthly_credit_limit'],
    ],
  ])('POST %s?%s is refused, stores nothing and costs nothing', async (path, query, names) => {
    const caller = await service.account({ tier: 'team', credits: 5 })
    const before = await stored(caller)
    const { status, body } = await caller.request('POST', `${path}?${query}`, { domains: [CORP] })
    const message = 'belongs in the JSON body; query parameters are for text/csv'
    expect([status, body.error]).toEqual([
      422,
      {
        code: 'VALIDATION_ERROR',
        message: `${names[0]}: ${message}`,
        details: names.map((name) => ({ path: name, message })),
      },
    ])
    expect(await stored(caller)).toEqual(before)
  })
})
