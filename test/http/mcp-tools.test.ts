import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { RESULT_BYTES_MAX } from '../../workers/mcp/tools/fit-result.ts'
import { createInternet } from '../internet/internet.ts'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { PLAYGROUND_ROUTES } from '../structure/contract.ts'
import { type Agent, agentOf, ask } from './mcp-caller.ts'

const CORP = 'test-corp.sandbox.example'
const UNKNOWN = 'test-unknown.sandbox.example'
const IMITATION = 'test-imitation.sandbox.example'
const CHANGING = 'test-changing.sandbox.example'
const REAL = 'fennandoakbakery.com'
/** The name servers of this domain answer with an error, so its analysis fails. */
const BROKEN = 'broken-mossgate.com'
/**
 * Names that do not exist, so their analyses end soon. `tag` is the beginning of the names, so that
 * a test can use names that no other test has analysed.
 */
const dead = (count: number, tag = 'name') =>
  Array.from({ length: count }, (_, n) => `${tag}${n}.lumenquay.com`)

let service: Service
beforeAll(async () => {
  const internet = await createInternet()
  internet.add({ domain: BROKEN, dns: { [BROKEN]: { _rcode: 'SERVFAIL' } } })
  service = await startService({ internet })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

type Account = Parameters<Service['account']>[0]

async function opened(request?: Account): Promise<{ account: ServiceAccount; agent: Agent }> {
  const account = await service.account(request)
  return { account, agent: agentOf(service, account.apiKey) }
}

const readResource = ({ apiKey }: ServiceAccount, uri: string) =>
  ask(service, { 'x-api-key': apiKey }, 'resources/read', { uri })

const jobsOf = async ({ userId }: ServiceAccount): Promise<number> => {
  const { rows } = await service.platform.pool.query(
    'select count(*)::integer as jobs from jobs where account_id = $1',
    [userId],
  )
  return rows[0].jobs
}
const usedOf = async (account: ServiceAccount) =>
  (await account.request('GET', '/billing/usage')).body.data?.used
const balanceOf = async (account: ServiceAccount) =>
  (await account.request('GET', '/billing/credits')).body.data?.balance

describe('attribute_domain', () => {
  test('runs once, then answers from the store for free, with the age', async () => {
    const { account, agent } = await opened()
    const first = await agent('attribute_domain', { domain: REAL })
    expect(first.data).toMatchObject({
      domain: REAL,
      depth: 'quick',
      status: 'completed',
      from_cache: false,
    })
    for (const domain of [`${REAL.toUpperCase()}.`, REAL.replace('.', '[.]')]) {
      const again = await agent('attribute_domain', { domain })
      expect(again.data).toMatchObject({
        job_id: first.data.job_id,
        from_cache: true,
        age_hours: 0,
      })
      expect(again.data.cost).toMatch(/^none/)
    }
    expect([await jobsOf(account), await usedOf(account)]).toEqual([1, 1])
  })

  test('has the data of the route at the same paths, without its sentences', async () => {
    const { account, agent } = await opened()
    const { data } = await agent('attribute_domain', { domain: REAL })
    const { body } = await account.request('GET', `/jobs/${data.job_id}`)
    const {
      summary: _,
      domain: __,
      ...result
    } = (body.data as { scoring_result: Record<string, unknown> }).scoring_result
    const kinds = (result.warnings as { kind: string }[]).map(({ kind }) => kind)
    expect(data.scoring_result).toEqual({ ...result, warnings: kinds })
    expect(data).not.toHaveProperty('progress')
  })

  test('has the basis, and warnings as kinds, in each answer and in no sentence', async () => {
    const { agent } = await opened()
    const warned = { basis: null, warnings: ['imitates'] }
    const imitation = await agent('attribute_domain', { domain: IMITATION })
    expect(imitation.data.scoring_result).toMatchObject({
      ...warned,
      candidates: [{ basis: 'stated' }],
    })
    const { data } = await agent('attribute_domains', { domains: [CORP, IMITATION] })
    expect(data.jobs).toMatchObject([
      { result: { scoring_result: { basis: 'verified' } } },
      { result: { scoring_result: warned } },
    ])
    const id = imitation.data.job_id
    expect(JSON.stringify(data)).not.toContain('"warnings":[]')
    expect((await agent('get_result', { id })).data.scoring_result).toMatchObject(warned)
    const why = await agent('explain_attribution', { job_id: id })
    expect(why.data).toMatchObject({ job_id: id, ...warned })
    const history = await agent('domain_history', { domain: CORP, limit: 1 })
    expect(history.data.entries).toMatchObject([{ basis: 'verified' }])
    for (const { text } of [imitation, why]) expect(text).not.toContain('imitates Test Corporation')
  })

  test('max_age_hours 0 runs anew, and an older analysis than the limit too', async () => {
    const { account, agent } = await opened()
    const first = await agent('attribute_domain', { domain: CORP })
    const second = await agent('attribute_domain', { domain: CORP, max_age_hours: 0 })
    expect(second.data.job_id).not.toBe(first.data.job_id)
    await service.platform.pool.query(
      "update jobs set completed_at = completed_at - interval '30 hours' where account_id = $1",
      [account.userId],
    )
    const stored = await agent('attribute_domain', { domain: CORP, max_age_hours: 31 })
    expect(stored.data).toMatchObject({
      job_id: second.data.job_id,
      from_cache: true,
      age_hours: 30,
    })
    expect((await agent('attribute_domain', { domain: CORP })).data).toMatchObject({
      from_cache: false,
    })
  })

  test('a deep analysis answers a quick question, and never the reverse', async () => {
    const { agent } = await opened()
    const quick = await agent('attribute_domain', { domain: CORP, depth: 'quick' })
    const deep = await agent('attribute_domain', { domain: CORP, depth: 'deep' })
    expect(deep.data).toMatchObject({ depth: 'deep', from_cache: false })
    const asked = await agent('attribute_domain', { domain: CORP, depth: 'quick' })
    expect([asked.data.job_id, quick.data.job_id === deep.data.job_id]).toEqual([
      deep.data.job_id,
      false,
    ])
  })

  test('a deep analysis that takes longer returns a handle for get_result', async () => {
    const slow = await startService({ env: { WAIT_BUDGET_MS: '1' } })
    try {
      const agent = agentOf(slow, (await slow.account()).apiKey)
      const { data } = await agent('attribute_domain', { domain: REAL, depth: 'deep' })
      expect(data).toMatchObject({
        status: 'running',
        job_id: expect.stringMatching(/^job_/),
        next: 'get_result',
      })
      let result = await agent('get_result', { id: data.job_id, wait_seconds: 20 })
      for (let calls = 0; result.data.next === 'get_result' && calls < 5; calls++)
        result = await agent('get_result', { id: data.job_id, wait_seconds: 20 })
      expect(result.data).toMatchObject({
        job_id: data.job_id,
        scoring_result: { outcome: 'attributed' },
      })
      expect(result.data).not.toHaveProperty('next')
    } finally {
      await slow.stop()
    }
  })

  test('a failed analysis says so and is refunded', async () => {
    const { account, agent } = await opened()
    const { data, isError } = await agent('attribute_domain', { domain: BROKEN })
    expect(isError).toBe(false)
    expect(data).toMatchObject({
      status: 'failed',
      error: { code: expect.any(String) },
      cost: 'none: refunded',
    })
    expect(await usedOf(account)).toBe(0)
  })

  test('an account without quota and credits gets the refusal of the route', async () => {
    const { agent } = await opened({ quota_used: 50 })
    const { isError, text } = await agent('attribute_domain', { domain: REAL })
    expect([isError, text]).toEqual([true, expect.stringMatching(/^QUOTA_EXCEEDED: /)])
  })
})

describe('attribute_domains', () => {
  test('quick answers valid names at once and names the error of the others', async () => {
    const { agent } = await opened()
    const { data } = await agent('attribute_domains', { domains: [CORP, 'no domain', UNKNOWN] })
    expect(data).toMatchObject({
      accepted: 2,
      failed: 1,
      jobs: [
        {
          domain: CORP,
          status: 'completed',
          result: { scoring_result: { entity: 'Test Corporation' } },
        },
        { domain: 'no domain', error: { code: 'INVALID_DOMAIN' } },
        {
          domain: UNKNOWN,
          result: { scoring_result: { outcome: 'no_clear_entity', entity: null } },
        },
      ],
    })
  })

  test('a list without a valid name is a result with the errors', async () => {
    const { agent } = await opened()
    const { data, isError } = await agent('attribute_domains', { domains: ['x', 'y'] })
    expect([isError, data.accepted, data.failed]).toEqual([false, 0, 2])
  })

  test('more than ten domains run deep, and get_result reads each', async () => {
    const { agent } = await opened({ tier: 'team' })
    const { data } = await agent('attribute_domains', { domains: [REAL, ...dead(10)] })
    const jobs = data.jobs as { job_id: string; status: string }[]
    expect([jobs.length, data.next]).toEqual([11, 'get_result'])
    expect(
      (await agent('get_result', { id: jobs[0]?.job_id, wait_seconds: 20 })).data,
    ).toMatchObject({ depth: 'deep' })
  })
})

describe('max_credits', () => {
  test('a list that quota does not cover needs it above 10 credits, and exactly enough is enough', async () => {
    const { account, agent } = await opened({ credits: 40, quota_used: 48 })
    const state = async () => [
      await jobsOf(account),
      await usedOf(account),
      await balanceOf(account),
    ]
    const before = await state()
    const list = { domains: dead(14), depth: 'deep' }
    for (const limit of [{}, { max_credits: 0 }, { max_credits: 11 }]) {
      const { isError, text } = await agent('attribute_domains', { ...list, ...limit })
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(/^VALIDATION_ERROR: max_credits.* 12 credits/),
      ])
    }
    expect(await state()).toEqual(before)
    expect((await account.ledger()).length).toBe(1)
    expect((await agent('attribute_domains', { ...list, max_credits: 12 })).data).toMatchObject({
      accepted: 14,
    })
  })

  test('ten credits need no limit, but a limit that is given counts', async () => {
    const { account, agent } = await opened({ credits: 40, quota_used: 50 })
    const tooLow = await agent('attribute_domains', { domains: dead(2), max_credits: 1 })
    expect(tooLow.text).toMatch(/^VALIDATION_ERROR: max_credits.* 2 credits/)
    expect(await jobsOf(account)).toBe(0)
    expect((await agent('attribute_domains', { domains: dead(10), depth: 'deep' })).isError).toBe(
      false,
    )
  })

  test('names that quota, overage or the sandbox cover need no limit', async () => {
    const covered = [await opened(), await opened({ subscription: 'metered', quota_used: 1_000 })]
    for (const { agent } of covered)
      expect((await agent('attribute_domains', { domains: dead(12) })).isError).toBe(false)
    const { agent } = await opened({ quota_used: 50 })
    const sandbox = { domains: [...Array(12).fill(CORP), UNKNOWN] }
    expect((await agent('attribute_domains', sandbox)).data).toMatchObject({ accepted: 13 })
    expect((await agent('correlate_domains', { domains: [CORP, UNKNOWN] })).data).toMatchObject({
      credits_charged: 0,
    })
  })

  test('names that credits could not pay either still need the limit', async () => {
    const { agent } = await opened({ credits: 3, quota_used: 50 })
    expect((await agent('attribute_domains', { domains: dead(12) })).text).toMatch(
      /^VALIDATION_ERROR: max_credits/,
    )
  })

  test('a correlation counts the names without a recent analysis and the comparison', async () => {
    const { account, agent } = await opened({ credits: 60 })
    const domains = dead(10, 'fresh')
    const refused = await agent('correlate_domains', { domains })
    expect(refused.text).toMatch(/^VALIDATION_ERROR: max_credits.* 11 credits/)
    expect([await jobsOf(account), await balanceOf(account)]).toEqual([0, 60])
    const { rows } = await service.platform.pool.query(
      'select 1 from correlations where account_id = $1',
      [account.userId],
    )
    expect(rows).toEqual([])
    const started = await agent('correlate_domains', { domains, max_credits: 11 })
    expect(started.data).toMatchObject({
      credits_charged: 11,
      status: 'queued',
      next: 'get_result',
    })
  })

  test('parallel calls never charge more than the limit of each', async () => {
    const { account, agent } = await opened({ credits: 100, quota_used: 45 })
    const lists = Array.from({ length: 8 }, (_, n) => dead(12, `list${n}-`))
    const answers = await Promise.all(
      lists.map((domains) => agent('attribute_domains', { domains, depth: 'deep' })),
    )
    const accepted = answers.filter(({ isError }) => !isError)
    for (const { isError, text } of answers)
      if (isError) expect(text).toMatch(/^VALIDATION_ERROR: max_credits/)
    // The quota still pays for five analyses, and only one list can use them. That list costs 7
    // credits and all others 12, but a call may cost at most 10 by default.
    expect(accepted.length).toBeLessThanOrEqual(1)
    expect(await jobsOf(account)).toBe(accepted.length * 12)
    expect(await service.audit()).toEqual([])
  })
})

