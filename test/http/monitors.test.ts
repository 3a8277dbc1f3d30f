import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_WATCH, KINDS } from '../../shared/monitors/kinds.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { check, dataOf, pathsOf, refusal, type Shown, watch, watchOne } from './monitor-caller.ts'

let service: Service
let exhausted: Record<'free' | 'pro' | 'team', ServiceAccount>

const CORP = 'test-corp.sandbox.example'
const CHANGING = 'test-changing.sandbox.example'

beforeAll(async () => {
  service = await startService({
    env: { MONITORS_FREE: '3', QUOTA_FREE: '5', QUOTA_PRO: '5', QUOTA_TEAM: '5' },
  })
  const opened = (tier: 'free' | 'pro' | 'team') => service.account({ tier, quota_used: 5 })
  exhausted = { free: await opened('free'), pro: await opened('pro'), team: await opened('team') }
})
afterAll(() => service.stop())

/**
 * An account without quota and credits, so that new monitors start no analysis of the current
 * operator (the baseline).
 */
const newAccount = (tier: 'free' | 'pro' | 'team' = 'free') =>
  service.account({ tier, quota_used: 5 })
const add = (account: ServiceAccount, body: unknown) => account.request('POST', '/monitors', body)
const addCsv = (account: ServiceAccount, text: string, query = '') =>
  account.request('POST', `/monitors${query}`, text, { 'content-type': 'text/csv' })
const domainsOf = (monitors: unknown) => (monitors as Shown[]).map(({ domain }) => domain)
const show = async (account: ServiceAccount, id: string) =>
  dataOf(await account.request('GET', `/monitors/${id}`))
const patch = (account: ServiceAccount, id: string, body: unknown) =>
  account.request('PATCH', `/monitors/${id}`, body)

