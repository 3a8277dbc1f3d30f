import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DnsResolver } from '../../../shared/platform/net/dns-resolver.ts'
import { enumerate, enumerateLogged } from '../../../shared/subdomains/enumerate.ts'
import type { Enumeration } from '../../../shared/subdomains/enumeration.ts'
import { SUBDOMAIN_LABELS } from '../../../shared/subdomains/subdomain-labels.ts'
import { type Asked, crtSh, logs, resolverOf, type Zone } from './zone.ts'

const DOMAIN = 'example.com'
const NEVER = new AbortController().signal

async function mapOf(
  zone: Omit<Zone, 'domain'>,
  more: {
    logs?: Parameters<typeof enumerate>[0]['certificateLogs']
    dns?: DnsResolver
    labels?: readonly string[]
    signal?: AbortSignal
  } = {},
): Promise<Enumeration & { asked: Asked }> {
  const { dns, asked } = resolverOf({ domain: DOMAIN, ...zone })
  let counter = 0
  const found = await enumerate(
    {
      dns: more.dns ?? dns,
      certificateLogs: more.logs ?? logs({ 'crt.sh': '[]' }),
      randomLabel: () => {
        counter += 1
        return `r${counter.toString().padStart(12, '0')}`
      },
      labels: more.labels ?? ['www', 'mail', 'api', 'dev', 'shop', 'vpn'],
      signal: more.signal ?? NEVER,
    },
    DOMAIN,
  )
  return { ...found, asked }
}

const namesOf = ({ subdomains }: Enumeration) => subdomains.map(({ name }) => name)

test('the word list has at least 1,000 labels without duplicates, most frequent first', () => {
  expect(SUBDOMAIN_LABELS.length).toBeGreaterThanOrEqual(1_000)
  expect(new Set(SUBDOMAIN_LABELS).size).toBe(SUBDOMAIN_LABELS.length)
  expect(SUBDOMAIN_LABELS.slice(0, 3)).toEqual(['www', 'mail', 'remote'])
  expect(
    SUBDOMAIN_LABELS.filter((label) => !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)),
  ).toEqual([])
})

test('names from certificates and from the word list form one list with sources, addresses and alias', async () => {
  const found = await mapOf(
    {
      names: {
        'www.example.com': { a: ['192.0.2.2'], aaaa: ['2001:db8::2'] },
        'mail.example.com': { cname: 'mx.provider.example' },
        'api.example.com': { aaaa: ['2001:db8::3'] },
        'deep.corp.example.com': { a: ['192.0.2.4'] },
        'unlisted.example.com': { a: ['192.0.2.5'] },
      },
    },
    {
      logs: logs({
        'crt.sh': crtSh(['www.example.com', 'deep.corp.example.com'], ['old.example.com']),
      }),
    },
  )
  expect(found).toMatchObject({ total: 5, truncated: false, wildcard: false, sources_failed: [] })
  expect(found.subdomains).toEqual([
    { name: 'api.example.com', sources: ['brute_force'], addresses: ['2001:db8::3'], cname: null },
    {
      name: 'mail.example.com',
      sources: ['brute_force'],
      addresses: ['203.0.113.9'],
      cname: 'mx.provider.example',
    },
    { name: 'old.example.com', sources: ['ct'], addresses: [], cname: null },
    {
      name: 'www.example.com',
      sources: ['ct', 'brute_force'],
      addresses: ['192.0.2.2', '2001:db8::2'],
      cname: null,
    },
    { name: 'deep.corp.example.com', sources: ['ct'], addresses: ['192.0.2.4'], cname: null },
  ])
})

test('an alias with a missing target is listed', async () => {
  const found = await mapOf({ names: { 'shop.example.com': { cname: 'gone.example.com' } } })
  expect(found.subdomains).toEqual([
    {
      name: 'shop.example.com',
      sources: ['brute_force'],
      addresses: [],
      cname: 'gone.example.com',
    },
  ])
})