describe('reading tools', () => {
  test('get_result reads a job, a correlation and a bulk list, and waits for their end', async () => {
    const { account, agent } = await opened({ credits: 10 })
    const correlation = await agent('correlate_domains', { domains: [CORP, UNKNOWN] })
    const compared = await agent('get_result', {
      id: correlation.data.correlation_id,
      wait_seconds: 20,
    })
    expect(compared.data).toMatchObject({
      status: 'completed',
      result: { unclustered: expect.any(Array) },
    })
    expect(compared.data.result).not.toHaveProperty('pairs')
    const whole = await agent('get_result', { id: correlation.data.correlation_id, detail: 'full' })
    expect(whole.data.result).toHaveProperty('pairs')
    const bulk = await account.request('POST', '/analyze/bulk', { domains: [CORP, 'no domain'] })
    const id = (bulk.body as unknown as { bulk_job_id: string }).bulk_job_id
    const list = await agent('get_result', { id, wait_seconds: 1 })
    expect(list.data).toMatchObject({ bulk_job_id: id, total: 2, stopped: 0 })
  })

  test('explain_attribution shows at most ten signals, contradictions first, as the route has them', async () => {
    const { account, agent } = await opened()
    const { data: job } = await agent('attribute_domain', { domain: REAL })
    const { data } = await agent('explain_attribution', { job_id: job.job_id })
    const { body } = await account.request('GET', `/jobs/${job.job_id}/signals`)
    type Entities = { entity: string; signals: Record<string, unknown>[] }[]
    const known = (body.data as { entities: Entities }).entities.flatMap(({ signals }) => signals)
    const shown = (data.entities as Entities).flatMap(({ signals }) => signals)
    expect(shown.length).toBe(Math.min(10, known.length))
    for (const signal of shown) expect(known).toContainEqual(expect.objectContaining(signal))
    const top = (data.entities as Entities)[0]?.entity
    const one = await agent('explain_attribution', { job_id: job.job_id, entity: top })
    expect(one.data.entities).toHaveLength(1)
    const none = await agent('explain_attribution', { job_id: job.job_id, entity: 'Nobody' })
    expect(none.text).toMatch(/^VALIDATION_ERROR: entity: /)
  })

  test('history, search and portfolio have the data of their routes, and say when there is more', async () => {
    const { account, agent } = await opened()
    for (let run = 0; run < 3; run++)
      await agent('attribute_domain', { domain: REAL, max_age_hours: 0 })
    const history = await agent('domain_history', { domain: REAL, limit: 2 })
    expect(history.data).toMatchObject({ domain: REAL, more: true })
    expect(history.data.entries).toHaveLength(2)
    const { body } = await account.request('GET', `/domains/${REAL}/history?limit=2`)
    expect(body.data?.entries).toMatchObject(history.data.entries as object[])
    expect((await agent('domain_history', { domain: 'never-asked.com' })).text).toMatch(
      /^NOT_FOUND: /,
    )
    const search = await agent('search_entities', { query: 'Fenn', limit: 1 })
    expect(search.data.entities).toHaveLength(1)
    const portfolio = await agent('get_portfolio', { domain: REAL, limit: 1 })
    expect(portfolio.data).toMatchObject({ domain: REAL, domains: [expect.any(Object)] })
  })

  const usages: [string, Account, RegExp][] = [
    ['quota left', {}, /^analysis: monthly quota/],
    ['credits', { quota_used: 50, credits: 5 }, /^analysis: 1 credit/],
    ['nothing left', { quota_used: 50 }, /^refused/],
    ['overage', { subscription: 'metered', quota_used: 1_000 }, /^analysis: overage/],
  ]
  test.each(usages)(
    'get_usage with %s states the price of the next analysis',
    async (_, request, cost) => {
      const { account, agent } = await opened(request)
      const { data } = await agent('get_usage')
      expect(data.cost).toMatch(cost)
      const usage = await account.request('GET', '/billing/usage')
      const credits = await account.request('GET', '/billing/credits')
      const { cost: _cost, ...shown } = data
      expect({ ...usage.body.data, ...credits.body.data }).toMatchObject(shown)
    },
  )
})

