import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { SUBDOMAIN_LABELS } from '../../shared/subdomains/subdomain-labels.ts'
import type { SubdomainsResponse } from '../../workers/subdomains/contract.ts'
import { createInternet, type DomainFile, type SampleInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const LISTED = ['www', 'mail', 'vpn', 'api', 'staging', 'gitlab', SUBDOMAIN_LABELS.at(-1) ?? '']
const LOGGED = ['shop', 'intern-7f3', 'a.b.c']
const EXPIRED = 'formerly'

const certificate = (id: number, names: string[], notAfter = '2027-03-01T00:00:00') => ({
  id,
  issuer_name: "C=US, O=Let's Encrypt, CN=R12",
  common_name: names[0] ?? '',
  name_value: names.join('\n'),
  entry_timestamp: '2026-01-01T00:00:00',
  not_before: '2026-01-01T00:00:00',
  not_after: notAfter,
})

function tracedDomain(domain: string): DomainFile {
  const names = [...LISTED, ...LOGGED, 'zz-nobody-guesses'].map((label) => `${label}.${domain}`)
  return {
    domain,
    dns: {
      [domain]: { NS: ['ns-411.awsdns-51.com'], A: ['52.51.20.30'] },
      ...Object.fromEntries(names.map((name, index) => [name, { A: [`52.51.21.${index + 1}`] }])),
      [`web.${domain}`]: { AAAA: ['2a05:d018::6'] },
      [`docs.${domain}`]: { CNAME: ['sites.provider-of-docs.example'] },
    },
    ct: [
      certificate(9_900_000_001, [domain, ...LOGGED.map((label) => `${label}.${domain}`)]),
      certificate(9_900_000_002, [`*.${domain}`, `${EXPIRED}.${domain}`], '2026-03-01T00:00:00'),
    ],
  }
}

let internet: SampleInternet
let service: Service
let account: ServiceAccount
const outgoing = { hosts: new Map<string, number>(), now: 0, most: 0 }

beforeAll(async () => {
  internet = await createInternet()
  for (const name of ['traced', 'shared', 'faulty', 'unheard', 'limited', 'wanted']) {
    internet.add(tracedDomain(`${name}-example.com`))
  }
  const counted: SampleInternet = {
    ...internet,
    async fetch(request) {
      const { hostname } = new URL(request.url)
      outgoing.hosts.set(hostname, (outgoing.hosts.get(hostname) ?? 0) + 1)
      outgoing.now += 1
      outgoing.most = Math.max(outgoing.most, outgoing.now)
      try {
        return await internet.fetch(request)
      } finally {
        outgoing.now -= 1
      }
    },
  }
  service = await startService({ internet: counted })
  account = await service.account()
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

async function finishedJob(domain: string, owner = account): Promise<string> {
  const { body, status } = await owner.request('POST', '/analyze', { domain, depth: 'quick' })
  expect(status).toBe(200)
  return String(body.data?.job_id)
}

async function searchesOf({ userId }: ServiceAccount): Promise<number> {
  const { rows } = await service.platform.pool.query(
    `select coalesce(sum(used), 0)::integer as used from daily_uses where account_id = $1`,
    [userId],
  )
  return rows[0].used
}

type Subdomains = z.infer<typeof SubdomainsResponse>

async function subdomainsOf(jobId: string, owner = account): Promise<Subdomains> {
  const { status, body, text } = await owner.request('GET', `/jobs/${jobId}/subdomains`)
  expect(status, text).toBe(200)
  return body.data as unknown as Subdomains
}

const namesOf = ({ subdomains, domain }: Subdomains) =>
  subdomains.map(({ name }) => name.slice(0, -domain.length - 1)).sort()
const findable = [...LISTED, ...LOGGED, EXPIRED, 'web', 'docs'].sort()

test('the search finds all names in certificates or the word list and no others, with at most six connections', async () => {
  const jobId = await finishedJob('traced-example.com')
  outgoing.most = 0
  const found = await subdomainsOf(jobId)
  expect(outgoing.most).toBeLessThanOrEqual(6)
  expect(namesOf(found)).toEqual(findable)
  expect(found).toMatchObject({
    job_id: jobId,
    total: findable.length,
    truncated: false,
    wildcard: false,
    sources_failed: [],
    cached: false,
  })
  const one = (label: string) =>
    found.subdomains.find(({ name }) => name === `${label}.traced-example.com`)
  expect(one('www')).toMatchObject({
    sources: ['brute_force'],
    addresses: ['52.51.21.1'],
    cname: null,
  })
  expect(one('shop')?.sources).toEqual(['ct', 'brute_force'])
  expect(one('intern-7f3')).toMatchObject({ sources: ['ct'], addresses: ['52.51.21.9'] })
  expect(one(EXPIRED)).toMatchObject({ sources: ['ct'], addresses: [] })
  expect(one('web')?.addresses).toEqual(['2a05:d018::6'])
  expect(one('docs')?.cname).toBe('sites.provider-of-docs.example')
  expect(Date.parse(found.expires_at) - Date.parse(found.enumerated_at)).toBe(24 * 3_600_000)
})

test('a zone that answers every name has no found subdomains', async () => {
  const found = await subdomainsOf(await finishedJob('pxl-meridianreach.net'))
  expect(found).toMatchObject({ wildcard: true, total: 0, subdomains: [], sources_failed: [] })
})

test('simultaneous callers share one search, and later callers get its result', async () => {
  const other = await service.account()
  const mine = await finishedJob('shared-example.com')
  const theirs = await finishedJob('shared-example.com', other)
  outgoing.hosts.clear()
  const before = await searchesOf(account)
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => subdomainsOf(mine)),
    ...Array.from({ length: 4 }, () => subdomainsOf(theirs, other)),
  ])
  expect(outgoing.hosts.get('crt.sh')).toBe(1)
  expect((await searchesOf(account)) + (await searchesOf(other)) - before).toBe(1)
  expect(new Set(answers.map(({ enumerated_at: at }) => at)).size).toBe(1)
  expect(answers.map(({ job_id: id }) => id)).toEqual([
    ...Array(4).fill(mine),
    ...Array(4).fill(theirs),
  ])
  outgoing.hosts.clear()
  const later = await subdomainsOf(mine)
  expect(later).toEqual({ ...answers[0], cached: true })
  expect(outgoing.hosts.size).toBe(0)
})