describe('POST /monitors', () => {
  test('a new monitor has the defaults of its tier', async () => {
    const account = await newAccount('pro')
    const [monitor] = await watch(account, ['alder-one.com'])
    expect(monitor).toEqual({
      monitor_id: expect.stringMatching(/^mon_[0-9a-z]{26}$/),
      domain: 'alder-one.com',
      status: 'active',
      cadence: 'daily',
      cadence_effective: 'daily',
      watch: [...DEFAULT_WATCH],
      label: null,
      email: true,
      passive: false,
      callback_url: null,
      reanalyze_days: null,
      monthly_credit_limit: 5,
      credits_this_month: 0,
      baseline: null,
      last_checked_at: null,
      next_check_at: expect.stringMatching(/Z$/),
      last_changed_at: null,
      last_error: 'QUOTA_EXCEEDED',
      created_at: expect.stringMatching(/Z$/),
    })
    expect(DEFAULT_WATCH).toHaveLength(14)
  })

  test.each([
    ['free', 'weekly'],
    ['pro', 'daily'],
    ['team', 'daily'],
  ] as const)('the default cadence on %s is %s', async (tier, cadence) => {
    expect(await watch(exhausted[tier], ['alder-default.com'])).toMatchObject([{ cadence }])
  })

  test('an explicit cadence that the tier lacks refuses the whole request, also for sandbox domains and in CSV', async () => {
    const [free, pro] = [await newAccount(), await newAccount('pro')]
    for (const [account, cadence] of [
      [free, 'daily'],
      [free, 'hourly'],
      [pro, 'hourly'],
    ] as const) {
      expect(refusal(await add(account, { domains: [CORP, 'alder-two.com'], cadence }))).toEqual([
        403,
        'CADENCE_NOT_ALLOWED',
      ])
      expect(refusal(await addCsv(account, CORP, `?cadence=${cadence}`))).toEqual([
        403,
        'CADENCE_NOT_ALLOWED',
      ])
      expect(dataOf(await account.request('GET', '/monitors')).monitors).toEqual([])
    }
    expect(
      await watch(await newAccount('team'), ['alder-three.com'], { cadence: 'hourly' }),
    ).toMatchObject([{ cadence: 'hourly' }])
  })

  test('monitors and rejected domains are in the order of the request, each domain once', async () => {
    const account = await newAccount('pro')
    const domains = [
      'zeta-one.com',
      'not a domain',
      'alpha-one.com',
      'ZETA-one.com.',
      'localhost',
      'not a domain',
      CORP,
    ]
    const answer = await add(account, { domains })
    expect(answer.status).toBe(200)
    const { monitors, rejected } = dataOf(answer)
    expect(domainsOf(monitors)).toEqual(['zeta-one.com', 'alpha-one.com', CORP])
    const error = {
      code: 'INVALID_DOMAIN',
      message: expect.stringMatching(/^The domain .*[^.?][.?]$/),
    }
    expect(rejected).toEqual([
      { domain: 'not a domain', error },
      { domain: 'localhost', error },
    ])
  })

  test('a request is answered with 200 also if every domain is rejected', async () => {
    const answer = await add(await newAccount(), {
      domains: ['http://shop.example-shop.com/a', 'x..y', ''],
    })
    expect(answer.status).toBe(200)
    const { monitors, rejected } = dataOf(answer) as {
      monitors: unknown
      rejected: { error: Shown }[]
    }
    expect(monitors).toEqual([])
    expect(rejected.map(({ error }) => error.code)).toEqual(Array(3).fill('INVALID_DOMAIN'))
    for (const { error } of rejected) expect(error.message).not.toMatch(/\?\.$/)
  })

  test('a domain without a free slot and without a credit is rejected, and the others are not', async () => {
    const account = await newAccount()
    const answer = await add(account, {
      domains: ['one-slot.com', 'two-slot.com', 'three-slot.com', 'four-slot.com', CORP],
    })
    const { monitors, rejected } = dataOf(answer)
    expect(domainsOf(monitors)).toEqual(['one-slot.com', 'two-slot.com', 'three-slot.com', CORP])
    expect(rejected).toEqual([
      {
        domain: 'four-slot.com',
        error: { code: 'MONITOR_LIMIT_REACHED', message: expect.any(String) },
      },
    ])
    const again = await add(account, {
      domains: ['four-slot.com', 'two-slot.com'],
      label: 'second',
    })
    expect(dataOf(again)).toMatchObject({
      monitors: [{ domain: 'two-slot.com', label: 'second' }],
      rejected: [{ domain: 'four-slot.com' }],
    })
    expect(await account.ledger()).toEqual([])
  })

  test('a monitor beyond the number of the tier costs one credit, and its replacement costs nothing', async () => {
    const account = await newAccount()
    await watch(account, ['one-paid.com', 'two-paid.com', 'three-paid.com'])
    await service.account({ email: account.email, credits: 1 })
    const id = await watchOne(account, 'four-paid.com')
    expect(await account.ledger()).toMatchObject([{ delta: -1, reason: 'monitor' }, { delta: 1 }])
    expect((await account.request('DELETE', `/monitors/${id}`)).status).toBe(200)
    await watch(account, ['five-paid.com'])
    expect(await account.ledger()).toHaveLength(2)
    expect(dataOf(await add(account, { domains: ['six-paid.com'] }))).toMatchObject({
      monitors: [],
      rejected: [{ domain: 'six-paid.com', error: { code: 'MONITOR_LIMIT_REACHED' } }],
    })
    expect(await service.audit()).toEqual([])
  })

  test('a second request changes only the fields that it names, and a paused monitor stays paused', async () => {
    const account = await newAccount('pro')
    const settings = {
      cadence: 'weekly',
      watch: ['parked', 'operator_changed'],
      label: 'suppliers',
      email: false,
      callback_url: 'https://hooks.example.com/in',
      reanalyze_days: 30,
      monthly_credit_limit: 9,
    }
    const [first] = await watch(account, ['twice-one.com'], settings)
    expect(first).toMatchObject({ ...settings, watch: ['operator_changed', 'parked'] })
    const id = String(first?.monitor_id)
    const paused = dataOf(await patch(account, id, { status: 'paused' }))
    expect(await watch(account, ['Twice-One.com'])).toEqual([paused])
    expect(await watch(account, ['twice-one.com'], { label: 'others' })).toEqual([
      { ...paused, label: 'others' },
    ])
    const cleared = { label: null, callback_url: null, reanalyze_days: null }
    expect(await watch(account, ['twice-one.com'], cleared)).toEqual([{ ...paused, ...cleared }])
  })

  test('the same domains in parallel requests have one monitor each', async () => {
    const account = await newAccount()
    const domains = ['parallel-one.com', 'parallel-two.com', 'parallel-three.com']
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(account, { domains })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const answer of answers) expect(domainsOf(dataOf(answer).monitors)).toEqual(domains)
    expect(dataOf(await account.request('GET', '/monitors')).monitors).toHaveLength(3)
  })

  test('an Idempotency-Key has no effect', async () => {
    const headers = { 'idempotency-key': 'the same key' }
    for (const label of ['first', 'second']) {
      const answer = await exhausted.free.request(
        'POST',
        '/monitors',
        { domains: [CORP], label },
        headers,
      )
      expect(dataOf(answer).monitors).toMatchObject([{ label }])
    }
  })

  test.each<[string, unknown, string]>([
    ['no domains', { domains: [] }, 'domains'],
    ['no list of domains', {}, 'domains'],
    ['101 domains', { domains: Array(101).fill(CORP) }, 'domains'],
    ['a domain that is no text', { domains: [7] }, 'domains.0'],
    ['an unknown cadence', { domains: [CORP], cadence: 'monthly' }, 'cadence'],
    ['an empty watch list', { domains: [CORP], watch: [] }, 'watch'],
    ['an unknown kind', { domains: [CORP], watch: ['parked', 'sold'] }, 'watch.1'],
    ['19 kinds', { domains: [CORP], watch: [...KINDS, 'parked'] }, 'watch'],
    ['an empty label', { domains: [CORP], label: '' }, 'label'],
    ['a label of blanks', { domains: [CORP], label: '  ' }, 'label'],
    ['a label of 65 characters', { domains: [CORP], label: 'l'.repeat(65) }, 'label'],
    ['a label of two lines', { domains: [CORP], label: 'one\ntwo' }, 'label'],
    ['a label that Postgres cannot store', { domains: [CORP], label: 'n\u0000' }, 'label'],
    ['a label with half a surrogate pair', { domains: [CORP], label: 'n\ud800' }, 'label'],
    ['a text instead of a flag', { domains: [CORP], email: 'yes' }, 'email'],
    ['six days', { domains: [CORP], reanalyze_days: 6 }, 'reanalyze_days'],
    ['days as a text', { domains: [CORP], reanalyze_days: '7' }, 'reanalyze_days'],
    ['a negative limit', { domains: [CORP], monthly_credit_limit: -1 }, 'monthly_credit_limit'],
    ['a limit of 1,001', { domains: [CORP], monthly_credit_limit: 1_001 }, 'monthly_credit_limit'],
    [
      'a limit with a fraction',
      { domains: [CORP], monthly_credit_limit: 1.5 },
      'monthly_credit_limit',
    ],
    ['no limit', { domains: [CORP], monthly_credit_limit: null }, 'monthly_credit_limit'],
    [
      'a callback over http',
      { domains: [CORP], callback_url: 'http://hooks.example.com/in' },
      'callback_url',
    ],
    [
      'a callback to an address',
      { domains: [CORP], callback_url: 'https://10.0.0.1/in' },
      'callback_url',
    ],
    [
      'a callback with a password',
      { domains: [CORP], callback_url: 'https://a:b@hooks.example.com/' },
      'callback_url',
    ],
    [
      'a callback to port 22',
      { domains: [CORP], callback_url: 'https://hooks.example.com:22/' },
      'callback_url',
    ],
    ['a callback that is no URL', { domains: [CORP], callback_url: 'nonsense' }, 'callback_url'],
    ['an unknown field', { domains: [CORP], colour: 'red' }, 'colour'],
    ['a status', { domains: [CORP], status: 'paused' }, 'status'],
  ])('%s is refused, and nothing is stored', async (_, body, path) => {
    const account = exhausted.pro
    const before = (await account.request('GET', '/monitors?limit=100')).text
    const answer = await add(account, body)
    expect(refusal(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(pathsOf(answer)).toEqual([path])
    expect(JSON.parse((await account.request('GET', '/monitors?limit=100')).text).data).toEqual(
      JSON.parse(before).data,
    )
  })

  test('the limits of the settings are allowed', async () => {
    const account = await newAccount('pro')
    for (const settings of [
      { label: 'l' },
      { label: 'ä'.repeat(64) },
      { watch: [...KINDS] },
      { watch: ['returned'] },
      ...[null, 7, 30, 90].map((days) => ({ reanalyze_days: days })),
      { monthly_credit_limit: 0 },
      { monthly_credit_limit: 1_000 },
      { email: false },
    ])
      expect(await watch(account, [CORP], settings)).toMatchObject([settings])
    const hundred = Array.from({ length: 100 }, (_, index) => `hundred-${index}.com`)
    expect(domainsOf(await watch(account, hundred))).toEqual(hundred)
  })

  test('a body of another type, a broken body and no body are refused', async () => {
    const send = (body: string, type: string) =>
      exhausted.free.request('POST', '/monitors', body, { 'content-type': type })
    expect(refusal(await send('alder-one.com', 'text/plain'))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ])
    expect(refusal(await send('{"domains":', 'application/json'))).toEqual([400, 'MALFORMED_JSON'])
    expect(refusal(await send('', 'text/csv'))).toEqual([422, 'VALIDATION_ERROR'])
    expect(refusal(await exhausted.free.request('POST', '/monitors'))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ])
  })
})