describe('watch_domain and list_changes', () => {
  const monitorsOf = async (account: ServiceAccount) =>
    (
      (await account.request('GET', '/monitors')).body.data as {
        monitors: Record<string, unknown>[]
      }
    ).monitors
  const changesOf = async (account: ServiceAccount, query = '') =>
    (await account.request('GET', `/changes${query}`)).body.data as {
      changes: Change[]
      next_cursor: string | null
    }
  type Change = { change_id: string } & Record<string, unknown>

  async function changed(count: number) {
    const { account, agent } = await opened({ tier: 'team' })
    const { data } = await agent('watch_domain', { domain: CHANGING })
    const [monitor] = data.monitors as { monitor_id: string }[]
    for (let check = 0; check < count; check++)
      expect((await account.request('POST', `/monitors/${monitor?.monitor_id}/check`)).status).toBe(
        202,
      )
    return { account, agent }
  }

  test('a watched domain has the data of its monitor, and a second call changes its cadence', async () => {
    const { account, agent } = await opened({ tier: 'team' })
    const first = await agent('watch_domain', { domain: `${CORP.toUpperCase()}.` })
    const [watched] = first.data.monitors as object[]
    expect(watched).toMatchObject({
      domain: CORP,
      cadence: 'daily',
      baseline: { entity: 'Test Corporation' },
    })
    const [monitor] = await monitorsOf(account)
    expect(monitor).toMatchObject(watched as object)
    for (const field of ['label', 'callback_url']) expect(watched).not.toHaveProperty(field)
    const again = await agent('watch_domain', { domain: CORP, cadence: 'hourly' })
    expect(again.data.monitors).toMatchObject([
      { monitor_id: monitor?.monitor_id, cadence: 'hourly' },
    ])
    expect(await monitorsOf(account)).toHaveLength(1)
  })

  test('a refused domain or cadence is an error with its code, and watches nothing', async () => {
    const { account, agent } = await opened()
    expect((await agent('watch_domain', { domain: 'no domain' })).text).toMatch(
      /^INVALID_DOMAIN: The domain /,
    )
    const daily = await agent('watch_domain', { domain: REAL, cadence: 'daily' })
    expect([daily.isError, daily.text]).toEqual([
      true,
      expect.stringMatching(/^CADENCE_NOT_ALLOWED: /),
    ])
    expect(await monitorsOf(account)).toEqual([])
  })

  test('a monitor too many is refused, and the first analysis of each other one is charged', async () => {
    const { account, agent } = await opened()
    for (const domain of dead(5, 'watched')) {
      const { data } = await agent('watch_domain', { domain })
      expect(data.monitors).toMatchObject([{ domain, cadence: 'weekly' }])
    }
    const refused = await agent('watch_domain', { domain: REAL })
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringMatching(/^MONITOR_LIMIT_REACHED: /),
    ])
    expect(await monitorsOf(account)).toHaveLength(5)
  })

  test('changes are those of the route, newest first, in pages', async () => {
    const { account, agent } = await changed(3)
    const { changes } = await changesOf(account)
    expect((await agent('list_changes')).data).toEqual({ changes, next_cursor: null })
    const first = await agent('list_changes', { limit: 2 })
    expect(first.data).toEqual(await changesOf(account, '?limit=2'))
    const rest = await agent('list_changes', { limit: 2, before: first.data.next_cursor })
    expect(rest.data).toEqual({ changes: changes.slice(2), next_cursor: null })
    expect(await jobsOf(account)).toBe(4)
  })

  test('a page that is shortened loses no change, because its cursor is its last change', async () => {
    const { account, agent } = await changed(8)
    const evidence = Array.from({ length: 12 }, (_, n) => ({
      source: 'DNS: name servers',
      before: 'a'.repeat(100),
      after: `${n}`.repeat(100),
      collected_at: '2026-01-01T00:00:00.000Z',
    }))
    await service.platform.pool.query(
      'update changes set evidence = $2::jsonb where account_id = $1',
      [account.userId, JSON.stringify(evidence)],
    )
    const seen: string[] = []
    let cursor: unknown
    for (let pages = 0; pages < 8 && cursor !== null; pages++) {
      const page = await agent('list_changes', {
        limit: 20,
        ...(cursor === undefined ? {} : { before: cursor }),
      })
      expect(page.bytes).toBeLessThanOrEqual(RESULT_BYTES_MAX)
      if (pages === 0)
        expect(page.data).toMatchObject({
          truncated: true,
          next_cursor: expect.stringMatching(/^chg_/),
        })
      seen.push(...(page.data.changes as Change[]).map(({ change_id }) => change_id))
      cursor = page.data.next_cursor
    }
    expect(seen).toEqual((await changesOf(account)).changes.map(({ change_id }) => change_id))
    expect(seen).toHaveLength(8)
  })
})

