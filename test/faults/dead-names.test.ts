import pMap from 'p-map'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'

const DEAD_NAMES = 12
const deadName = (n: number) => `dead-${n}-mossgate.com`

let internet: SampleInternet
let service: Service
let attacker: ServiceAccount
let customer: ServiceAccount

/**
 * Adds domains for which no server answers: neither name servers nor RDAP servers nor certificate
 * logs.
 */
function addDeadNames(): void {
  for (let n = 0; n < DEAD_NAMES; n += 1) {
    const domain = deadName(n)
    internet.add({ domain, silent: true, dns: { [domain]: { _rcode: 'SILENT' } } })
  }
  internet.add({
    domain: 'broken-mossgate.com',
    dns: { 'broken-mossgate.com': { _rcode: 'SERVFAIL' } },
  })
}

beforeAll(async () => {
  internet = await createInternet()
  addDeadNames()
  service = await startService({ internet })
  attacker = await service.account({ tier: 'team' })
  customer = await service.account({ tier: 'team', credits: 100 })
  await customer.analyze('listed-199.com').untilTerminal()
})
afterAll(() => service.stop())
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
})

/**
 * Returns the charge of each job and the public facts that the service stored about the domains.
 */
async function records(domains: readonly string[]) {
  const { pool } = service.platform
  const { rows: charges } = await pool.query(
    `select j.domain, j.status, c.state as charge from jobs j left join charges c on c.subject = 'job:' || j.id
      where j.domain = any($1) order by j.domain, j.id`,
    [domains],
  )
  const { rows: history } = await pool.query(
    'select domain, status, entity from domain_runs where domain = any($1) order by domain, analyzed_at',
    [domains],
  )
  const { rows: attributions } = await pool.query(
    'select domain, last_analyzed_at::text from attributions where domain = any($1) order by domain',
    [domains],
  )
  return { charges, history, attributions }
}

const healthyNames = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `listed-${from + n}.com`)

describe('analyses beside domains with dead name servers of another account', () => {
  test.each(['quick', 'deep'] as const)(
    'all %s analyses of healthy domains complete',
    async (depth) => {
      const flood = Array.from({ length: DEAD_NAMES }, (_, n) =>
        attacker.analyze(deadName(n), { depth: n % 4 === 0 ? 'deep' : 'quick' }),
      )
      await Promise.race(flood.map((one) => one.untilTerminal()))
      const names = healthyNames(depth === 'quick' ? 200 : 300, 4)
      const jobs = await pMap(names, (name) => customer.analyze(name, { depth }).untilTerminal(), {
        concurrency: 2,
      })
      expect(jobs.map(({ status }) => status)).toEqual(names.map(() => 'completed'))
      const dead = await Promise.all(flood.map((one) => one.untilTerminal()))
      expect(dead.map(({ status }) => status)).toEqual(dead.map(() => 'failed'))
      const after = await records(names)
      expect(after.charges).toEqual(
        names.map((domain) => ({ domain, status: 'completed', charge: 'charged' })),
      )
      expect(after.history.map(({ entity }) => entity)).not.toContain(null)
      expect(after.attributions).toHaveLength(names.length)
      const left = await records(Array.from({ length: DEAD_NAMES }, (_, n) => deadName(n)))
      expect(new Set(left.charges.map(({ charge }) => charge))).toEqual(new Set(['refunded']))
      expect([left.history, left.attributions]).toEqual([[], []])
    },
    90_000,
  )
})

const BROKEN = [deadName(0), 'broken-mossgate.com']

describe('an analysis without any answer of the DNS', () => {
  test.each(BROKEN.flatMap((domain) => [['quick', domain] as const, ['deep', domain] as const]))(
    'a %s analysis of %s fails and is refunded',
    async (depth, domain) => {
      const job = await customer
        .analyze(domain, { depth, ...(depth === 'deep' ? { force_refresh: true } : {}) })
        .untilTerminal()
      expect([job.status, job.error]).toEqual([
        'failed',
        {
          code: 'ANALYSIS_FAILED',
          message:
            'The name servers of the domain did not answer, so nothing can be said about the domain.',
        },
      ])
      expect(
        (await customer.ledger())
          .filter(({ subject_id: id }) => id === job.job_id)
          .reduce((sum, { delta }) => sum + delta, 0),
      ).toBe(0)
      const { charges, history } = await records([domain])
      expect(charges.at(-1)).toEqual({ domain, status: 'failed', charge: 'refunded' })
      expect(history).toEqual([])
    },
    60_000,
  )

  test('a quick batch refunds the domain', async () => {
    const { status, text } = await customer.request('POST', '/analyze/batch', {
      domains: ['broken-mossgate.com', 'listed-401.com'],
      depth: 'quick',
    })
    const body = JSON.parse(text)
    expect([status, body.accepted, body.failed, body.credits_refunded]).toEqual([207, 1, 1, 1])
  })

  test('a correlation lists the domain as not analysed and refunds it', async () => {
    const { body } = await customer.request('POST', '/correlate', {
      domains: ['broken-mossgate.com', 'listed-402.com', 'listed-403.com'],
    })
    const id = body.data?.correlation_id as string
    const read = async () =>
      (await customer.request('GET', `/correlate/${id}`)).body.data as Record<string, unknown>
    await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toBe('completed')
    expect(await read()).toMatchObject({ unanalyzed: ['broken-mossgate.com'] })
  }, 60_000)

  test('a line of a list fails and is refunded', async () => {
    const { text } = await customer.request('POST', '/analyze/bulk', {
      domains: ['broken-mossgate.com', 'listed-404.com'],
      depth: 'quick',
    })
    const id = JSON.parse(text).bulk_job_id as string
    const read = async () =>
      (await customer.request('GET', `/analyze/bulk/${id}`)).body.data as Record<string, unknown>
    await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toBe('completed')
    expect(await read()).toMatchObject({ completed: 1, failed: 1 })
    const { charges } = await records(['broken-mossgate.com'])
    // The domain also has jobs of correlations. Such a job has no charge of its own (null), because
    // the correlation is charged.
    expect(charges.filter(({ charge }) => charge !== null && charge !== 'refunded')).toEqual([])
  }, 60_000)
})

test('a partial analysis without an operator keeps the operator of an earlier analysis', async () => {
  const domain = 'listed-406.com'
  expect((await customer.analyze(domain).untilTerminal()).status).toBe('completed')
  const before = await records([domain])
  expect(before.attributions).toHaveLength(1)
  for (const target of [domain, `www.${domain}`, 'rdap.verisign.com', 'tcp'])
    await service.platform.breakPart({ target, mode: 'hang', rate: 1, ms: 0 })
  const job = await attacker.analyze(domain, { depth: 'quick' }).untilTerminal()
  expect([job.status, job.scoring_result?.entity]).toEqual(['partial', null])
  expect((await records([domain])).attributions).toEqual(before.attributions)
}, 60_000)

test('while no DNS service responds, an earlier operator and the history stay', async () => {
  const domain = 'listed-405.com'
  expect((await customer.analyze(domain).untilTerminal()).status).toBe('completed')
  const before = await records([domain])
  for (const target of DNS_SERVICES)
    await service.platform.breakPart({ target, mode: 'down', rate: 1, ms: 0 })
  // A deep analysis would go back to its queue and wait for the DNS.
  const job: JobAnswer = await attacker.analyze(domain, { depth: 'quick' }).untilTerminal()
  expect(job.status).toBe('failed')
  const after = await records([domain])
  expect([after.history, after.attributions]).toEqual([before.history, before.attributions])
}, 60_000)