test('a name with an MX record but no address is listed, and a name with only subdomains is not', async () => {
  const found = await mapOf({
    names: {
      'mail.example.com': { mx: ['10 mx.example.net'] },
      'below.dev.example.com': { a: ['192.0.2.2'] },
    },
  })
  expect(found.subdomains).toEqual([
    { name: 'mail.example.com', sources: ['brute_force'], addresses: [], cname: null },
  ])
})

test('the word list is also tried below subdomains that certificates contain', async () => {
  const found = await mapOf(
    {
      names: {
        'a.eu.example.com': { a: ['192.0.2.2'] },
        'www.eu.example.com': { a: ['192.0.2.3'] },
      },
    },
    { logs: logs({ 'crt.sh': crtSh(['a.eu.example.com']) }) },
  )
  expect(namesOf(found)).toEqual(['a.eu.example.com', 'www.eu.example.com'])
})

describe('wildcard records', () => {
  const www = {
    'www.example.com': { a: ['192.0.2.99'] },
    'api.example.com': { cname: 'example.com' },
  }

  test.each([
    ['one address', [['192.0.2.50']]],
    ['several addresses in each answer', [['192.0.2.50', '192.0.2.51']]],
    ['alternating addresses', [['192.0.2.50'], ['192.0.2.51'], ['192.0.2.52']]],
  ])('with a wildcard of %s, only names with other records are listed', async (_, pool) => {
    const found = await mapOf(
      { names: www, wildcards: { [DOMAIN]: pool } },
      { labels: SUBDOMAIN_LABELS },
    )
    expect(found.wildcard).toBe(true)
    expect(namesOf(found)).toEqual(['api.example.com', 'www.example.com'])
  })

  test('with a wildcard of ever-changing addresses, only names from certificates are listed', async () => {
    const pool = Array.from({ length: 2_000 }, (_, index) => [`10.${index >> 8}.${index % 256}.1`])
    const found = await mapOf(
      { names: www, wildcards: { [DOMAIN]: pool } },
      { labels: SUBDOMAIN_LABELS, logs: logs({ 'crt.sh': crtSh(['www.example.com']) }) },
    )
    expect([found.wildcard, namesOf(found), found.sources_failed]).toEqual([
      true,
      ['www.example.com'],
      [],
    ])
  })

  test('a wildcard below a subdomain is detected on its own level', async () => {
    const found = await mapOf(
      {
        names: {
          'x.people.example.com': { a: ['192.0.2.7'] },
          'www.people.example.com': { a: ['192.0.2.8'] },
        },
        wildcards: { 'people.example.com': [['192.0.2.60']] },
      },
      { logs: logs({ 'crt.sh': crtSh(['x.people.example.com']) }) },
    )
    expect(found.wildcard).toBe(false)
    expect(namesOf(found)).toEqual(['www.people.example.com', 'x.people.example.com'])
  })

  test('a wildcard name in a certificate is not listed, and its parent is listed when DNS contains it', async () => {
    const found = await mapOf(
      { names: { 'eu.example.com': { a: ['192.0.2.2'] } } },
      {
        logs: logs({
          'crt.sh': crtSh(['*.eu.example.com'], ['*.us.example.com'], ['*.example.com']),
        }),
      },
    )
    expect(namesOf(found)).toEqual(['eu.example.com'])
  })

  test('in a zone without NXDOMAIN answers, only names with an address or alias are listed', async () => {
    const found = await mapOf({
      names: { ...www, 'dev.example.com': { aaaa: ['2001:db8::5'] } },
      deniesNothing: true,
    })
    expect([found.wildcard, namesOf(found)]).toEqual([
      false,
      ['api.example.com', 'dev.example.com', 'www.example.com'],
    ])
  })
})