describe('POST /monitors with CSV', () => {
  test('the first column counts, and the settings are query parameters', async () => {
    const account = await newAccount('pro')
    const query = new URLSearchParams({
      cadence: 'weekly',
      watch: 'parked, operator_changed',
      label: 'from a list',
      email: 'false',
      callback_url: 'https://hooks.example.com/in',
      reanalyze_days: '90',
      monthly_credit_limit: '0',
    })
    const lines =
      'domain,owner\r\nlist-one.com,Anna\r\n"list-two.com","B, Carl"\r\nno domain,Dora\r\nLIST-one.com,Emil\r\n'
    const { monitors, rejected } = dataOf(await addCsv(account, lines, `?${query}`)) as {
      monitors: Shown[]
      rejected: unknown
    }
    expect(domainsOf(monitors)).toEqual(['list-one.com', 'list-two.com'])
    expect(monitors[0]).toMatchObject({
      cadence: 'weekly',
      watch: ['operator_changed', 'parked'],
      label: 'from a list',
      email: false,
      callback_url: 'https://hooks.example.com/in',
      reanalyze_days: 90,
      monthly_credit_limit: 0,
    })
    expect(rejected).toMatchObject([{ domain: 'no domain', error: { code: 'INVALID_DOMAIN' } }])
  })

  test.each([
    ['colour=red', 'colour'],
    ['domains=alder-one.com', 'domains'],
    ['status=paused', 'status'],
    ['cadence=monthly', 'cadence'],
    ['watch=', 'watch.0'],
    ['watch=parked,sold', 'watch.1'],
    ['label=', 'label'],
    [`label=${'l'.repeat(65)}`, 'label'],
    ['label=a%00', 'label'],
    ['email=yes', 'email'],
    ['callback_url=http%3A%2F%2Fhooks.example.com%2F', 'callback_url'],
    ['reanalyze_days=6', 'reanalyze_days'],
    ['reanalyze_days=seven', 'reanalyze_days'],
    ['monthly_credit_limit=1001', 'monthly_credit_limit'],
    ['monthly_credit_limit=-1', 'monthly_credit_limit'],
    ['monthly_credit_limit=', 'monthly_credit_limit'],
  ])('the query %s is refused', async (query, path) => {
    const answer = await addCsv(exhausted.pro, CORP, `?${query}`)
    expect(refusal(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(pathsOf(answer)).toEqual([path])
  })

  test('more than 10,000 lines are refused, and 10,000 lines are not', async () => {
    const account = await newAccount()
    expect(refusal(await addCsv(account, `${CORP}\n`.repeat(10_001)))).toEqual([
      422,
      'VALIDATION_ERROR',
    ])
    expect(dataOf(await account.request('GET', '/monitors')).monitors).toEqual([])
    expect(
      domainsOf(dataOf(await addCsv(account, `domain\n${`${CORP}\n`.repeat(10_000)}`)).monitors),
    ).toEqual([CORP])
  })

  test('a line that is not valid UTF-8 is rejected with its text', async () => {
    const bytes = Buffer.concat([
      Buffer.from('m\xfcller-one.com\ngr\xfcn-one.com\n', 'latin1'),
      Buffer.from(`${CORP}\n`),
    ])
    const answer = await fetch(`${service.baseUrl}/monitors`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': exhausted.free.apiKey },
      body: bytes,
    })
    const { data } = (await answer.json()) as { data: { monitors: unknown; rejected: Shown[] } }
    expect(domainsOf(data.monitors)).toEqual([CORP])
    expect(domainsOf(data.rejected)).toEqual(['müller-one.com', 'grün-one.com'])
  })
})

describe('GET /monitors', () => {
  let account: ServiceAccount
  beforeAll(async () => {
    account = await newAccount('pro')
    for (const [index, label] of ['odd', 'even', 'odd', 'even', 'odd'].entries())
      await watchOne(account, `listed-${index}.com`, { label })
    const [{ monitor_id: id }] = (await watch(account, ['listed-0.com'])) as [
      { monitor_id: string },
    ]
    await patch(account, id, { status: 'paused' })
  })
  const list = async (query: string) => {
    const answer = await account.request('GET', `/monitors${query}`)
    return { domains: domainsOf(dataOf(answer).monitors), meta: answer.body.meta }
  }

  test('pages are newest first', async () => {
    expect(await list('')).toEqual({
      domains: [4, 3, 2, 1, 0].map((index) => `listed-${index}.com`),
      meta: { limit: 20, offset: 0, has_more: false },
    })
    expect(await list('?limit=2')).toEqual({
      domains: ['listed-4.com', 'listed-3.com'],
      meta: { limit: 2, offset: 0, has_more: true },
    })
    expect(await list('?limit=2&offset=3')).toEqual({
      domains: ['listed-1.com', 'listed-0.com'],
      meta: { limit: 2, offset: 3, has_more: false },
    })
  })

  test.each([
    ['?label=odd', ['listed-4.com', 'listed-2.com', 'listed-0.com']],
    ['?label=od', []],
    ['?label=Odd', []],
    ['?domain=listed-1.com', ['listed-1.com']],
    ['?domain=LISTED-1.com.', ['listed-1.com']],
    ['?domain=www.listed-1.com', []],
    ['?status=paused', ['listed-0.com']],
    ['?status=baselining', []],
    ['?status=active&label=odd', ['listed-4.com', 'listed-2.com']],
    ['?status=active&label=odd&domain=listed-2.com', ['listed-2.com']],
  ])('the filter %s is exact', async (query, domains) => {
    expect((await list(query)).domains).toEqual(domains)
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'status=deleted', 'label=a%00'])(
    'the query %s is refused',
    async (query) => {
      expect(refusal(await account.request('GET', `/monitors?${query}`))).toEqual([
        422,
        'VALIDATION_ERROR',
      ])
    },
  )

  test('one monitor is shown with its fingerprint', async () => {
    const id = await watchOne(account, 'listed-2.com')
    const { fingerprint, ...monitor } = await show(account, id)
    expect([fingerprint, monitor]).toEqual([null, (await watch(account, ['listed-2.com']))[0]])
  })
})

describe('PATCH and DELETE /monitors/{monitor_id}', () => {
  test('an empty object changes nothing, and each field changes alone', async () => {
    const account = await newAccount('team')
    const id = await watchOne(account, 'patched-one.com', { label: 'first' })
    let expected = await show(account, id)
    delete expected.fingerprint
    expect(dataOf(await patch(account, id, {}))).toEqual(expected)
    for (const change of [
      { watch: ['parked'] },
      { label: 'second' },
      { email: false },
      { callback_url: 'https://hooks.example.com/in' },
      { reanalyze_days: 7 },
      { monthly_credit_limit: 1_000 },
      { label: null },
      { callback_url: null },
      { reanalyze_days: null },
    ]) {
      expected = { ...expected, ...change }
      expect(dataOf(await patch(account, id, change))).toEqual(expected)
    }
    expect(dataOf(await patch(account, id, { cadence: 'hourly' }))).toMatchObject({
      cadence: 'hourly',
    })
  })

  test.each([
    [{ watch: [] }, 'watch'],
    [{ watch: null }, 'watch'],
    [{ status: 'baselining' }, 'status'],
    [{ status: 'unmonitorable' }, 'status'],
    [{ label: 'l'.repeat(65) }, 'label'],
    [{ cadence: null }, 'cadence'],
    [{ monthly_credit_limit: 1_001 }, 'monthly_credit_limit'],
    [{ reanalyze_days: 60 }, 'reanalyze_days'],
    [{ callback_url: 'https://localhost/' }, 'callback_url'],
    [{ domain: 'other-one.com' }, 'domain'],
    [{ domains: ['other-one.com'] }, 'domains'],
  ])('%j is refused', async (body, path) => {
    const id = await watchOne(exhausted.pro, CORP)
    const answer = await patch(exhausted.pro, id, body)
    expect(refusal(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(pathsOf(answer)).toEqual([path])
  })

  test('a cadence that the tier lacks is refused', async () => {
    const id = await watchOne(exhausted.free, CORP)
    expect(refusal(await patch(exhausted.free, id, { cadence: 'daily', label: 'new' }))).toEqual([
      403,
      'CADENCE_NOT_ALLOWED',
    ])
    expect(await show(exhausted.free, id)).not.toMatchObject({ label: 'new' })
  })

  test('a paused monitor keeps its slot and has no next check, and it can be resumed', async () => {
    const account = await newAccount()
    const [first] = await watch(account, ['slot-one.com', 'slot-two.com', 'slot-three.com'])
    const id = String(first?.monitor_id)
    expect(dataOf(await patch(account, id, { status: 'paused' }))).toMatchObject({
      status: 'paused',
      next_check_at: null,
    })
    expect(dataOf(await patch(account, id, { status: 'paused' }))).toMatchObject({
      status: 'paused',
    })
    expect(dataOf(await add(account, { domains: ['slot-four.com'] }))).toMatchObject({
      monitors: [],
      rejected: [{ error: { code: 'MONITOR_LIMIT_REACHED' } }],
    })
    const resumed = dataOf(await patch(account, id, { status: 'active' }))
    expect(resumed).toMatchObject({ status: 'active', next_check_at: expect.any(String) })
    expect(dataOf(await patch(account, id, { status: 'active' }))).toMatchObject({
      status: 'active',
    })
  })

  test('a paused monitor has no next check also while another account watches the domain, and in the sandbox', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    const id = await watchOne(one, 'shared-one.com')
    await watchOne(other, 'shared-one.com')
    expect(dataOf(await patch(one, id, { status: 'paused' }))).toMatchObject({
      next_check_at: null,
    })
    const sandbox = await watchOne(one, CORP)
    expect(await show(one, sandbox)).toMatchObject({ next_check_at: expect.any(String) })
    expect(dataOf(await patch(one, sandbox, { status: 'paused' }))).toMatchObject({
      next_check_at: null,
    })
    expect(dataOf(await patch(one, sandbox, { status: 'active' }))).toMatchObject({
      next_check_at: expect.any(String),
    })
  })

  test('a deleted monitor is gone, frees its slot, and cannot be deleted again', async () => {
    const account = await newAccount()
    const [first] = await watch(account, ['gone-one.com', 'gone-two.com', 'gone-three.com'])
    const path = `/monitors/${first?.monitor_id}`
    const answer = await account.request('DELETE', path)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { monitor_id: first?.monitor_id, deleted: true },
    ])
    expect(refusal(await account.request('GET', path))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await account.request('DELETE', path))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await account.request('PATCH', path, {}))).toEqual([404, 'NOT_FOUND'])
    expect(await watch(account, ['gone-four.com'])).toHaveLength(1)
  })
})

