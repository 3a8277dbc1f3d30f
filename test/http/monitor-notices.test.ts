import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_DIFF } from '../../shared/monitors/describe-change.ts'
import type { ConfirmedChange } from '../../shared/monitors/judge-reading.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { changesOf, dataOf, type Shown, watch, watchOne } from './monitor-caller.ts'

const SITE = 'fennandoakbakery.com'

let service: Service

beforeAll(async () => {
  service = await startService({ env: { QUOTA_TEAM: '5', MONITORS_FREE: '50' } })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const sweep = () => service.platform.runtime().runSchedule('* * * * *')
/** An account without quota and credits for another analysis. */
const exhausted = () => service.account({ tier: 'team', quota_used: 5 })

/**
 * Stores a change of public facts as if two readings had confirmed it, and gives it to the monitors
 * of the domain.
 */
async function confirm(
  domain: string,
  change: Pick<ConfirmedChange, 'kinds' | 'before' | 'after'>,
): Promise<void> {
  const confirmedAt = Date.now()
  const detectedAt = confirmedAt - 1_800_000
  await service.platform.pool.query(
    `insert into name_changes (id, domain, change, created_at) values (new_id('nch'), $1, $2, clock_timestamp())`,
    [domain, JSON.stringify({ isUnparked: false, ...change, detectedAt, confirmedAt })],
  )
  await sweep()
}

const NAMESERVERS: Parameters<typeof confirm>[1] = {
  kinds: ['nameservers_changed'],
  before: { nameservers: ['old-dns.com', 'same-dns.com'] },
  after: { nameservers: ['new-dns.com', 'same-dns.com'] },
}

describe('a confirmed change of public facts', () => {
  test('it has the watched kinds only, the highest severity of them, and all members of the difference', async () => {
    const account = await exhausted()
    const [monitor] = await watch(account, ['moved-one.com'], { label: 'mine' })
    await confirm('moved-one.com', {
      kinds: ['registrar_changed', 'registrant_changed', 'mail_changed'],
      before: { registrar: '1068', registrant: 'alder ltd', mail: ['old-mail.com'] },
      after: { registrar: '146', registrant: 'birch gmbh', mail: ['new-mail.com'] },
    })
    const [change, ...more] = await changesOf(account, '?label=mine')
    expect(more).toEqual([])
    expect(change).toEqual({
      change_id: expect.stringMatching(/^chg_/),
      monitor_id: monitor?.monitor_id,
      domain: 'moved-one.com',
      severity: 'high',
      kinds: ['registrar_changed', 'registrant_changed'],
      detected_at: expect.stringMatching(/Z$/),
      confirmed_at: expect.stringMatching(/Z$/),
      diff: {
        ...NO_DIFF,
        registrant: { from: 'alder ltd', to: 'birch gmbh' },
        registrar: { from: '1068', to: '146' },
      },
      evidence: expect.any(Array),
      job_id: null,
      job_id_before: null,
      analysis: 'not_covered',
      acknowledged: null,
    })
    expect(Date.parse(String(change?.confirmed_at)) - Date.parse(String(change?.detected_at))).toBe(
      1_800_000,
    )
    expect(Object.keys(change?.diff as object)).toHaveLength(7)
    expect(dataOf(await account.request('GET', `/monitors/${monitor?.monitor_id}`))).toMatchObject({
      last_changed_at: change?.confirmed_at,
      credits_this_month: 0,
    })
  })

  test.each<[string, string[] | undefined, Parameters<typeof confirm>[1], Shown[]]>([
    [
      'mail servers by default',
      undefined,
      { kinds: ['mail_changed'], before: { mail: [] }, after: { mail: ['a.com'] } },
      [],
    ],
    [
      'mail servers that are watched',
      ['mail_changed'],
      { kinds: ['mail_changed'], before: { mail: [] }, after: { mail: ['a.com'] } },
      [{ severity: 'low', kinds: ['mail_changed'], analysis: 'not_covered', diff: NO_DIFF }],
    ],
    [
      'a renewal',
      undefined,
      {
        kinds: ['renewed'],
        before: { expires_at: '2027-01-01' },
        after: { expires_at: '2028-01-01' },
      },
      [
        {
          severity: 'medium',
          analysis: 'not_needed',
          job_id: null,
          diff: { ...NO_DIFF, expires_at: { from: '2027-01-01', to: '2028-01-01' } },
        },
      ],
    ],
    [
      'name servers',
      undefined,
      NAMESERVERS,
      [
        {
          severity: 'medium',
          diff: { ...NO_DIFF, nameservers: { added: ['new-dns.com'], removed: ['old-dns.com'] } },
        },
      ],
    ],
    [
      'a transfer lock',
      undefined,
      {
        kinds: ['transfer_lock_removed'],
        before: { locks: ['client transfer prohibited'] },
        after: { locks: [] },
      },
      [
        {
          severity: 'high',
          diff: { ...NO_DIFF, status: { added: [], removed: ['client transfer prohibited'] } },
        },
      ],
    ],
    [
      'name servers for a monitor of operators',
      ['operator_changed', 'operator_lost'],
      NAMESERVERS,
      [],
    ],
    ['name servers for a monitor of parked domains', ['parked'], NAMESERVERS, []],
  ])(
    '%s: the change is recorded as the watch list says',
    async (title, kinds, change, expected) => {
      const account = await exhausted()
      const domain = `${title.replace(/[^a-z]+/g, '-')}.com`
      await watchOne(account, domain, kinds === undefined ? {} : { watch: kinds })
      await confirm(domain, change)
      expect(await changesOf(account)).toMatchObject(expected)
    },
  )

  test('each account has the change once, and a paused monitor has none', async () => {
    const accounts = await Promise.all([1, 2, 3].map(exhausted))
    const [one, two, three] = accounts as [ServiceAccount, ServiceAccount, ServiceAccount]
    for (const account of accounts) await watchOne(account, 'shared-one.com')
    const [monitor] = await watch(three, ['shared-one.com'])
    await three.request('PATCH', `/monitors/${monitor?.monitor_id}`, { status: 'paused' })
    await confirm('shared-one.com', NAMESERVERS)
    await Promise.all([sweep(), sweep()])
    for (const [account, count] of [
      [one, 1],
      [two, 1],
      [three, 0],
    ] as const)
      expect(await changesOf(account)).toHaveLength(count)
  })

  test('an expected change silences the same kind and value, and nothing else', async () => {
    const account = await exhausted()
    await watchOne(account, 'planned-one.com')
    await confirm('planned-one.com', NAMESERVERS)
    const [change] = (await changesOf(account)) as [Shown]
    await account.request('POST', `/changes/${change.change_id}/acknowledge`, {
      verdict: 'expected',
    })
    await confirm('planned-one.com', NAMESERVERS)
    expect(await changesOf(account)).toHaveLength(1)
    await confirm('planned-one.com', { ...NAMESERVERS, after: { nameservers: ['third-dns.com'] } })
    expect(await changesOf(account)).toHaveLength(2)
    await account.request('POST', `/changes/${change.change_id}/acknowledge`, {
      verdict: 'unexpected',
    })
    await confirm('planned-one.com', NAMESERVERS)
    expect(await changesOf(account)).toHaveLength(3)
    await account.request('POST', `/changes/${change.change_id}/acknowledge`, {
      verdict: 'expected',
    })
    const heard = async (days: number) => {
      await service.platform.pool.query(
        `update changes set acknowledged_at = clock_timestamp() - make_interval(days => $2) where id = $1`,
        [change.change_id, days],
      )
      await confirm('planned-one.com', NAMESERVERS)
      return (await changesOf(account)).length
    }
    expect([await heard(89), await heard(91)]).toEqual([3, 4])
  })

  test('its analysis is charged and counted, up to monthly_credit_limit', async () => {
    const account = await service.account({ tier: 'team' })
    const id = await watchOne(account, SITE, { monthly_credit_limit: 1 })
    const show = async () => dataOf(await account.request('GET', `/monitors/${id}`))
    await expect
      .poll(
        async () => {
          await sweep()
          return (await show()).status
        },
        { timeout: 30_000 },
      )
      .toBe('active')
    const baseline = (await show()).baseline as Shown
    await confirm(SITE, NAMESERVERS)
    await expect
      .poll(
        async () => {
          await sweep()
          return (await changesOf(account)).map(({ analysis }) => analysis)
        },
        { timeout: 30_000 },
      )
      .toEqual(['done'])
    const [change] = (await changesOf(account)) as [Shown]
    expect(change).toMatchObject({ kinds: ['nameservers_changed'], job_id_before: baseline.job_id })
    expect(dataOf(await account.request('GET', `/jobs/${change.job_id}`))).toMatchObject({
      domain: SITE,
      depth: 'deep',
    })
    expect(await show()).toMatchObject({
      credits_this_month: 1,
      baseline: { entity: baseline.entity },
    })
    await confirm(SITE, { ...NAMESERVERS, after: { nameservers: ['fourth-dns.com'] } })
    expect(await changesOf(account)).toMatchObject([
      { analysis: 'not_covered', job_id: null },
      change,
    ])
    expect(await show()).toMatchObject({ credits_this_month: 1 })
    const { rows } = await service.platform.pool.query(
      'select used::integer from usage_periods where account_id = $1',
      [account.userId],
    )
    expect(rows).toEqual([{ used: 2 }])
  }, 90_000)
})