describe('report_wrong', () => {
  test('stores the report of the route, and its result repeats none of the texts', async () => {
    const { account, agent } = await opened()
    const { data } = await agent('attribute_domain', { domain: CORP })
    const texts = { correct_entity: 'Other Corporation', note: 'See the imprint.' }
    const reported = await agent('report_wrong', {
      job_id: data.job_id,
      verdict: 'wrong',
      ...texts,
    })
    expect(reported.data).toMatchObject({
      feedback_id: expect.stringMatching(/^fbk_/),
      status: 'received',
    })
    for (const text of Object.values(texts)) expect(reported.text).not.toContain(text)
    expect(
      (await account.request('GET', `/feedback/${reported.data.feedback_id}`)).body.data,
    ).toMatchObject({
      job_id: data.job_id,
      verdict: 'wrong',
      revision: 1,
      ...texts,
    })
  })

  test('an unknown job and a verdict without reason are errors with their codes', async () => {
    const { agent } = await opened()
    const unknown = await agent('report_wrong', {
      job_id: 'job_01h455vb4pex5vsknk084sn02q',
      verdict: 'right',
    })
    expect(unknown.text).toMatch(/^NOT_FOUND: /)
    const { data } = await agent('attribute_domain', { domain: CORP })
    const bare = await agent('report_wrong', { job_id: data.job_id, verdict: 'outdated' })
    expect(bare.text).toMatch(/^VALIDATION_ERROR: .*correct_entity/)
  })
})