describe('failing sources', () => {
  const zone = { names: { 'www.example.com': { a: ['192.0.2.2'] } } }
  const issuances = (url: URL) =>
    url.searchParams.has('after')
      ? '[]'
      : JSON.stringify([{ id: '7', dns_names: ['spotted.example.com', '*.example.com'] }])

  test.each([
    [
      'crt.sh is down',
      { 'api.certspotter.com': issuances },
      ['spotted.example.com', 'www.example.com'],
      [],
    ],
    [
      'crt.sh answers a web page',
      { 'crt.sh': '<html>', 'api.certspotter.com': issuances },
      ['spotted.example.com', 'www.example.com'],
      [],
    ],
    ['both logs are down', {}, ['www.example.com'], ['ct']],
    [
      'both logs answer nonsense',
      { 'crt.sh': '{"a":1}', 'api.certspotter.com': '"x"' },
      ['www.example.com'],
      ['ct'],
    ],
  ])(
    'the right names and failed sources are reported when %s',
    async (_, bodies, names, failed) => {
      const found = await mapOf(zone, { logs: logs(bodies) })
      expect([namesOf(found), found.sources_failed]).toEqual([names, failed])
    },
  )

  test('without a DNS service, the names from certificates are listed', async () => {
    const dns = { isDown: true, resolve: () => Promise.reject(new Error('down')) }
    const found = await mapOf(zone, { dns, logs: logs({ 'crt.sh': crtSh(['www.example.com']) }) })
    expect(found).toMatchObject({ total: 1, sources_failed: ['brute_force'] })
    expect(found.subdomains).toEqual([
      { name: 'www.example.com', sources: ['ct'], addresses: [], cname: null },
    ])
  })

  test('a failed DNS question is retried, and a question that keeps failing is reported', async () => {
    const { dns } = resolverOf({ domain: DOMAIN, ...zone })
    const failures = new Map<string, number>()
    const failing = (limit: number): DnsResolver => ({
      isDown: false,
      resolve(name, type) {
        const before = failures.get(name) ?? 0
        if (!/^(www|mail)\./.test(name) || before >= limit) return dns.resolve(name, type)
        failures.set(name, before + 1)
        return Promise.reject(new Error('lost'))
      },
    })
    const again = await mapOf(zone, { dns: failing(1) })
    expect([namesOf(again), again.sources_failed]).toEqual([['www.example.com'], []])
    failures.clear()
    expect((await mapOf(zone, { dns: failing(9) })).sources_failed).toEqual(['brute_force'])
  })

  test('at the time limit, the names found until then are the result', async () => {
    const over = new AbortController()
    const { dns } = resolverOf({ domain: DOMAIN, ...zone })
    let questions = 0
    const counting: DnsResolver = {
      isDown: false,
      resolve(name, type) {
        questions += 1
        if (questions === 20) over.abort()
        return dns.resolve(name, type)
      },
    }
    const found = await mapOf(zone, {
      dns: counting,
      labels: SUBDOMAIN_LABELS,
      signal: over.signal,
    })
    expect(found).toMatchObject({ truncated: true, sources_failed: ['brute_force'] })
    expect(namesOf(found)).toEqual(['www.example.com'])
    expect(questions).toBeLessThan(40)
  })
})

test.each(['SERVFAIL', 'REFUSED', 'NOTIMP'])(
  'a name server that answers %s leaves the search incomplete',
  async (rcode) => {
    const dns: DnsResolver = {
      isDown: false,
      resolve: async () => ({ rcode, values: [], cnameChain: [] }),
    }
    const found = await mapOf({ names: {} }, { dns, labels: SUBDOMAIN_LABELS })
    expect(found).toMatchObject({ total: 0, sources_failed: ['brute_force'] })
  },
)

test('a domain that does not exist has no subdomains and needs one DNS question', async () => {
  let questions = 0
  const dns: DnsResolver = {
    isDown: false,
    resolve: async () => {
      questions += 1
      return { rcode: 'NXDOMAIN', values: [], cnameChain: [] }
    },
  }
  expect(await mapOf({ names: {} }, { dns, labels: SUBDOMAIN_LABELS })).toMatchObject({
    total: 0,
    sources_failed: [],
  })
  expect(questions).toBe(1)
})

