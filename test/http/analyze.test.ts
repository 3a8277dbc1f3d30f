import { decode } from '@toon-format/toon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team' })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const countOf = async (table: 'jobs' | 'charges') => {
  const { rows } = await service.platform.pool.query(
    `select count(*)::integer as n from ${table} where account_id = $1`,
    [account.userId],
  )
  return rows[0].n as number
}

describe('refused submissions', () => {
  const long = (characters: number) => 'a'.repeat(characters)
  test.each([
    ['the form of a URL', { domain: 'https://example.com/x' }, /did you mean example\.com/],
    ['the form of an email address', { domain: 'me@example.com' }, /did you mean example\.com/],
    ['the form of an IPv4 address', { domain: '192.0.2.7' }, /IP address/],
    ['the form of an IPv6 address', { domain: '[2001:db8::1]' }, /IP address/],
    ['only one label', { domain: 'localhost' }, /single label/],
    ['an underscore', { domain: '_dmarc.example.com' }, /underscore/],
    ['an empty label', { domain: 'example..com' }, /empty label/],
    ['a label of 64 characters', { domain: `${long(64)}.com` }, /64 characters/],
    ['254 characters', { domain: `${`${long(49)}.`.repeat(5)}comm` }, /longer than 253/],
    ['an unknown suffix', { domain: 'example.notatld' }, /not a public suffix/],
    ['white space', { domain: 'exam ple.com' }, /white space/],
    ['only white space', { domain: '   ' }, /empty/],
  ])('a domain with %s is invalid', async (_, body, reason) => {
    const { status, body: answer } = await account.request('POST', '/analyze', body)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ data: null, error: { code: 'INVALID_DOMAIN' }, meta: null })
    expect(answer.error?.message).toMatch(/^domain: /)
    expect(answer.error?.message).toMatch(reason)
  })

  test.each([
    ['a domain that is null', { domain: null }, 'domain'],
    ['a domain that is a number', { domain: 42 }, 'domain'],
    ['a domain that is an array', { domain: ['example.com'] }, 'domain'],
    ['no domain', {}, 'domain'],
    ['an unknown field', { domain: 'example.com', colour: 'red' }, 'colour'],
    ['an unknown depth', { domain: 'example.com', depth: 'medium' }, 'depth'],
    [
      'a force_refresh that is not boolean',
      { domain: 'example.com', force_refresh: 'yes' },
      'force_refresh',
    ],
    [
      'a callback to an IP address',
      { domain: 'example.com', callback_url: 'https://127.0.0.1/hook' },
      'callback_url',
    ],
    [
      'a callback without https',
      { domain: 'example.com', callback_url: 'http://example.com/hook' },
      'callback_url',
    ],
  ])(
    'a submission with %s is a validation error with the name of the field',
    async (_, body, field) => {
      const { status, body: answer } = await account.request('POST', '/analyze', body)
      expect(status).toBe(422)
      expect(answer.error?.code).toBe('VALIDATION_ERROR')
      expect(answer.error?.message).toContain(field)
      expect(JSON.stringify(answer.error?.details)).toContain(field)
    },
  )

  test.each([
    ['malformed JSON', '{"domain": ', {}, 400, 'MALFORMED_JSON'],
    [
      'another content type',
      'domain=example.com',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body over 1 MiB',
      JSON.stringify({ domain: 'x'.repeat(1024 * 1024) }),
      {},
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'quick with force_refresh',
      JSON.stringify({ domain: 'example.com', depth: 'quick', force_refresh: true }),
      {},
      400,
      'INVALID_COMBINATION',
    ],
  ])('a request with %s is refused in the envelope', async (_, body, headers, expected, code) => {
    const { status, body: answer } = await account.request('POST', '/analyze', body, headers)
    expect([status, answer.error?.code]).toEqual([expected, code])
  })

  test('quick depth with wait=true is refused, and an invalid wait is named in the error', async () => {
    const quick = await account.request('POST', '/analyze?wait=true', {
      domain: 'example.com',
      depth: 'quick',
    })
    expect([quick.status, quick.body.error?.code]).toEqual([400, 'INVALID_COMBINATION'])
    const odd = await account.request('POST', '/analyze?wait=perhaps', { domain: 'example.com' })
    expect([odd.status, odd.body.error?.message]).toEqual([422, 'wait: must be true or false'])
  })

  test('a body of unknown length is cut off at 1 MiB', async () => {
    const chunk = new TextEncoder().encode(' '.repeat(256 * 1024))
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 1
        if (sent > 8) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        'x-api-key': account.apiKey,
        'content-type': 'application/json',
        connection: 'close',
      },
    }
    const answer = await fetch(`${service.baseUrl}/analyze`, init as RequestInit)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  test('refused submissions charge nothing and store no job', async () => {
    expect([await countOf('jobs'), await countOf('charges')]).toEqual([0, 0])
  })
})