describe('keys with fewer rights, retries and limits', () => {
  test('a playground key has its usual routes, and no usage and no monitors', async () => {
    const account = await service.account()
    const bearer = { authorization: `Bearer ${account.bearerToken}` }
    const made = await service.request('POST', '/auth/session-key', undefined, bearer)
    for (const header of [
      { 'x-api-key': String(made.body.data?.key) },
      { authorization: `Bearer ${made.body.data?.key}` },
    ]) {
      const agent = agentOf(service, String(made.body.data?.key), header)
      expect((await agent('get_usage')).text).toMatch(/^FORBIDDEN: /)
      expect((await agent('watch_domain', { domain: CORP })).text).toMatch(/^FORBIDDEN: /)
      expect((await agent('list_changes')).text).toMatch(/^FORBIDDEN: /)
      const report = { job_id: 'job_01h455vb4pex5vsknk084sn02q', verdict: 'right' }
      expect((await agent('report_wrong', report)).text).toMatch(/^FORBIDDEN: /)
      expect((await agent('attribute_domain', { domain: CORP })).data).toMatchObject({
        status: 'completed',
      })
      expect((await agent('search_entities', { query: 'Test' })).isError).toBe(false)
    }
  })

  test('a repeated call with the same Idempotency-Key charges once', async () => {
    const account = await service.account({ credits: 20, quota_used: 50 })
    const agent = agentOf(service, account.apiKey, { 'idempotency-key': 'agent-1' })
    const calls = [
      await agent('attribute_domain', { domain: REAL, max_age_hours: 0 }),
      await agent('attribute_domain', { domain: REAL, max_age_hours: 0 }),
    ]
    expect(calls[0]?.data.job_id).toBe(calls[1]?.data.job_id)
    expect(await balanceOf(account)).toBe(19)
    const other = await agent('attribute_domain', { domain: CORP, max_age_hours: 0 })
    expect(other.text).toMatch(/^IDEMPOTENCY_MISMATCH: /)
  })

  test('a call takes one request of the limit, however many routes it asks, and says when to come back', async () => {
    const limited = await startService({
      env: { RATE_LIMITS_PER_MINUTE: '{"free":6,"pro":6,"team":6,"enterprise":6}' },
    })
    try {
      const agent = agentOf(limited, (await limited.account()).apiKey)
      const texts: string[] = []
      for (let call = 0; call < 8; call++) texts.push((await agent('get_usage')).text)
      expect(texts.filter((text) => !text.startsWith('RATE_LIMITED')).length).toBe(6)
      expect(texts[7]).toMatch(/^RATE_LIMITED: .* Retry after \d+ s\.$/)
    } finally {
      await limited.stop()
    }
  })
})

