import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
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

describe('the ids of another account', () => {
  test('the delivery of a change is like an unknown one', async () => {
    const [foreign, unknown] = [
      await stranger.request('GET', `/webhooks/${owned.change}/status`),
      await stranger.request('GET', `/webhooks/${newIdentifier('chg')}/status`),
    ]
    expect(refusal(foreign)).toEqual([404, 'NOT_FOUND'])
    expect(foreign.text).toBe(unknown.text)
  })

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
