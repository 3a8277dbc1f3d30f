import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { dataOf, refusal, type Shown, watchOne } from './monitor-caller.ts'

// Both .com and .net ask rdap.verisign.com, .org asks another server. Monitors use half of a limit,
// so the first server carries two checks a day.
const CHECKS_A_DAY = 2

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({
    env: {
      REGISTRY_REQUESTS_PER_DAY: JSON.stringify({ 'rdap.verisign.com': 2 * CHECKS_A_DAY }),
    },
  })
  account = await service.account({ tier: 'team', credits: 20 })
})
afterAll(() => service.stop())

const save = async (domains: string[], settings: Shown = {}, by = account) =>
  dataOf(await by.request('POST', '/monitors', { domains, ...settings })) as {
    monitors: Shown[]
    rejected: { domain: string; error: { code: string; message: string } }[]
  }
const effective = ({ monitors }: { monitors: Shown[] }) =>
  monitors.map(({ domain, cadence, cadence_effective }) => [domain, cadence, cadence_effective])
const patch = (id: string, settings: Shown) => account.request('PATCH', `/monitors/${id}`, settings)

/** Deletes all monitors, so that the registry has its whole room. */
async function clear(): Promise<void> {
  const { pool } = service.platform
  await pool.query('delete from monitors')
  await pool.query('delete from watched_names')
}

async function checksADay(registry: string): Promise<number> {
  const { rows } = await service.platform.pool.query<{ checks: string }>(
    `select coalesce(sum(86400.0 / cadence_seconds), 0) as checks from watched_names
      where registry = $1 and cadence_seconds is not null`,
    [registry],
  )
  return Number(rows[0]?.checks)
}

