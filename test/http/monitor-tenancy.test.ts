import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import {
  changesOf,
  check,
  dataOf,
  refusal,
  type Shown,
  storeChange,
  watch,
  watchOne,
} from './monitor-caller.ts'

const CHANGING = 'test-changing.sandbox.example'
const UNKNOWN = {
  monitor: 'mon_01h455vb4pex5vsknk084sn02q',
  change: 'chg_01h455vb4pex5vsknk084sn02q',
}

let service: Service
let owner: ServiceAccount
let stranger: ServiceAccount
let owned: { monitor: string; change: string }

beforeAll(async () => {
  service = await startService({ env: { QUOTA_FREE: '2' } })
  owner = await service.account()
  stranger = await service.account()
  const monitor = await watchOne(owner, CHANGING, { label: 'secret label' })
  await check(owner, monitor)
  const [change] = (await changesOf(owner)) as [Shown]
  owned = { monitor, change: String(change.change_id) }
})
afterAll(() => service.stop())

const addressOf = (path: string, { monitor, change }: typeof UNKNOWN) =>
  path.replace('{monitor}', monitor).replace('{change}', change)

const ROUTES: readonly [string, string, unknown?][] = [
  ['GET', '/monitors/{monitor}'],
  ['PATCH', '/monitors/{monitor}', { label: 'taken', status: 'paused' }],
  ['DELETE', '/monitors/{monitor}'],
  ['POST', '/monitors/{monitor}/check'],
  ['GET', '/monitors/{monitor}/changes'],
  ['POST', '/changes/{change}/acknowledge', { verdict: 'wrong', note: 'taken' }],
  ['GET', '/webhooks/{change}/status'],
]

describe('the ids of another account', () => {
  test.each(ROUTES)(
    '%s %s answers as for an unknown id, and changes nothing',
    async (method, path, body) => {
      const stored = async () => [
        dataOf(await owner.request('GET', `/monitors/${owned.monitor}`)),
        await changesOf(owner),
        (await owner.request('GET', '/jobs')).body.data,
      ]
      const before = await stored()
      const foreign = await stranger.request(method, addressOf(path, owned), body)
      const unknown = await stranger.request(method, addressOf(path, UNKNOWN), body)
      expect(refusal(foreign)).toEqual([404, 'NOT_FOUND'])
      expect(foreign.text).toBe(unknown.text)
      expect(await stored()).toEqual(before)
      expect((await stranger.request('GET', '/jobs')).body.data).toEqual({ jobs: [] })
    },
  )

  test('no list shows the monitors and changes of another account', async () => {
    for (const path of [
      '/monitors',
      `/monitors?domain=${CHANGING}`,
      '/monitors?label=secret%20label',
    ])
      expect(dataOf(await stranger.request('GET', path)).monitors).toEqual([])
    for (const query of [
      '',
      `?domain=${CHANGING}`,
      '?label=secret%20label',
      '?kind=operator_changed',
    ])
      expect(await changesOf(stranger, query)).toEqual([])
    expect(await changesOf(stranger, `?before=${owned.change.replace(/^chg_./, 'chg_7')}`)).toEqual(
      [],
    )
  })

  test('two accounts that watch one domain have monitors of their own', async () => {
    const [one, other] = [await service.account(), await service.account()]
    const [first, second] = [
      await watchOne(one, CHANGING, { label: 'one' }),
      await watchOne(other, CHANGING),
    ]
    expect(first).not.toBe(second)
    await check(one, first)
    expect([(await changesOf(one)).length, (await changesOf(other)).length]).toEqual([1, 0])
    await one.request('DELETE', `/monitors/${first}`)
    expect(dataOf(await other.request('GET', `/monitors/${second}`))).toMatchObject({
      status: 'active',
      label: null,
    })
  })
})