describe('another account', () => {
  test('its ids look like unknown ids to every tool and resource', async () => {
    const { account: owner, agent: own } = await opened({ credits: 10 })
    const { agent: stranger } = await opened()
    const job = await own('attribute_domain', { domain: REAL })
    const correlation = await own('correlate_domains', { domains: [CORP, UNKNOWN] })
    const bulk = await owner.request('POST', '/analyze/bulk', { domains: [CORP] })
    const ids: [string, string][] = [
      [String(job.data.job_id), newIdentifier('job')],
      [String(correlation.data.correlation_id), newIdentifier('cor')],
      [(bulk.body as unknown as { bulk_job_id: string }).bulk_job_id, newIdentifier('blk')],
    ]
    for (const [foreign, unknown] of ids) {
      const seen = await stranger('get_result', { id: foreign, wait_seconds: 1 })
      expect([seen.isError, seen.text]).toEqual([true, expect.stringMatching(/^NOT_FOUND: /)])
      expect(seen).toEqual(await stranger('get_result', { id: unknown, wait_seconds: 1 }))
    }
    const [[foreign, unknown] = ['', '']] = ids
    const why = await stranger('explain_attribution', { job_id: foreign })
    expect(why.text).toMatch(/^NOT_FOUND: /)
    expect(why).toEqual(await stranger('explain_attribution', { job_id: unknown }))
    const { data } = await stranger('domain_history', { domain: REAL })
    expect(JSON.stringify(data)).not.toContain(foreign)
    const again = await stranger('attribute_domain', { domain: REAL })
    expect([again.data.from_cache, again.data.job_id === foreign]).toEqual([false, false])
  })
})