describe('monitors of a registry with a limit', () => {
  test('get the fastest cadence that the registry can carry, for all its suffixes together', async () => {
    await clear()
    const saved = await save(['ashby-one.com', 'ashby-two.net', 'ashby-three.com'])
    expect(effective(saved)).toEqual([
      ['ashby-one.com', 'daily', 'daily'],
      ['ashby-two.net', 'daily', 'daily'],
    ])
    expect(saved.rejected).toMatchObject([
      { domain: 'ashby-three.com', error: { code: 'REGISTRY_FULL' } },
    ])
    expect(saved.rejected[0]?.error.message).toBe(
      'The registry rdap.verisign.com is asked for all monitors at most 2 times a day, ' +
        'and there is no place for one more domain.',
    )
    expect(effective(await save(['ashby-four.org']))).toEqual([
      ['ashby-four.org', 'daily', 'daily'],
    ])
  })

  test('are checked less often if their cadence does not fit', async () => {
    await clear()
    const saved = await save(['birch-one.com', 'birch-two.com'], { cadence: 'hourly' })
    expect(effective(saved)).toEqual([
      ['birch-one.com', 'hourly', 'daily'],
      ['birch-two.com', 'hourly', 'daily'],
    ])
    await clear()
    await save(['birch-one.com'], { cadence: 'daily' })
    const weekly = Array.from({ length: 6 }, (_, index) => `birch-${index}x.net`)
    await save(weekly, { cadence: 'weekly' })
    expect(effective(await save(['birch-last.com'], { cadence: 'hourly' }))).toEqual([
      ['birch-last.com', 'hourly', 'weekly'],
    ])
    expect(await checksADay('rdap.verisign.com')).toBeCloseTo(CHECKS_A_DAY)
  })

  test('of CSV bodies are refused line by line', async () => {
    await clear()
    const answer = await account.request(
      'POST',
      '/monitors',
      'cedar-a.com\ncedar-b.com\ncedar-c.com',
      {
        'content-type': 'text/csv',
      },
    )
    const { monitors, rejected } = dataOf(answer) as Awaited<ReturnType<typeof save>>
    expect([monitors.length, rejected.map(({ error }) => error.code)]).toEqual([
      2,
      ['REGISTRY_FULL'],
    ])
  })

  test('take no slot and no credit when they are refused', async () => {
    await clear()
    await save(['dale-one.com', 'dale-two.com'])
    const poor = await service.account({ tier: 'free' })
    const { rejected } = await save(['dale-three.com'], {}, poor)
    expect(rejected.map(({ error }) => error.code)).toEqual(['REGISTRY_FULL'])
    const { rows } = await service.platform.pool.query(
      'select 1 from monitor_slots where account_id = $1',
      [poor.userId],
    )
    expect(rows).toEqual([])
  })

  test('of a domain that is watched already need no more room', async () => {
    await clear()
    await save(['elm-one.com', 'elm-two.com'])
    const other = await service.account({ tier: 'team', credits: 20 })
    expect(effective(await save(['elm-one.com'], { cadence: 'hourly' }, other))).toEqual([
      ['elm-one.com', 'hourly', 'daily'],
    ])
    expect(await checksADay('rdap.verisign.com')).toBe(CHECKS_A_DAY)
  })

  test('return to their cadence with a PATCH after others were deleted', async () => {
    await clear()
    const first = await watchOne(account, 'fern-one.com')
    await watchOne(account, 'fern-two.com', { cadence: 'weekly' })
    const id = await watchOne(account, 'fern-three.com')
    expect(dataOf(await account.request('GET', `/monitors/${id}`))).toMatchObject({
      cadence: 'daily',
      cadence_effective: 'weekly',
    })
    expect(dataOf(await patch(id, { cadence: 'daily' }))).toMatchObject({
      cadence_effective: 'weekly',
    })
    await account.request('DELETE', `/monitors/${first}`)
    expect(dataOf(await patch(id, { cadence: 'daily' }))).toMatchObject({
      cadence_effective: 'daily',
    })
    expect(dataOf(await patch(id, { cadence: 'hourly' }))).toMatchObject({
      cadence: 'hourly',
      cadence_effective: 'daily',
    })
  })

  test('return to their cadence in the next night, as far as there is room', async () => {
    await clear()
    const first = await watchOne(account, 'glen-one.com')
    await watchOne(account, 'glen-two.com', { cadence: 'weekly' })
    const slowed = [
      await watchOne(account, 'glen-three.com'),
      await watchOne(account, 'glen-four.com', { cadence: 'hourly' }),
    ]
    await account.request('DELETE', `/monitors/${first}`)
    await service.platform.runtime().runSchedule('17 3 * * *')
    const shown = await Promise.all(slowed.map((id) => account.request('GET', `/monitors/${id}`)))
    expect(shown.map((answer) => dataOf(answer).cadence_effective)).toEqual(['daily', 'weekly'])
    expect(await checksADay('rdap.verisign.com')).toBeLessThanOrEqual(CHECKS_A_DAY)
  })

  test('that are paused give up their room, and resume only if there is room', async () => {
    await clear()
    const id = await watchOne(account, 'gate-one.com')
    await watchOne(account, 'gate-two.com')
    expect(dataOf(await patch(id, { status: 'paused' }))).toMatchObject({
      cadence_effective: 'daily',
      next_check_at: null,
    })
    const heir = await watchOne(account, 'gate-three.com')
    expect(refusal(await patch(id, { status: 'active' }))).toEqual([422, 'REGISTRY_FULL'])
    expect(dataOf(await patch(id, { label: 'kept' }))).toMatchObject({ status: 'paused' })
    await account.request('DELETE', `/monitors/${heir}`)
    expect(dataOf(await patch(id, { status: 'active' }))).toMatchObject({
      cadence_effective: 'daily',
    })
  })

  test('never exceed its limit together when they are saved at the same time', async () => {
    await clear()
    const accounts = await Promise.all(
      Array.from({ length: 6 }, () => service.account({ tier: 'team', credits: 20 })),
    )
    const saved = await Promise.all(
      accounts.map((by, index) =>
        save(
          [`heath-${index}a.com`, `heath-${index}b.org`, `heath-${index}c.net`],
          { cadence: (['hourly', 'daily', 'weekly'] as const)[index % 3] },
          by,
        ),
      ),
    )
    expect(await checksADay('rdap.verisign.com')).toBeLessThanOrEqual(CHECKS_A_DAY)
    const created = saved.flatMap(({ monitors }) => monitors)
    const refused = saved.flatMap(({ rejected }) => rejected)
    expect(created.length + refused.length).toBe(18)
    expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['REGISTRY_FULL']))
  })
})
