import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import type { SampleRequest } from '../internet/messages.ts'
import { redisCommand } from '../platform/redis-command.ts'
import { type JobAnswer, type Service, startService } from '../platform/service.ts'
import { type StoredEvidence, storedEvidence } from './stored-evidence.ts'

const HOUR_MS = 3_600_000

let internet: SampleInternet
let service: Service

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({ internet, env: { REGISTRATION_CACHE_HOURS: '24' } })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
  await internet.close()
})

const site = (domain: string, privacy: 'shown' | 'redacted' = 'shown') => ({
  domain,
  dns: { [domain]: { A: ['160.153.33.10'], NS: ['ns1.example-dns.com'] } },
  registration: {
    registrar: 'godaddy',
    registrant: { organization: 'Hallow Kilns Ltd', country: 'GB' },
    privacy,
    created: '2016-04-12',
  },
})

interface WhoisAnswer extends StoredEvidence {
  data: { record: { outcome: string; registrant: { organization: string | null } } } | null
}

const whoisOf = (job: JobAnswer) => storedEvidence<WhoisAnswer>(service, job, 'whois')

/** Hosts of registries and registrars that were asked about the domain, one for each question. */
const askedAbout = (domain: string): string[] =>
  service.platform.outgoing
    .list()
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.includes(domain))
    .filter(({ host, pathname }) => host.startsWith('whois.') || /\/domain\//.test(pathname))
    .map(({ host }) => host)

type Refusal = [what: string, host: string, domain: string, answer: () => Response]
const refusals: Refusal[] = [
  [
    'status 429 and Retry-After',
    'rdap.publicinterestregistry.org',
    'hallowkilns-a.org',
    () => new Response('', { status: 429, headers: { 'retry-after': '7' } }),
  ],
  [
    'status 403',
    'pubapi.registry.google',
    'hallowkilns-b.dev',
    () => new Response('<h1>403 Forbidden</h1>', { status: 403 }),
  ],
  [
    'status 200 and words',
    'rdap.radix.host',
    'hallowkilns-c.online',
    () => new Response('Query limit exceeded', { status: 200 }),
  ],
]

test.each(refusals)(
  'a registry that refuses by %s makes no answer about the domain',
  async (_, host, domain, answer) => {
    internet.add(site(domain))
    internet.serve(host, (_request: SampleRequest) => answer())
    await service.platform.breakPart({ target: 'tcp', mode: 'down', rate: 1 })
    const account = await service.account()
    const job = await account.analyze(domain, { depth: 'quick' }).untilTerminal()
    await service.platform.mendAll()
    expect(job.status).toBe('partial')
    const found = await whoisOf(job)
    expect(found).toMatchObject({
      status: 'timeout',
      data: { record: { outcome: 'throttled' } },
    })
    expect(found).not.toHaveProperty('againAfterMs')
    expect(found.detail).toMatch(new RegExp(`^${host.replaceAll('.', '\\.')} (?:limits|refused)`))
    expect(JSON.stringify(job)).not.toMatch(/not registered/i)
  },
)

test('a second analysis asks no registry, and says when the registry answered', async () => {
  const domain = 'hallowkilns-cached.com'
  internet.add(site(domain, 'redacted'))
  const [one, other] = await Promise.all([service.account(), service.account()])
  const first = await whoisOf(await one.analyze(domain, { depth: 'quick' }).untilTerminal())
  const asked = askedAbout(domain)
  expect(asked).toEqual(['rdap.verisign.com', 'rdap.godaddy.com'])
  const second = await whoisOf(await other.analyze(domain, { depth: 'quick' }).untilTerminal())
  expect(askedAbout(domain)).toEqual(asked)
  expect(second).toMatchObject({
    status: 'ok',
    data: first.data,
    collected_at: first.collected_at,
  })
})

test('force_refresh asks the registry only if its answer is older than an hour', async () => {
  const domain = 'hallowkilns-forced.uk'
  internet.add(site(domain))
  const account = await service.account({ tier: 'team' })
  const analyze = async (more: object) =>
    whoisOf(await account.analyze(domain, { depth: 'deep', ...more }).untilTerminal())
  const first = await analyze({})
  expect(askedAbout(domain)).toEqual(['rdap.nominet.uk'])
  expect((await analyze({ force_refresh: true })).collected_at).toBe(first.collected_at)
  expect(askedAbout(domain)).toHaveLength(1)

  const key = `registrations:1:${domain}`
  const entry = JSON.parse(String(await redisCommand(service, 'GET', key)))
  const collectedAt = new Date(Date.parse(entry.collectedAt) - HOUR_MS - 1).toISOString()
  await redisCommand(service, 'SET', key, JSON.stringify({ ...entry, collectedAt }))
  expect((await analyze({})).collected_at).toBe(collectedAt)
  expect(askedAbout(domain)).toHaveLength(1)
  expect((await analyze({ force_refresh: true })).collected_at > first.collected_at).toBe(true)
  expect(askedAbout(domain)).toHaveLength(2)
})

test('the registrar is not asked when the registry names the registrant', async () => {
  const domain = 'hallowkilns-thick.fr'
  internet.add(site(domain))
  const account = await service.account()
  const found = await whoisOf(await account.analyze(domain, { depth: 'quick' }).untilTerminal())
  expect(found.data?.record.registrant.organization).toBe('Hallow Kilns Ltd')
  expect(askedAbout(domain)).toEqual(['rdap.nic.fr'])
})

test('an analysis works without the cache', async () => {
  const domain = 'hallowkilns-uncached.net'
  internet.add(site(domain))
  const account = await service.account()
  await service.platform.breakPart({ target: 'redis', mode: 'down', rate: 1, ms: 0 })
  const found = await whoisOf(await account.analyze(domain, { depth: 'quick' }).untilTerminal())
  await service.platform.mendAll()
  expect(found.status).toBe('ok')
})