describe('POST /monitors/{monitor_id}/check', () => {
  test('a check answers 202 with the job of a full analysis', async () => {
    const account = await service.account({ tier: 'team', credits: 5 })
    const id = await watchOne(account, CORP)
    const answer = await account.request('POST', `/monitors/${id}/check`)
    expect([answer.status, answer.body.data]).toEqual([
      202,
      { job_id: expect.stringMatching(/^job_[0-9a-z]{26}$/) },
    ])
    const job = dataOf(await account.request('GET', `/jobs/${answer.body.data?.job_id}`))
    expect(job).toMatchObject({ domain: CORP, depth: 'deep', status: 'completed' })
  })

  test('a repeated Idempotency-Key answers with the first job', async () => {
    const account = await newAccount()
    const id = await watchOne(account, CHANGING)
    const send = (key: string) =>
      account.request('POST', `/monitors/${id}/check`, undefined, { 'idempotency-key': key })
    const [first, second, other] = [await send('k-1'), await send('k-1'), await send('k-2')]
    expect([first.status, second.status, other.status]).toEqual([202, 202, 202])
    expect(second.body.data).toEqual(first.body.data)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(other.body.data).not.toEqual(first.body.data)
    expect(dataOf(await account.request('GET', `/monitors/${id}/changes`)).changes).toHaveLength(2)
  })

  test('a check works on a paused monitor, which stays paused', async () => {
    const account = await newAccount()
    const id = await watchOne(account, CHANGING)
    await patch(account, id, { status: 'paused' })
    await check(account, id)
    expect(await show(account, id)).toMatchObject({ status: 'paused', next_check_at: null })
    expect(dataOf(await account.request('GET', `/monitors/${id}/changes`)).changes).toHaveLength(1)
  })

  test('a check that nothing covers is refused', async () => {
    const id = await watchOne(exhausted.team, 'uncovered-one.com')
    const answer = await exhausted.team.request('POST', `/monitors/${id}/check`)
    expect(refusal(answer)).toEqual([402, 'QUOTA_EXCEEDED'])
    const period_end = expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/)
    expect(answer.body.error).toMatchObject({ details: { required: 1, balance: 0, period_end } })
  })

  test('a check ignores monthly_credit_limit, is charged, and joins an unfinished analysis', async () => {
    const account = await newAccount('team')
    const id = await watchOne(account, 'fennandoakbakery.com', { monthly_credit_limit: 0 })
    await patch(account, id, { status: 'paused' })
    await service.account({ email: account.email, tier: 'team', credits: 3, quota_used: 5 })
    const [one, other] = await Promise.all([check(account, id), check(account, id)])
    expect(other).toBe(one)
    expect(await account.ledger()).toMatchObject([{ delta: -1, subject_id: one }, { delta: 3 }])
    await account.untilTerminal(one)
    expect(await show(account, id)).toMatchObject({ credits_this_month: 0 })
  })
})
