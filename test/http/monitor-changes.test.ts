import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_DIFF } from '../../shared/monitors/describe-change.ts'
import { type Callbacks, startCallbacks } from '../flows/callbacks.ts'
import type { Service, ServiceAccount } from '../platform/service.ts'
import {
  changesOf,
  check,
  dataOf,
  pathsOf,
  refusal,
  type Shown,
  storeChange,
  watch,
  watchOne,
} from './monitor-caller.ts'

const CORP = 'test-corp.sandbox.example'
const CHANGING = 'test-changing.sandbox.example'
const UNKNOWN_CHANGE = 'chg_01h455vb4pex5vsknk084sn02q'

let world: Callbacks
let service: Service

beforeAll(async () => {
  world = await startCallbacks({ env: { MONITORS_FREE: '0', QUOTA_FREE: '0' } })
  service = world.service
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await world.stop()
})

const acknowledge = (account: ServiceAccount, id: unknown, body: unknown) =>
  account.request('POST', `/changes/${id}/acknowledge`, body)
const idsOf = (changes: Shown[]) => changes.map(({ change_id: id }) => id)

describe('the sandbox', () => {
  test('test-changing has an operator at each check that no earlier check found, without a slot, quota or credit', async () => {
    const account = await service.account()
    const [monitor] = await watch(account, [CHANGING], { label: 'practice' })
    expect(monitor).toMatchObject({
      status: 'active',
      cadence: 'weekly',
      last_error: null,
      last_changed_at: null,
    })
    const id = String(monitor?.monitor_id)
    const baseline = monitor?.baseline as Shown
    const jobs = [
      baseline.job_id,
      await check(account, id),
      await check(account, id),
      await check(account, id),
    ]
    const changes = (await changesOf(account)).reverse()
    const operators = [
      baseline.entity,
      ...changes.map(({ diff }) => (diff as { operator: Shown }).operator.to),
    ]
    expect(new Set(operators).size).toBe(4)
    for (const [index, change] of changes.entries())
      expect(change).toEqual({
        change_id: expect.stringMatching(/^chg_[0-9a-z]{26}$/),
        monitor_id: id,
        domain: CHANGING,
        severity: 'high',
        kinds: ['operator_changed'],
        detected_at: expect.stringMatching(/Z$/),
        confirmed_at: expect.stringMatching(/Z$/),
        diff: {
          ...NO_DIFF,
          operator: {
            from: operators[index],
            to: operators[index + 1],
            confidence_from: expect.closeTo(0.95),
            confidence_to: expect.closeTo(0.95),
          },
        },
        evidence: [
          {
            source: 'analysis',
            before: operators[index],
            after: operators[index + 1],
            collected_at: expect.stringMatching(/Z$/),
          },
        ],
        job_id: jobs[index + 1],
        job_id_before: jobs[index],
        analysis: 'done',
        acknowledged: null,
      })
    expect(dataOf(await account.request('GET', `/monitors/${id}`))).toMatchObject({
      credits_this_month: 0,
      last_changed_at: changes.at(-1)?.confirmed_at,
      baseline: { job_id: jobs[3], entity: operators[3] },
    })
    expect(await account.ledger()).toEqual([])
  })

  test('concurrent checks are compared one after the other, each with the operator before it', async () => {
    const account = await service.account()
    const [monitor] = await watch(account, [CHANGING])
    const id = String(monitor?.monitor_id)
    await Promise.all(Array.from({ length: 6 }, () => check(account, id)))
    const changes = await changesOf(account)
    expect(changes).toHaveLength(6)
    const next = new Map(
      changes.map(({ diff }) => [(diff as { operator: Shown }).operator.from, diff]),
    )
    let operator: unknown = (monitor?.baseline as Shown | undefined)?.entity
    for (const _ of changes)
      operator = (next.get(operator) as { operator: Shown } | undefined)?.operator.to
    expect(dataOf(await account.request('GET', `/monitors/${id}`))).toMatchObject({
      baseline: { entity: operator },
    })
  })

  test('checks of the schedule find a new operator of test-changing and none of test-corp, and count no credits', async () => {
    const account = await service.account()
    const monitors = await watch(account, [CHANGING, CORP])
    for (const _ of [1, 2]) {
      await service.platform.pool.query(
        `update monitors set next_analysis_at = clock_timestamp() - interval '1 second' where account_id = $1`,
        [account.userId],
      )
      await world.sweep()
      await world.sweep()
    }
    const changes = await changesOf(account)
    expect(changes).toMatchObject([{ domain: CHANGING }, { domain: CHANGING }])
    for (const { monitor_id: id } of monitors)
      expect(dataOf(await account.request('GET', `/monitors/${id}`))).toMatchObject({
        credits_this_month: 0,
        next_check_at: expect.any(String),
        last_error: null,
      })
    expect(await account.ledger()).toEqual([])
  })

  test('test-corp never changes', async () => {
    const account = await service.account()
    const id = await watchOne(account, CORP)
    for (const _ of [1, 2, 3]) await check(account, id)
    expect(await changesOf(account)).toEqual([])
    expect(dataOf(await account.request('GET', `/monitors/${id}`))).toMatchObject({
      baseline: { entity: 'Test Corporation', outcome: 'attributed' },
      last_changed_at: null,
    })
  })

  test('test-changing has another operator in each analysis of every route, also without a monitor', async () => {
    const account = await service.account()
    const operators: unknown[] = []
    for (const depth of ['quick', 'deep', 'quick', 'deep']) {
      const { job_id: id } = await account.analyze(CHANGING, { depth }).untilTerminal()
      const job = dataOf(await account.request('GET', `/jobs/${id}`)) as { scoring_result: Shown }
      operators.push(job.scoring_result.entity)
    }
    for (const _ of [1, 2]) {
      const answer = await account.request('POST', '/analyze/batch', {
        domains: [CHANGING, CORP],
        depth: 'quick',
      })
      operators.push(/Test Operator \w+/.exec(answer.text)?.[0])
    }
    for (const operator of operators) expect(operator).toMatch(/^Test Operator \w+$/)
    expect(new Set(operators).size).toBe(6)
    expect(await account.ledger()).toEqual([])
  })

  test('a change whose kind is not watched is not recorded', async () => {
    const account = await service.account()
    const id = await watchOne(account, CHANGING, { watch: ['parked', 'operator_lost'] })
    await check(account, id)
    expect(await changesOf(account)).toEqual([])
  })
})