describe('common behaviour of all routes', () => {
  test('an unknown path is 404, an unknown method 405 with Allow, OPTIONS 204, all with a request id', async () => {
    const unknown = await service.request('GET', '/nowhere')
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    const method = await service.request('DELETE', '/analyze')
    expect([method.status, method.body.error?.code, method.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST, OPTIONS',
    ])
    const options = await service.request('OPTIONS', '/jobs')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    for (const answer of [unknown, method, options])
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('a valid request id of the caller is kept', async () => {
    const kept = await service.request('GET', '/health', undefined, {
      'x-request-id': 'my-request_0001',
    })
    expect(kept.headers.get('x-request-id')).toBe('my-request_0001')
    const replaced = await service.request('GET', '/health', undefined, {
      'x-request-id': 'no spaces please',
    })
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('HEAD answers like GET without a body', async () => {
    const { status, text, headers } = await service.request('HEAD', '/health')
    expect([status, text, headers.get('content-type')]).toEqual([
      200,
      '',
      'application/json; charset=utf-8',
    ])
  })

  test('errors are available as TOON', async () => {
    const { status, headers, text } = await account.request(
      'POST',
      '/analyze',
      { domain: 'x' },
      { accept: 'application/toon' },
    )
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      422,
      'application/toon',
      'Accept',
    ])
    expect(decode(text)).toMatchObject({ data: null, error: { code: 'INVALID_DOMAIN' } })
  })

  test('the document is OpenAPI 3.1, has version 0.1.0 and describes every route', async () => {
    const document = JSON.parse((await service.request('GET', '/openapi.json')).text)
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '0.1.0'])
    expect(document.paths['/analyze'].post.security).toEqual([{ apiKey: [] }])
    expect(Object.keys(document.paths['/jobs/{job_id}'].get.responses)).toEqual(
      expect.arrayContaining(['200', '401', '404', '503']),
    )
  })
})

describe('the sandbox', () => {
  test.each(['quick', 'deep'])(
    'the sandbox answers fixed results in depth %s at no cost',
    async (depth) => {
      const before = await countOf('charges')
      const ask = async (name: string) => {
        const { body } = await account.request('POST', '/analyze', {
          domain: `${name}.sandbox.example`,
          depth,
        })
        return account.untilTerminal(body.data?.job_id as string)
      }
      const corporation = await ask('test-corp')
      expect(corporation).toMatchObject({
        status: 'completed',
        scoring_result: { outcome: 'attributed', entity: 'Test Corporation', confidence: 0.95 },
      })
      const unknown = await ask('test-unknown')
      expect(unknown).toMatchObject({
        status: 'completed',
        scoring_result: { outcome: 'no_clear_entity', entity: null, confidence: 0.25 },
      })
      expect((await ask('test-corp')).scoring_result).toEqual(corporation.scoring_result)
      expect(await countOf('charges')).toBe(before)
    },
  )

  test('a sandbox domain with wait=true answers the finished job at once', async () => {
    const { status, body } = await account.request('POST', '/analyze?wait=true', {
      domain: 'test-corp.sandbox.example',
    })
    expect([status, body.data?.status]).toEqual([200, 'completed'])
  })

  test('an unknown sandbox name is an invalid domain', async () => {
    const { status, body } = await account.request('POST', '/analyze', {
      domain: 'other.sandbox.example',
    })
    expect([status, body.error?.code]).toEqual([422, 'INVALID_DOMAIN'])
  })
})

test('a quick analysis needs five statements: key, submission, claim, known companies, and end', async () => {
  await service.platform.logs.quiet()
  service.platform.stats.clear()
  const { status } = await account.request('POST', '/analyze', {
    domain: 'listed-7301.com',
    depth: 'quick',
  })
  await service.platform.logs.quiet()
  expect(status).toBe(200)
  expect(service.platform.stats.routes()['POST /analyze']).toMatchObject({
    requests: 1,
    postgres: 5,
    queue: 0,
  })
})

describe('coverage', () => {
  const submit = (who: ServiceAccount, domain: string) =>
    who.request('POST', '/analyze', { domain, depth: 'quick' })

  test('a free account over its quota is refused without credits and accepted with credits', async () => {
    const broke = await service.account({ quota_used: 50 })
    const refused = await submit(broke, 'fennandoakbakery.com')
    expect([refused.status, refused.body.error?.code]).toEqual([402, 'QUOTA_EXCEEDED'])
    const { period_end } = (await broke.request('GET', '/billing/usage')).body.data ?? {}
    const details = { required: 1, balance: 0, period_end }
    expect(refused.body.error).toMatchObject({ details })
    const batch = await broke.request('POST', '/analyze/batch', { domains: ['vintara.com'] })
    const [entry] = JSON.parse(batch.text).jobs
    expect(Object.keys(entry.error)).toEqual(['code', 'message'])

    const rich = await service.account({ quota_used: 50, credits: 1 })
    expect((await submit(rich, 'fennandoakbakery.com')).status).toBe(200)
    expect((await rich.ledger()).map(({ delta, reason }) => [delta, reason])).toEqual([
      [-1, 'analysis'],
      [1, 'adjustment'],
    ])
    expect((await submit(rich, 'fennandoakbakery.com')).status).toBe(402)
  })

  test('a metered subscription is billed overage before credits', async () => {
    const metered = await service.account({
      tier: 'pro',
      quota_used: 1000,
      credits: 5,
      subscription: 'metered',
    })
    expect((await submit(metered, 'fennandoakbakery.com')).status).toBe(200)
    const { rows } = await service.platform.pool.query(
      'select coverage from charges where account_id = $1',
      [metered.userId],
    )
    expect(rows).toEqual([{ coverage: 'overage' }])
    const plain = await service.account({
      tier: 'pro',
      quota_used: 1000,
      credits: 5,
      subscription: 'plain',
    })
    await submit(plain, 'fennandoakbakery.com')
    expect((await plain.ledger())[0]).toMatchObject({
      delta: -1,
      reason: 'analysis',
      balance_after: 4,
    })
  })

  test('of a hundred simultaneous submissions with ten credits, ten are covered and ninety are refused', async () => {
    const hot = await service.account({ quota_used: 50, credits: 10 })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        hot.request('POST', '/analyze', { domain: `listed-${1000 + n}.com` }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 202).length,
      statuses.filter((status) => status === 402).length,
    ]).toEqual([10, 90])
    await Promise.all(
      answers
        .filter(({ status }) => status === 202)
        .map(({ body }) => hot.untilTerminal(body.data?.job_id as string)),
    )
  })
})
