import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyFile, domainOf } from '../bench/monitors/changing-world.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, startService } from '../platform/service.ts'

const HEALTHY = Array.from({ length: 10 }, (_, index) => domainOf(600_000 + index))
const HANGING = ['site-a.com', 'site-b.org', 'dns-a.com', 'dns-b.org', 'registry-a.net']
const WITHOUT_DNS = HANGING.filter((domain) => domain.startsWith('dns-'))

let internet: SampleInternet
let service: Service

/** Puts the domain on the internet. Its site, name servers or registry never answer. */
function addHanging(domain: string): void {
  const file = companyFile(domain, 700_000)
  const [part] = domain.split('-')
  const hanging = { behaviour: 'hang' }
  const { site, ...others } = file
  internet.replace({
    ...others,
    ...(part === 'site' || site === undefined ? {} : { site }),
    ...(part === 'registry' ? { silent: true } : {}),
    ...(part === 'dns' ? { dns: { [domain]: { _rcode: 'SILENT' } } } : {}),
    ...(part === 'site'
      ? { http: { [`https://${domain}/*`]: hanging, [`http://${domain}/*`]: hanging } }
      : {}),
  })
}

/** Inserts monitors by SQL, because this test needs no first analyses. */
async function watch(userId: string, domains: readonly string[]): Promise<void> {
  const { pool } = service.platform
  await pool.query(
    `insert into watched_names (domain, registrable_domain, turn_account_id, status, cadence,
        cadence_seconds, next_check_at)
      select domain, domain, $1, 'waiting', 'daily', 86400, clock_timestamp()
        from unnest($2::text[]) as domain`,
    [userId, domains],
  )
  await pool.query(
    `insert into monitors (id, account_id, domain, status, cadence, watch)
      select new_id('mon'), $1, domain, 'active', 'daily', '{registrar_changed}'
        from unnest($2::text[]) as domain`,
    [userId, domains],
  )
}

interface Row {
  domain: string
  status: string
  takes_long: boolean
  registry: string | null
  last_checked_at: Date | null
  unread_since: Date | null
}

async function rowsOf(domains: readonly string[]): Promise<Row[]> {
  const { rows } = await service.platform.pool.query<Row>(
    `select domain, status, takes_long, registry, last_checked_at, unread_since from watched_names
      where domain = any ($1) order by domain`,
    [domains],
  )
  return rows
}

const readBatches = () =>
  service.platform.logs.lines.filter(({ text }) => text.includes('checks.read')).length
const sweep = () => service.platform.runtime().runSchedule('* * * * *')
const makeDue = (domains: readonly string[]) =>
  service.platform.pool.query(
    `update watched_names set next_check_at = clock_timestamp() where domain = any ($1)`,
    [domains],
  )

beforeAll(async () => {
  internet = await createInternet()
  for (const domain of HANGING) addHanging(domain)
  service = await startService({
    internet,
    env: {
      MONITOR_CHECKS_PER_SECOND: '1000',
      REGISTRY_REQUESTS_PER_SECOND: '{"default":1000}',
    },
  })
})
afterAll(() => service.stop())

test('domains that never answer are read in batches of their own, until they answer', async () => {
  const [healthy, hanging] = await Promise.all([service.account({}), service.account({})])
  await watch(healthy.userId, HEALTHY)
  await watch(hanging.userId, HANGING)

  await sweep()
  await expect
    .poll(async () => (await rowsOf(HEALTHY)).filter((row) => row.last_checked_at === null), {
      timeout: 40_000,
    })
    .toEqual([])
  const read = await rowsOf(HEALTHY)
  expect(read.filter((row) => row.takes_long || row.registry === null)).toEqual([])

  await expect
    .poll(
      async () => {
        await sweep()
        const rows = await rowsOf(HANGING)
        return rows.filter((row) => row.last_checked_at === null && row.unread_since === null)
      },
      { timeout: 90_000, interval: 1_000 },
    )
    .toEqual([])
  const rows = await rowsOf(HANGING)
  expect(rows.filter((row) => row.takes_long).map((row) => row.domain)).toEqual([...HANGING].sort())
  expect(rows.filter((row) => row.unread_since !== null).map((row) => row.domain)).toEqual(
    WITHOUT_DNS,
  )

  internet.replace(companyFile('site-a.com', 700_000))
  await makeDue(['site-a.com'])
  await sweep()
  await expect
    .poll(async () => (await rowsOf(['site-a.com'])).map((row) => row.takes_long), {
      timeout: 40_000,
    })
    .toEqual([false])
}, 200_000)

test('a domain that is paused while it is read in a long batch stores nothing', async () => {
  const { pool } = service.platform
  await makeDue(['site-b.org'])
  const before = await rowsOf(['site-b.org'])
  const earlier = readBatches()
  await sweep()
  await expect
    .poll(async () => (await rowsOf(['site-b.org'])).map((row) => row.status))
    .toEqual(['leased'])
  await pool.query(`select stop_checks('{site-b.org}')`)
  await expect.poll(() => readBatches() > earlier, { timeout: 90_000 }).toBe(true)
  expect(await rowsOf(['site-b.org'])).toEqual([{ ...before[0], status: 'paused' }])
}, 150_000)
