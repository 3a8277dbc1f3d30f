import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'
import { storedEvidence } from './stored-evidence.ts'

const PER_SECOND = 2
const LINES = 8
const SINGLES = 12
const ENDED_LIMIT_MS = 50_000

let internet: SampleInternet
let service: Service

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({
    internet,
    env: {
      CERTIFICATE_LOG_REQUESTS_PER_MINUTE: JSON.stringify({
        'crt.sh': PER_SECOND * 60,
        'api.certspotter.com': PER_SECOND * 60,
      }),
      CERTIFICATE_CACHE_HOURS: '1',
    },
  })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
  await internet.close()
})
afterEach(async () => {
  internet.logLimits.set(null)
  await service.platform.mendAll()
})

const names = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `listed-${from + n}.com`)

async function submitList(by: ServiceAccount, domains: string[]): Promise<string> {
  const { status, text } = await by.request('POST', '/analyze/bulk', { domains, depth: 'deep' })
  expect(status).toBe(202)
  return JSON.parse(text).bulk_job_id
}

async function untilListEnded(by: ServiceAccount, id: string) {
  const deadline = Date.now() + ENDED_LIMIT_MS
  for (;;) {
    const { data } = (await by.request('GET', `/analyze/bulk/${id}`)).body
    if (data?.status === 'completed' || data?.status === 'failed') return data
    if (Date.now() > deadline) throw new Error(`${id} has not ended: ${JSON.stringify(data)}`)
    await delay(100)
  }
}

/**
 * Numbers of analyses of these domains by the status of their certificates: empty if the log knows
 * none, failed or timeout if it did not answer. The status of a whole job also depends on sources
 * without a limit here, which a busy machine can make late.
 */
async function outcomesOf(domains: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await service.platform.pool.query<{ status: string; count: number }>(
    `select e->>'status' as status, count(*)::int as count
      from jobs j join job_results r on r.job_id = j.id, json_array_elements(r.evidence) e
      where j.domain = any ($1) and e->>'collector' = 'certificates' group by 1`,
    [domains],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

const certificatesOf = (job: JobAnswer) => storedEvidence(service, job, 'certificates')

const requestsTo = (host: string) => service.platform.outgoing.list(host)

describe('certificate logs that refuse more than a few requests a second', () => {
  test('lists and single analyses together keep to the limit, and each gets its certificates', async () => {
    internet.logLimits.set(PER_SECOND)
    const [first, second, person] = await Promise.all(
      [1, 2, 3].map(() => service.account({ tier: 'team' })),
    )
    if (first === undefined || second === undefined || person === undefined)
      throw new Error('no account')
    const lists = [names(500, LINES / 2), names(600, LINES / 2)]
    const ids = [await submitList(first, lists[0] ?? []), await submitList(second, lists[1] ?? [])]
    const singles = names(700, SINGLES)
    await Promise.all(
      singles.map((domain) => person.analyze(domain, { depth: 'deep' }).untilTerminal()),
    )
    await untilListEnded(first, ids[0] ?? '')
    await untilListEnded(second, ids[1] ?? '')

    expect(await outcomesOf([...lists.flat(), ...singles])).toEqual({ empty: LINES + SINGLES })
    const refused = [...requestsTo('crt.sh'), ...requestsTo('api.certspotter.com')].filter(
      ({ status }) => status === 503 || status === 429,
    )
    expect(refused.length).toBeLessThan((LINES + SINGLES) / 2)
  })
})

test('certificates of the last hours come from the cache, with the time at which the log gave them', async () => {
  const [one, other] = await Promise.all([
    service.account({ tier: 'team' }),
    service.account({ tier: 'team' }),
  ])
  const [domain = ''] = names(800, 1)
  const first = await certificatesOf(await one.analyze(domain, { depth: 'deep' }).untilTerminal())
  const askedOnce = requestsTo('crt.sh').length
  const second = await certificatesOf(
    await other.analyze(domain, { depth: 'deep' }).untilTerminal(),
  )
  expect(requestsTo('crt.sh')).toHaveLength(askedOnce)
  expect(second).toMatchObject({
    status: first.status,
    source: 'crt.sh',
    collected_at: first.collected_at,
  })
})

test('an analysis works without the cache', async () => {
  const account = await service.account({ tier: 'team' })
  await service.platform.breakPart({ target: 'redis', mode: 'down', rate: 1, ms: 0 })
  const [domain = ''] = names(810, 1)
  const job = await account.analyze(domain, { depth: 'deep' }).untilTerminal()
  expect([job.status, (await certificatesOf(job)).source]).toEqual(['completed', 'crt.sh'])
})

test('with a key, Cert Spotter is asked first; with a refused key, crt.sh', async () => {
  const asked = async (key: string) => {
    await using keyed = await startService({ internet, env: { CERTSPOTTER_API_KEY: key } })
    const account = await keyed.account({ tier: 'team' })
    const job = await account.analyze('listed-820.com', { depth: 'deep' }).untilTerminal()
    expect(job.status).toBe('completed')
    const hosts = ['api.certspotter.com', 'crt.sh'] as const
    return hosts.map((host) => keyed.platform.outgoing.list(host).map(({ status }) => status))
  }
  expect(await asked('sample')).toEqual([[200], []])
  expect(await asked('invalid')).toEqual([[401], [200]])
})