describe('the lists of changes', () => {
  let account: ServiceAccount
  let monitor: string
  let other: string
  const ids: string[] = []
  beforeAll(async () => {
    account = await service.account()
    monitor = await watchOne(account, CORP, { label: 'first' })
    other = await watchOne(account, CHANGING, { label: 'second' })
    for (const index of [0, 1, 2, 3, 4])
      ids.unshift(
        await storeChange(
          service,
          account,
          index % 2 === 0 ? monitor : other,
          index % 2 === 0
            ? {
                domain: CORP,
                label: 'first',
                kinds: ['parked', 'nameservers_changed'],
                severity: 'medium',
              }
            : {
                domain: CHANGING,
                label: 'second',
                kinds: ['registrant_changed'],
                severity: 'high',
              },
        ),
      )
    await storeChange(service, account, monitor, { domain: CORP, kinds: [], severity: 'low' })
  })

  test('changes are newest first, in pages with a cursor', async () => {
    const page = async (query: string) =>
      dataOf(await account.request('GET', `/changes${query}`)) as {
        changes: Shown[]
        next_cursor: string | null
      }
    const whole = await page('')
    expect([idsOf(whole.changes), whole.next_cursor]).toEqual([ids, null])
    const seen: unknown[] = []
    let query = '?limit=2'
    for (;;) {
      const { changes, next_cursor: cursor } = await page(query)
      seen.push(...idsOf(changes))
      if (cursor === null) break
      expect(changes).toHaveLength(2)
      query = `?limit=2&before=${cursor}`
    }
    expect(seen).toEqual(ids)
    expect((await page('?limit=5')).next_cursor).toBeNull()
    expect(idsOf((await page(`?before=${ids[2]}`)).changes)).toEqual(ids.slice(3))
  })

  test('the list of a monitor has its changes only', async () => {
    const list = async (id: string, query = '') =>
      idsOf(
        dataOf(await account.request('GET', `/monitors/${id}/changes${query}`)).changes as Shown[],
      )
    expect(await list(monitor)).toEqual([ids[0], ids[2], ids[4]])
    expect(await list(other)).toEqual([ids[1], ids[3]])
    expect(await list(monitor, `?limit=1&before=${ids[0]}`)).toEqual([ids[2]])
  })

  test.each([
    ['?kind=parked', [0, 2, 4]],
    ['?kind=registrant_changed', [1, 3]],
    ['?kind=renewed', []],
    ['?severity=high', [1, 3]],
    ['?severity=low', []],
    ['?label=first', [0, 2, 4]],
    ['?label=fir', []],
    ['?label=First', []],
    [`?domain=${CORP}`, [0, 2, 4]],
    [`?domain=${CORP.toUpperCase()}.`, [0, 2, 4]],
    ['?kind=parked&severity=medium&label=first&limit=2', [0, 2]],
    ['?kind=parked&severity=high', []],
  ])('the filter %s is exact', async (query, places) => {
    expect(idsOf(await changesOf(account, query))).toEqual(places.map((place) => ids[place]))
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'before=nonsense',
    'before=',
    `before=mon_01h455vb4pex5vsknk084sn02q`,
  ])('the query %s is refused by both lists', async (query) => {
    for (const path of ['/changes', `/monitors/${monitor}/changes`]) {
      const answer = await account.request('GET', `${path}?${query}`)
      expect(refusal(answer)).toEqual([422, 'VALIDATION_ERROR'])
      expect(pathsOf(answer)).toEqual([query.split('=')[0]])
    }
  })

  test.each(['kind=sold', 'severity=huge', 'label=a%00', 'domain=a%00'])(
    'the query %s is refused',
    async (query) => {
      expect(refusal(await account.request('GET', `/changes?${query}`))).toEqual([
        422,
        'VALIDATION_ERROR',
      ])
    },
  )

  test('the changes of a deleted monitor stay in the list of the account', async () => {
    const owner = await service.account()
    const id = await watchOne(owner, CHANGING)
    await check(owner, id)
    const before = await changesOf(owner)
    await owner.request('DELETE', `/monitors/${id}`)
    expect([before.length, await changesOf(owner)]).toEqual([1, before])
    expect(refusal(await owner.request('GET', `/monitors/${id}/changes`))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })
})

describe('POST /changes/{change_id}/acknowledge', () => {
  let account: ServiceAccount
  let change: Shown
  beforeAll(async () => {
    account = await service.account()
    await check(account, await watchOne(account, CHANGING))
    ;[change] = (await changesOf(account)) as [Shown]
  })

  test('each verdict replaces the one before, and the lists show it', async () => {
    for (const [verdict, note] of [
      ['expected', undefined],
      ['unexpected', 'n'],
      ['wrong', 'n'.repeat(1_000)],
      ['expected', 'One line\nand another: <b>&amp;</b> 🦉'],
    ] as const) {
      const answer = await acknowledge(account, change.change_id, { verdict, note })
      const expected = { ...change, acknowledged: { verdict, at: expect.stringMatching(/Z$/) } }
      expect([answer.status, answer.body.data]).toEqual([200, expected])
      expect(await changesOf(account)).toEqual([answer.body.data])
    }
  })

  test('open and acknowledged changes are listed apart and counted', async () => {
    const account = await service.account()
    const id = await watchOne(account, CORP)
    const found = { domain: CORP, severity: 'medium', kinds: ['registrar_changed'] }
    const open = await storeChange(service, account, id, found)
    const seen = await storeChange(service, account, id, found)
    await acknowledge(account, seen, { verdict: 'expected' })
    expect(idsOf(await changesOf(account, '?acknowledged=false'))).toEqual([open])
    expect(idsOf(await changesOf(account, '?acknowledged=true'))).toEqual([seen])
    expect(idsOf(await changesOf(account))).toEqual([seen, open])
    const summary = dataOf(await account.request('GET', '/monitors/summary'))
    expect(summary.open_changes).toBe(1)
    const wrong = await account.request('GET', '/changes?acknowledged=maybe')
    expect([wrong.status, pathsOf(wrong)]).toEqual([422, ['acknowledged']])
  })

  test('monitors with a change in the last days are selected', async () => {
    const account = await service.account()
    const [first, second] = await watch(account, [CORP, CHANGING])
    await service.platform.pool.query(
      `update monitors set last_changed_at = clock_timestamp() - interval '3 days' where id = $1`,
      [first?.monitor_id],
    )
    await service.platform.pool.query(
      `update monitors set last_changed_at = clock_timestamp() - interval '9 days' where id = $1`,
      [second?.monitor_id],
    )
    const listed = dataOf(await account.request('GET', '/monitors?changed_days=7'))
    expect((listed.monitors as Shown[]).map(({ monitor_id: id }) => id)).toEqual([
      first?.monitor_id,
    ])
    const summary = dataOf(await account.request('GET', '/monitors/summary'))
    expect(summary.monitors).toMatchObject({ changed_this_week: 1 })
    const wrong = await account.request('GET', '/monitors?changed_days=0')
    expect([wrong.status, pathsOf(wrong)]).toEqual([422, ['changed_days']])
  })

  test('a second verdict without a note clears the note', async () => {
    await acknowledge(account, change.change_id, { verdict: 'expected', note: 'planned' })
    await acknowledge(account, change.change_id, { verdict: 'expected' })
    const { rows } = await service.platform.pool.query('select note from changes where id = $1', [
      change.change_id,
    ])
    expect(rows).toEqual([{ note: null }])
  })

  test.each<[string, unknown, string]>([
    ['no verdict', {}, 'verdict'],
    ['an unknown verdict', { verdict: 'maybe' }, 'verdict'],
    ['an empty note', { verdict: 'expected', note: '' }, 'note'],
    ['a note of 1,001 characters', { verdict: 'expected', note: 'n'.repeat(1_001) }, 'note'],
    ['a note that Postgres cannot store', { verdict: 'expected', note: 'n\u0000' }, 'note'],
    ['a note with half a surrogate pair', { verdict: 'expected', note: 'n\udc00' }, 'note'],
    ['an unknown field', { verdict: 'expected', colour: 'red' }, 'colour'],
  ])('%s is refused', async (_, body, path) => {
    const answer = await acknowledge(account, change.change_id, body)
    expect(refusal(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(pathsOf(answer)).toEqual([path])
  })

  test('an unknown change is 404, and a malformed id is 422', async () => {
    const verdict = { verdict: 'expected' }
    expect(refusal(await acknowledge(account, UNKNOWN_CHANGE, verdict))).toEqual([404, 'NOT_FOUND'])
    for (const id of ['nonsense', 'mon_01h455vb4pex5vsknk084sn02q'])
      expect(refusal(await acknowledge(account, id, verdict))).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('a change that still waits for its analysis cannot be acknowledged', async () => {
    const monitor = await watchOne(account, CORP)
    const hidden = await storeChange(service, account, monitor, {
      domain: CORP,
      kinds: [],
      severity: 'low',
    })
    expect(refusal(await acknowledge(account, hidden, { verdict: 'wrong' }))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })
})

describe('the webhook of a change', () => {
  test('the callback gets monitor.changed with the change, and its status is found by the id of the change', async () => {
    const account = await service.account()
    const url = world.receivers.url('good', '/changed')
    const id = await watchOne(account, CHANGING, { callback_url: url })
    const jobId = await check(account, id)
    const [change] = (await changesOf(account)) as [Shown]
    const delivery = await world.until(
      String(change.change_id),
      ({ state }) => state === 'delivered',
    )
    expect(JSON.parse(delivery.body ?? '')).toMatchObject({ type: 'monitor.changed', data: change })
    const status = dataOf(await account.request('GET', `/webhooks/${change.change_id}/status`))
    expect(status).toMatchObject({
      job_id: change.change_id,
      delivery_id: delivery.id,
      url,
      status: 'delivered',
    })
    expect(refusal(await account.request('GET', `/webhooks/${jobId}/status`))).toEqual([
      404,
      'NOT_FOUND',
    ])
    const stranger = await service.account()
    expect(refusal(await stranger.request('GET', `/webhooks/${change.change_id}/status`))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })

  test('a change of a monitor without a callback has no delivery', async () => {
    const account = await service.account()
    await check(account, await watchOne(account, CHANGING))
    const [change] = (await changesOf(account)) as [Shown]
    expect(refusal(await account.request('GET', `/webhooks/${change.change_id}/status`))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })
})
