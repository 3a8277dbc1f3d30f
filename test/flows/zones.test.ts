import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS, openSimulation, type Simulation } from '../bench/monitors/simulation.ts'
import { measureZones } from '../bench/zones.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'

const HOUR_MS = 60 * MINUTE_MS
/** Noon, so that days until an expiry do not depend on the time of the test. */
const STARTS_AT = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2
const shared = sharedPostgres()
const name = `zones_${process.pid}`

let internet: SampleInternet
let simulation: Simulation
/** Domains of all questions to RDAP servers since the last `askedSince`. */
let asked: string[] = []
let isRegistryBroken = false

interface Site {
  company?: string
  expires?: string
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)

const siteOf = (domain: string, { company = 'Larkspur Ltd', expires = '2040-01-01' }: Site) => ({
  domain,
  registration: {
    registrar: 'namecheap',
    privacy: 'shown' as const,
    created: '2015-01-01',
    expires,
    registrant: { organization: company, country: 'GB' },
  },
  dns: { [domain]: { NS: ['ns1.first-dns.net', 'ns2.first-dns.net'], A: ['52.51.20.31'] } },
  site: {
    home: `https://${domain}/`,
    pages: { '/': `<!doctype html><title>${company}</title><h1>${company}</h1>` },
  },
})

beforeAll(async () => {
  internet = await createInternet({ folders: [] })
  const databaseUrl = await createDatabase(shared.url, name, shared.template)
  simulation = await openSimulation({
    databaseUrl,
    startsAt: STARTS_AT,
    latencyMs: 20,
    env: { MONITOR_CHECKS_PER_SECOND: '1000' },
    async fetch(request) {
      const { hostname, pathname } = new URL(request.url)
      if (hostname.includes('rdap')) {
        asked.push(pathname.split('/').at(-1) ?? '')
        if (isRegistryBroken) return new Response('{}', { status: 503 })
      }
      return internet.fetch(request)
    },
  })
  await simulation.account('usr_zones', 'team')
})
beforeEach(() => {
  // Suppresses the log line that each batch of checks writes.
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterAll(async () => {
  await simulation.close()
  await internet.close()
  await dropDatabase(shared.url, name)
})

/** Runs the checks until so many hours after the start, and returns whose registry was asked. */
async function askedUntil(hours: number): Promise<string[]> {
  asked = []
  await simulation.runUntil(STARTS_AT + hours * HOUR_MS, 5 * MINUTE_MS)
  return [...new Set(asked)].sort()
}

const at = (hours: number) => new Date(STARTS_AT + hours * HOUR_MS).toISOString()

async function watch(prefix: string, sites: Record<string, Site>): Promise<void> {
  for (const [domain, site] of Object.entries(sites)) internet.add(siteOf(domain, site))
  await simulation.watchMany('usr_zones', prefix, Object.keys(sites))
  await simulation.pool.query(
    `update watched_names set next_check_at = $2 where domain = any ($1) and state is null`,
    [Object.keys(sites), simulation.clock.now().toISOString()],
  )
}

const compare = (zone: string, hours: number) =>
  simulation.pool.query('select record_zone_comparison($1, $2)', [zone, at(hours)])
const makeDue = async (domains: string[], hours: number) =>
  (await simulation.pool.query('select make_names_due($1, $2) as due', [domains, at(hours)]))
    .rows[0].due
const rowOf = async (domain: string) =>
  (await simulation.pool.query('select * from watched_names where domain = $1', [domain])).rows[0]
const changes = async () =>
  (await simulation.pool.query('select domain, change from name_changes order by id')).rows.map(
    ({ domain, change }) => [domain, ...change.kinds],
  )

describe('checks of a zone that is compared', () => {
  test('ask the registry only about names that changed, and lose no change', async () => {
    await watch('first', {
      'quiet.com': {},
      'sold.com': {},
      'ending.com': { expires: day(STARTS_AT + 8 * DAY_MS) },
      'elsewhere.net': {},
    })
    // The first reading asks about every name.
    expect(await askedUntil(1)).toEqual(['elsewhere.net', 'ending.com', 'quiet.com', 'sold.com'])

    // A warning about the expiry asks the registry first, which knows of a renewal.
    internet.replace(siteOf('ending.com', { expires: '2039-01-01' }))
    await compare('com', 20)
    expect(await askedUntil(26)).toEqual(['elsewhere.net', 'ending.com'])
    const { state, asks_registry: asks } = await rowOf('quiet.com')
    expect(state).toMatchObject({
      facts: { dropped: false, registrant: 'larkspur' },
      suspicions: {},
      incomplete_readings: 0,
    })
    expect(asks).toBe(false)
    expect(await changes()).toEqual([['ending.com', 'renewed']])

    // The zone file names sold.com: it is read at once, and again to confirm the change.
    internet.replace(siteOf('sold.com', { company: 'Quillon Trading GmbH' }))
    await compare('com', 28)
    expect(await askedUntil(28)).toEqual([])
    expect(await makeDue(['sold.com', 'unwatched.com'], 28)).toBe('1')
    expect(await askedUntil(30)).toEqual(['sold.com'])
    expect(await changes()).toEqual([
      ['ending.com', 'renewed'],
      ['sold.com', 'registrant_changed'],
    ])

    // The comparison of hour 20 counts until hour 56. Each name is checked in the 24 hours after it.
    expect(await askedUntil(52)).toEqual(['elsewhere.net'])
    expect(await askedUntil(81)).toEqual(['elsewhere.net', 'ending.com', 'quiet.com', 'sold.com'])
    expect((await changes()).slice(2)).toEqual([])
  }, 60_000)

  test('ask again while the registry of a changed name does not answer', async () => {
    const start = (simulation.clock.now().getTime() - STARTS_AT) / HOUR_MS
    await watch('second', { 'silent.org': {} })
    await askedUntil(start + 1)
    await compare('org', start + 2)
    isRegistryBroken = true
    expect(await makeDue(['silent.org'], start + 1)).toBe('1')
    expect(await askedUntil(start + 1.2)).toContain('silent.org')
    expect(await rowOf('silent.org')).toMatchObject({ asks_registry: true })
    isRegistryBroken = false
    expect(await askedUntil(start + 3)).toContain('silent.org')
    expect(await rowOf('silent.org')).toMatchObject({ asks_registry: false })
    expect((await askedUntil(start + 26)).filter((domain) => domain.endsWith('.org'))).toEqual([])
  }, 60_000)
})

describe('a name whose zone changed', () => {
  const insert = (domain: string, status: string) =>
    simulation.pool.query(
      `insert into watched_names (domain, registrable_domain, turn_account_id, status,
          cadence_seconds, next_check_at, batch_id, leased_until)
        select $1, $1, 'usr_zones', $2, case when $2 <> 'paused' then 86400 end,
          case when $2 <> 'paused' then $3::timestamptz end,
          case when $2 = 'leased' then 'chk_zones' end,
          case when $2 = 'leased' then $3::timestamptz end`,
      [domain, status, at(1_000)],
    )

  test('stays paused, and its next reading asks the registry', async () => {
    await insert('paused.com', 'paused')
    expect(await makeDue(['paused.com'], 500)).toBe('0')
    expect(await rowOf('paused.com')).toMatchObject({
      status: 'paused',
      next_check_at: null,
      asks_registry: true,
    })
  })

  test('is due again after a reading that did not ask the registry', async () => {
    const record = (answer: string | null) =>
      simulation.pool.query('select record_readings($1)', [
        JSON.stringify({
          batch_id: 'chk_zones',
          at: at(600),
          readings: [
            {
              domain: 'leased.com',
              state: null,
              is_read: answer !== null,
              is_slow_read: false,
              takes_long: false,
              next_check_at: at(700),
              is_suspected: false,
              registry_answer: answer,
              change: null,
            },
          ],
          left_domains: [],
          is_end: true,
        }),
      ])
    const readings = [
      ['not asked', 600, true],
      ['answered', 700, false],
      ['silent', 700, true],
      [null, 700, true],
    ] as const
    for (const [answer, hours, asks] of readings) {
      await insert('leased.com', 'leased')
      expect(await makeDue(['leased.com'], 500)).toBe('1')
      await record(answer)
      const row = await rowOf('leased.com')
      expect([answer, row.next_check_at.toISOString(), row.asks_registry]).toEqual([
        answer,
        at(hours),
        asks,
      ])
      await simulation.pool.query(`delete from watched_names where domain = 'leased.com'`)
    }
  })

  test('is covered only by the zone directly above it, for 36 hours', async () => {
    for (const domain of ['a.uk', 'a.co.uk', 'a.org.uk']) await insert(domain, 'waiting')
    await compare('uk', 800)
    await compare('co.uk', 810)
    const coveredAt = async (hours: number) =>
      (
        await simulation.pool.query(
          `select domain from watched_names w
            where domain like 'a.%uk' and is_covered_by_zone(w, $1) order by 1`,
          [at(hours)],
        )
      ).rows.map(({ domain }) => domain)
    expect(await coveredAt(835)).toEqual(['a.co.uk', 'a.uk'])
    expect(await coveredAt(837)).toEqual(['a.co.uk'])
    expect(await coveredAt(847)).toEqual([])
  })
})

test('npm run zones makes exactly the changed names due', async () => {
  expect(await measureZones(3_000)).toMatchObject({ missed: 0, wrong: 0 })
}, 60_000)