describe('routes behind the tools', () => {
  /** Routes that accept an API key. They must refuse the key of the playground. */
  const KEY_ONLY = [
    'GET /billing/usage',
    'GET /billing/credits',
    'POST /monitors',
    'GET /changes',
    'POST /jobs/{job_id}/feedback',
  ]

  test('a tool reaches only routes that its key could use itself', async () => {
    await service.platform.logs.quiet()
    const lines = service.platform.logs.lines.flatMap(({ text }) => {
      const line = text.startsWith('{')
        ? (JSON.parse(text) as { event: string; request_id: string; route: string })
        : null
      return line?.event === 'request.completed' ? [line] : []
    })
    const ofAgents = new Set(
      lines.filter(({ route }) => route === 'POST /mcp').map(({ request_id: id }) => id),
    )
    const reached = new Set(
      lines.filter(({ request_id: id }) => ofAgents.has(id)).map(({ route }) => route),
    )
    reached.delete('POST /mcp')
    expect(reached.size).toBeGreaterThan(10)
    expect(
      [...reached].filter((route) => ![...PLAYGROUND_ROUTES, ...KEY_ONLY].includes(route)),
    ).toEqual([])
  })
})

describe('the size of results', () => {
  test('no result is longer than 16 kB, and a shortened one names the rest', async () => {
    const { account, agent } = await opened()
    const { data: job } = await agent('attribute_domain', { domain: CORP })
    const candidates = Array.from({ length: 300 }, (_, n) => ({
      rank: n + 1,
      entity: `${'Very long name '.repeat(12)}${n}\u202e\n`,
      aliases: ['a'.repeat(900), 'b'],
      entity_type: 'organization',
      confidence: 0.001,
      signal_count: 40,
      rationale: 'x\n'.repeat(900),
    }))
    const signals = [
      {
        entity: 'A',
        aliases: [],
        confidence: 0.5,
        correlations: [],
        signals: Array.from({ length: 60 }, (_, n) => ({
          signal: `s${n}`,
          collector: 'whois',
          observed: 'y\r\n'.repeat(3_000),
          contribution: 0.01,
          stance: 'supports',
          explanation: 'z',
        })),
      },
    ]
    await service.platform.pool.query("update accounts set tier = 'enterprise' where id = $1", [
      account.userId,
    ])
    await service.platform.pool.query(
      "update job_results set result = jsonb_set(result, '{candidates}', $2::jsonb), signals = $3::jsonb where job_id = $1",
      [job.job_id, JSON.stringify(candidates), JSON.stringify(signals)],
    )
    const seen = await agent('get_result', { id: job.job_id })
    expect(seen.bytes).toBeGreaterThan(RESULT_BYTES_MAX / 2)
    expect(seen.bytes).toBeLessThanOrEqual(RESULT_BYTES_MAX)
    expect(seen.data).toMatchObject({
      truncated: true,
      resource: `attribution://jobs/${job.job_id}`,
    })
    expect(seen.links).toEqual([`attribution://jobs/${job.job_id}`])
    expect(JSON.stringify(seen.data)).not.toMatch(/\\[nr]|\u202e/)
    const why = await agent('explain_attribution', { job_id: job.job_id })
    expect(why.bytes).toBeLessThanOrEqual(RESULT_BYTES_MAX)
    expect(why.data).toMatchObject({ more: true })
  })

  test('a long correlation links the resource with all its pairs', async () => {
    const { account, agent } = await opened()
    const { data } = await agent('correlate_domains', { domains: [CORP, UNKNOWN] })
    const id = String(data.correlation_id)
    const early = await agent('get_result', { id, wait_seconds: 20, detail: 'full' })
    expect([early.data.status, early.links]).toEqual(['completed', []])
    const pairs = Array.from({ length: 500 }, (_, n) => ({
      a: `a${n}.example`,
      b: `b${n}.example`,
      score: 0.5,
      signals: [{ signal: 's', value: 'x\r\n\u202ey', contribution: 1, copyable: false }],
    }))
    await service.platform.pool.query(
      `update correlations set result = jsonb_set(result::jsonb, '{pairs}', $2::jsonb)
        where id = $1`,
      [id, JSON.stringify(pairs)],
    )
    const resource = `attribution://correlations/${id}`
    const long = await agent('get_result', { id, detail: 'full' })
    expect(long.bytes).toBeLessThanOrEqual(RESULT_BYTES_MAX)
    expect(long.data).toMatchObject({ truncated: true, resource })
    expect(long.links).toEqual([resource])

    const read = await readResource(account, resource)
    const [content] = (read.result?.contents ?? []) as { text: string }[]
    const { result } = JSON.parse(content?.text ?? '')
    expect(result.pairs.map(({ a }: { a: string }) => a)).toEqual(pairs.map(({ a }) => a))
    expect(JSON.stringify(result)).not.toMatch(/\\[nr]|\u202e/)
    expect(result).not.toHaveProperty('summary')
  })

  test('the resource of a correlation that runs is refused', async () => {
    const { account, agent } = await opened()
    const { data } = await agent('correlate_domains', { domains: [CORP, UNKNOWN] })
    const id = String(data.correlation_id)
    await agent('get_result', { id, wait_seconds: 20 })
    await forceRows(
      service.platform.pool,
      `update correlations set status = 'running', completed_at = null where id = $1`,
      [id],
    )
    const read = await readResource(account, `attribution://correlations/${id}`)
    expect(JSON.stringify(read.error)).toContain('JOB_IN_PROGRESS')
  })
})