test('a failed source is replaced or named, and an incomplete result expires early', async () => {
  const jobId = await finishedJob('faulty-example.com')
  await service.platform.breakPart({ target: 'crt.sh', mode: 'down', rate: 1 })
  const replaced = await subdomainsOf(jobId)
  expect([replaced.sources_failed, namesOf(replaced)]).toEqual([[], findable])
  expect(outgoing.hosts.get('api.certspotter.com')).toBeGreaterThan(0)

  await service.platform.breakPart({ target: 'api.certspotter.com', mode: 'garbage', rate: 1 })
  const unheard = await subdomainsOf(await finishedJob('unheard-example.com'))
  await service.platform.mendAll()
  expect(unheard.sources_failed).toEqual(['ct'])
  expect(namesOf(unheard)).toEqual(findable.filter((label) => SUBDOMAIN_LABELS.includes(label)))
  expect(Date.parse(unheard.expires_at) - Date.parse(unheard.enumerated_at)).toBe(600_000)
})

test('an account without a search left today gets 429, but still stored results and the search of another account', async () => {
  const spent = await service.account()
  const jobs = await Promise.all(
    ['limited-example.com', 'wanted-example.com'].map((domain) => finishedJob(domain, spent)),
  )
  const [stored = '', wanted = ''] = jobs
  await service.platform.pool.query(
    `insert into daily_uses (account_id, limit_name, day, used)
      values ($1, 'subdomain_searches', (clock_timestamp() at time zone 'UTC')::date, 9)`,
    [spent.userId],
  )
  expect(await subdomainsOf(stored, spent)).toMatchObject({ cached: false })
  outgoing.hosts.clear()
  const ask = () => spent.request('GET', `/jobs/${wanted}/subdomains`)
  const { status, body, headers } = await ask()
  expect([status, body.error?.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400)
  expect(outgoing.hosts.size).toBe(0)
  expect(await subdomainsOf(stored, spent)).toMatchObject({ cached: true })
  const other = await service.account()
  const theirs = await finishedJob('wanted-example.com', other)
  const [refused, searched] = await Promise.all([ask(), subdomainsOf(theirs, other)])
  expect([200, 429]).toContain(refused.status)
  expect(searched).toMatchObject({ cached: false, sources_failed: [] })
  expect((await ask()).status).toBe(200)
  expect(await searchesOf(spent)).toBe(10)
})

test('a sandbox domain always has the same subdomains, without any request', async () => {
  const [corp, unknown] = await Promise.all(
    ['test-corp.sandbox.example', 'test-unknown.sandbox.example'].map(
      async (domain) => (await account.analyze(domain).untilTerminal()).job_id,
    ),
  )
  outgoing.hosts.clear()
  const found = await subdomainsOf(corp ?? '')
  expect(namesOf(found)).toEqual(['mail', 'shop', 'www'])
  expect(await subdomainsOf(corp ?? '')).toEqual(found)
  expect(await subdomainsOf(unknown ?? '')).toMatchObject({
    total: 0,
    subdomains: [],
    wildcard: false,
  })
  expect(outgoing.hosts.size).toBe(0)
})

test('subdomains of a running job answer 409, those of an unknown or foreign job 404', async () => {
  const id = newIdentifier('job')
  await service.platform.pool.query(
    `insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox)
       values ($1, $2, 'example.com', 'example.com', 'deep', 'running', true)`,
    [id, account.userId],
  )
  const stranger = await service.account()
  for (const [owner, job, status, code] of [
    [account, id, 409, 'JOB_IN_PROGRESS'],
    [stranger, id, 404, 'NOT_FOUND'],
    [account, newIdentifier('job'), 404, 'NOT_FOUND'],
    [account, 'nonsense', 404, 'NOT_FOUND'],
  ] as const) {
    const answer = await owner.request('GET', `/jobs/${job}/subdomains`)
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  }
})