test('an answer contains 2,000 names and the total number', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => `host-${index}.example.com`)
  const found = await mapOf({ names: {} }, { logs: logs({ 'crt.sh': crtSh(many) }) })
  expect([found.total, found.truncated, found.subdomains.length]).toEqual([2_500, true, 2_000])
})

test('for any zone exactly the names of certificates and word list are found, with at most six DNS questions at once', async () => {
  const label = fc.constantFrom(...SUBDOMAIN_LABELS.slice(0, 60), 'zq-unlisted', 'n0t-in-list')
  const address = fc.integer({ min: 1, max: 254 }).map((last) => `198.51.100.${last}`)
  const zones = fc.record({
    listed: fc.uniqueArray(fc.tuple(label, address), { maxLength: 20, selector: ([name]) => name }),
    logged: fc.uniqueArray(label, { maxLength: 10 }),
    wildcard: fc.option(
      fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(zones, async ({ listed, logged, wildcard }) => {
      const names = Object.fromEntries(listed.map(([name, a]) => [`${name}.${DOMAIN}`, { a: [a] }]))
      const wildcards =
        wildcard === null
          ? {}
          : { wildcards: { [DOMAIN]: wildcard.map((last) => [`203.0.113.${last}`]) } }
      const found = await mapOf(
        { names, ...wildcards },
        {
          labels: SUBDOMAIN_LABELS.slice(0, 60),
          logs: logs({ 'crt.sh': crtSh(logged.map((name) => `${name}.${DOMAIN}`)) }),
        },
      )
      const inList = new Set(SUBDOMAIN_LABELS.slice(0, 60))
      const expected = new Set([
        ...logged,
        ...listed.map(([name]) => name).filter((name) => inList.has(name)),
      ])
      expect(new Set(namesOf(found))).toEqual(
        new Set([...expected].map((name) => `${name}.${DOMAIN}`)),
      )
      expect(found.wildcard).toBe(wildcard !== null)
      expect(found.asked.most).toBeLessThanOrEqual(6)
    }),
    { numRuns: 100 },
  )
})

test('a passive search lists only names of certificates, and guesses none', async () => {
  const { dns, asked } = resolverOf({
    domain: DOMAIN,
    names: { 'www.example.com': { a: ['192.0.2.2'] }, 'mail.example.com': { a: ['192.0.2.3'] } },
  })
  const search = {
    dns,
    certificateLogs: logs({ 'crt.sh': crtSh(['www.example.com', '*.corp.example.com']) }),
    randomLabel: () => 'random',
    labels: ['mail'],
    signal: NEVER,
  }
  expect(await enumerateLogged(search, DOMAIN)).toEqual({
    total: 1,
    truncated: false,
    wildcard: false,
    sources_failed: [],
    subdomains: [
      { name: 'www.example.com', sources: ['ct'], addresses: ['192.0.2.2'], cname: null },
    ],
  })
  expect(asked.questions).toBe(2)
})

const LOGGED = ['a', 'b', 'c'].map((label) => `${label}.${DOMAIN}`)

test.each([
  ['no log answers', {}, 0, 0, ['ct']],
  ['DNS is down', { 'crt.sh': crtSh(LOGGED) }, 3, 3, ['ct']],
  ['most names get no answer', { 'crt.sh': crtSh(LOGGED) }, 2, 3, ['ct']],
  ['one name gets no answer', { 'crt.sh': crtSh(LOGGED) }, 1, 3, []],
])('if %s, a passive search names the failed source', async (_, bodies, down, total, failed) => {
  const { dns } = resolverOf({ domain: DOMAIN, names: {} })
  const search = {
    dns: {
      isDown: false,
      resolve: (name, type) =>
        LOGGED.indexOf(name) < down ? Promise.reject(new Error('down')) : dns.resolve(name, type),
    } satisfies DnsResolver,
    certificateLogs: logs(bodies),
    randomLabel: () => 'r',
    labels: [],
    signal: NEVER,
  }
  expect(await enumerateLogged(search, DOMAIN)).toMatchObject({ total, sources_failed: failed })
})