describe('a young analysis of another account', () => {
  test('it is the baseline without its job id, and nothing is charged', async () => {
    const [analyst, watcher] = [await service.account(), await service.account({ quota_used: 2 })]
    const job = await analyst.analyze('fennandoakbakery.com').untilTerminal()
    const [own] = await watch(analyst, ['fennandoakbakery.com'])
    const [shared] = await watch(watcher, ['fennandoakbakery.com'])
    const expected = {
      entity: job.scoring_result?.entity,
      outcome: job.scoring_result?.outcome,
      confidence: expect.closeTo(job.scoring_result?.confidence ?? 0),
      taken_at: expect.stringMatching(/Z$/),
    }
    expect(own).toMatchObject({
      status: 'active',
      last_error: null,
      baseline: { ...expected, job_id: job.job_id },
    })
    expect(shared).toMatchObject({
      status: 'active',
      last_error: null,
      baseline: { ...expected, job_id: null },
    })
    expect((await watcher.request('GET', '/jobs')).body.data).toEqual({ jobs: [] })
    const { rows } = await service.platform.pool.query(
      'select used::integer from usage_periods where account_id = $1',
      [analyst.userId],
    )
    expect(rows).toEqual([{ used: 1 }])
  }, 60_000)
})

describe('credentials', () => {
  const ROUTES_OF_ALL: readonly [string, string, unknown?][] = [
    ['POST', '/monitors', { domains: ['test-corp.sandbox.example'] }],
    ['GET', '/monitors'],
    ['GET', `/monitors/${UNKNOWN.monitor}`],
    ['PATCH', `/monitors/${UNKNOWN.monitor}`, {}],
    ['DELETE', `/monitors/${UNKNOWN.monitor}`],
    ['POST', `/monitors/${UNKNOWN.monitor}/check`],
    ['GET', `/monitors/${UNKNOWN.monitor}/changes`],
    ['GET', '/changes'],
    ['POST', `/changes/${UNKNOWN.change}/acknowledge`, { verdict: 'expected' }],
    ['POST', '/monitors/feed'],
    ['DELETE', '/monitors/feed'],
  ]

  test.each(ROUTES_OF_ALL)(
    '%s %s needs a key or a bearer token, and refuses a playground key',
    async (method, path, body) => {
      const account = await service.account()
      const bearer = { authorization: `Bearer ${account.bearerToken}` }
      const minted = await service.request('POST', '/auth/session-key', undefined, bearer)
      const playground = { 'x-api-key': String(dataOf(minted).key) }
      expect(refusal(await service.request(method, path, body))).toEqual([401, 'UNAUTHORIZED'])
      expect(refusal(await service.request(method, path, body, playground))).toEqual([
        403,
        'FORBIDDEN',
      ])
      expect(dataOf(await account.request('GET', '/monitors')).monitors).toEqual([])
      const expected = path.includes('_01h455vb4p') ? 404 : 200
      expect((await service.request(method, path, body, bearer)).status).toBe(expected)
    },
  )
})

describe('an account that is closed', () => {
  test('has no monitor and no change any more, and its domains are checked only for others', async () => {
    const [leaving, staying] = [
      await service.account({ credits: 2 }),
      await service.account({ credits: 2 }),
    ]
    const monitor = await watchOne(leaving, 'only-mine.com', { label: 'leaving label' })
    await watchOne(leaving, 'shared-by-two.com')
    await watchOne(staying, 'shared-by-two.com')
    await storeChange(service, leaving, monitor, {
      domain: 'only-mine.com',
      severity: 'medium',
      kinds: ['parked'],
    })
    const exported = await fetch(`${service.baseUrl}/auth/me/export`, {
      headers: { 'x-api-key': leaving.apiKey },
    })
    const bundle = (await exported.json()) as { monitors: Shown[]; changes: Shown[] }
    expect(bundle.monitors.map(({ domain, label }) => [domain, label])).toEqual([
      ['shared-by-two.com', null],
      ['only-mine.com', 'leaving label'],
    ])
    expect(bundle.changes).toEqual([
      expect.objectContaining({ monitor_id: monitor, kinds: ['parked'], note: null }),
    ])
    const closed = await service.request('DELETE', '/auth/me', undefined, {
      authorization: `Bearer ${leaving.bearerToken}`,
    })
    expect(closed.status).toBe(200)
    const rows = async (text: string) =>
      (await service.platform.pool.query(text, [leaving.userId])).rows
    expect(
      await rows(
        `select 1 from monitors where account_id = $1 union all select 1 from changes where account_id = $1`,
      ),
    ).toEqual([])
    const { rows: watched } = await service.platform.pool.query(
      `select domain, turn_account_id from watched_names where domain in ('only-mine.com', 'shared-by-two.com')`,
    )
    expect(watched).toEqual([{ domain: 'shared-by-two.com', turn_account_id: staying.userId }])
  })
})
