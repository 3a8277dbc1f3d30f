import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { asn, parseAsName, parseOrigin } from '../../../../shared/attribution/collectors/asn.ts'
import { dns } from '../../../../shared/attribution/collectors/dns.ts'
import { reversedLabels } from '../../../../shared/attribution/collectors/host-addresses.ts'
import { reverseDns } from '../../../../shared/attribution/collectors/reverse-dns.ts'
import { toolsOn } from './sample-tools.ts'

const target = { domain: 'kork.example', registrableDomain: 'kork.example' }
const below = { domain: 'shop.kork.example', registrableDomain: 'kork.example' }

describe('the dns collector', () => {
  test('all records of a domain are collected', async () => {
    const tools = toolsOn({
      depth: 'deep',
      dns: {
        'A kork.example': ['93.184.216.34'],
        'AAAA kork.example': ['2606:2800::1'],
        'NS kork.example': ['ns2.kork.example', 'ns1.kork.example'],
        'SOA kork.example': ['ns1.kork.example hostmaster.kork.example 1 2 3 4 5'],
        'MX kork.example': ['20 mx2.kork.example', '10 mx1.kork.example', '0 '],
        'TXT kork.example': ['v=spf1 -all'],
        'CAA kork.example': ['0 issue "letsencrypt.org"', '128 iodef "mailto:ca@kork.example"'],
        'TXT _dmarc.kork.example': [
          'something else',
          'v=DMARC1; p=reject; rua=mailto:d@kork.example',
        ],
        'TXT default._bimi.kork.example': ['v=BIMI1; l=https://kork.example/l.svg'],
        'TXT _smtp._tls.kork.example': ['v=TLSRPTv1; rua=mailto:t@kork.example'],
        'A www.kork.example': ['93.184.216.34'],
      },
    })
    expect(await dns.collect(target, tools)).toEqual({
      status: 'ok',
      source: 'DNS over HTTPS',
      evidence: {
        rcode: 'NOERROR',
        a: ['93.184.216.34'],
        aaaa: ['2606:2800::1'],
        cname_chain: [],
        www: { cname_chain: [], a: ['93.184.216.34'] },
        ns: ['ns1.kork.example', 'ns2.kork.example'],
        soa: { mname: 'ns1.kork.example', rname: 'hostmaster.kork.example' },
        mx: [
          { priority: 10, host: 'mx1.kork.example' },
          { priority: 20, host: 'mx2.kork.example' },
        ],
        txt: ['v=spf1 -all'],
        caa: [
          { tag: 'issue', value: 'letsencrypt.org' },
          { tag: 'iodef', value: 'mailto:ca@kork.example' },
        ],
        dmarc: 'v=DMARC1; p=reject; rua=mailto:d@kork.example',
        bimi: 'v=BIMI1; l=https://kork.example/l.svg',
        tls_reporting: 'v=TLSRPTv1; rua=mailto:t@kork.example',
      },
    })
  })

  test('for a subdomain, name servers, SOA and mail hosts come from the registrable domain', async () => {
    const tools = toolsOn({
      dns: {
        'A shop.kork.example': ['93.184.216.34'],
        'NS kork.example': ['ns1.kork.example'],
        'SOA kork.example': ['ns1.kork.example host.kork.example 1 2 3 4 5'],
        'MX kork.example': ['10 mx.kork.example'],
        'TXT _dmarc.kork.example': ['v=DMARC1; p=none'],
      },
    })
    expect(await dns.collect(below, tools)).toMatchObject({
      evidence: {
        ns: ['ns1.kork.example'],
        soa: { rname: 'host.kork.example' },
        mx: [{ host: 'mx.kork.example' }],
        www: null,
        dmarc: 'v=DMARC1; p=none',
      },
    })
  })

  test('a missing name is a finding and not a failure', async () => {
    expect(await dns.collect(target, toolsOn({}))).toMatchObject({
      status: 'ok',
      evidence: { rcode: 'NXDOMAIN', a: [], ns: [] },
    })
  })

  const OURS = { detail: 'Our DNS services did not answer.', againAfterMs: expect.any(Number) }
  const THEIRS = { detail: 'The name servers of the domain did not answer.' }

  test.each([
    ['rcode:SERVFAIL', THEIRS],
    ['rcode:REFUSED', THEIRS],
    ['down', THEIRS],
    ['outage', OURS],
  ])(
    'when all questions about the domain end with %s, every DNS collector fails and says whose fault it is, also if other names of the zone answer',
    async (outcome, reason) => {
      const world = Object.fromEntries(
        ['A', 'AAAA', 'NS', 'SOA', 'MX', 'TXT'].map((type) => [`${type} kork.example`, [outcome]]),
      )
      for (const collector of [dns, asn, reverseDns])
        expect(await collector.collect(target, toolsOn({ dns: world }))).toEqual({
          status: 'failed',
          source: expect.any(String),
          ...reason,
        })
    },
  )

  test.each([
    [asn, 'TXT 34.216.184.93.origin.asn.cymru.com', 'asn.cymru.com'],
    [reverseDns, 'PTR 34.216.184.93.in-addr.arpa', 'the reverse zone'],
  ])(
    'name servers of another zone are not called those of the domain',
    async (collector, question, owner) => {
      const world = (outcome: string) => ({
        'A kork.example': ['93.184.216.34'],
        [question]: [outcome],
      })
      expect(await collector.collect(target, toolsOn({ dns: world('down') }))).toMatchObject({
        status: 'failed',
        detail: `The name servers of ${owner} did not answer.`,
      })
      expect(await collector.collect(target, toolsOn({ dns: world('outage') }))).toMatchObject({
        status: 'failed',
        ...OURS,
      })
    },
  )

  test('without any answer in time, nobody is blamed', async () => {
    const tools = toolsOn({})
    tools.dns.resolve = () => new Promise(() => undefined)
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    expect(await dns.collect(target, tools)).toMatchObject({
      status: 'timeout',
      detail: 'The DNS did not answer in time.',
    })
  })

  test('the answers to other questions are kept when one question never gets an answer', async () => {
    const tools = toolsOn({ dns: { 'A kork.example': ['93.184.216.34'] } })
    const { resolve } = tools.dns
    tools.dns.resolve = (name, type) =>
      type === 'MX' ? new Promise(() => undefined) : resolve(name, type)
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    onTestFinished(() => timeout.mockRestore())
    const finding = dns.collect(target, tools)
    await new Promise((resolve) => setImmediate(resolve))
    limit.abort()
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(dns.budgetMs)
    expect(await finding).toMatchObject({
      status: 'ok',
      evidence: { a: ['93.184.216.34'], mx: [] },
    })
  })

  test('the collector fails only when no DNS question gets an answer', async () => {
    const questions = [
      'A kork.example',
      'AAAA kork.example',
      'NS kork.example',
      'SOA kork.example',
      'MX kork.example',
      'TXT kork.example',
      'TXT _dmarc.kork.example',
      'A www.kork.example',
    ]
    const down = Object.fromEntries(questions.map((question) => [question, ['down']]))
    expect(await dns.collect(target, toolsOn({ dns: down }))).toMatchObject({ status: 'failed' })
    expect(
      await dns.collect(
        target,
        toolsOn({ dns: { ...down, 'NS kork.example': ['ns1.kork.example'] } }),
      ),
    ).toMatchObject({
      status: 'ok',
      evidence: { ns: ['ns1.kork.example'], a: [] },
    })
  })
})

describe('the asn collector', () => {
  test('the network of each IPv4 and IPv6 address is found', async () => {
    const v6 = reversedLabels('2606:2800::1')?.labels
    const tools = toolsOn({
      dns: {
        'A kork.example': ['93.184.216.34'],
        'AAAA kork.example': ['2606:2800::1'],
        'TXT 34.216.184.93.origin.asn.cymru.com': [
          '15133 | 93.184.216.0/24 | US | arin | 2008-06-02',
        ],
        [`TXT ${v6}.origin6.asn.cymru.com`]: ['15133 | 2606:2800::/32 | US | arin | 2012-01-01'],
        'TXT as15133.asn.cymru.com': [
          '15133 | US | arin | 2007-03-19 | EDGEKORK - Kork Networks, Inc., US',
        ],
      },
    })
    const network = {
      asn: 15133,
      country: 'US',
      registry: 'arin',
      as_name: 'EDGEKORK - Kork Networks, Inc.',
    }
    expect(await asn.collect(target, tools)).toMatchObject({
      status: 'ok',
      evidence: {
        addresses: [
          { ...network, address: '93.184.216.34', prefix: '93.184.216.0/24' },
          { ...network, address: '2606:2800::1', prefix: '2606:2800::/32' },
        ],
      },
    })
  })

  test('no question is sent about private addresses', async () => {
    const tools = toolsOn({ dns: { 'A kork.example': ['10.0.0.1'] } })
    expect(await asn.collect(target, tools)).toMatchObject({
      status: 'empty',
      evidence: { addresses: [{ address: '10.0.0.1', asn: null }] },
    })
    expect(tools.asked.filter((question) => question.includes('cymru'))).toEqual([])
  })

  test('a quick run looks up at most two addresses of each kind', async () => {
    const tools = toolsOn({
      dns: {
        'A kork.example': ['93.184.216.34', '93.184.216.35', '93.184.216.36', '93.184.216.37'],
      },
    })
    await asn.collect(target, tools)
    expect(tools.asked.filter((question) => question.includes('origin'))).toHaveLength(2)
  })

  test.each([
    [
      ['23028 23029 | 216.90.108.0/24 | US | arin | 1998-09-25'],
      { asn: 23028, prefix: '216.90.108.0/24', country: 'US', registry: 'arin' },
    ],
    [
      ['1 | 10.0.0.0/8 | US | arin |', '2 | 10.1.0.0/16 | DE | ripencc |'],
      { asn: 2, prefix: '10.1.0.0/16', country: 'DE', registry: 'ripencc' },
    ],
    [['nonsense', ''], null],
    [[], null],
  ])('the origin record %j is parsed', (values, origin) => {
    expect(parseOrigin(values)).toEqual(origin)
  })

  test.each([
    ['15133 | US | arin | 2007-03-19 | EDGECAST, US', 'EDGECAST'],
    ['1 | US | arin | | A | B, US', 'A | B'],
    ['garbage', null],
    [undefined, null],
  ])('the AS record %j gives the name %j', (value, name) => {
    expect(parseAsName(value)).toBe(name)
  })
})

describe('the rdns collector', () => {
  test('reverse names are marked as forward-confirmed or not', async () => {
    const tools = toolsOn({
      dns: {
        'A kork.example': ['93.184.216.34', '93.184.216.35'],
        'PTR 34.216.184.93.in-addr.arpa': ['web.kork.example'],
        'A web.kork.example': ['93.184.216.34'],
        'PTR 35.216.184.93.in-addr.arpa': ['mail.bank.example'],
        'A mail.bank.example': ['198.51.100.1'],
      },
    })
    expect(await reverseDns.collect(target, tools)).toMatchObject({
      status: 'ok',
      evidence: {
        addresses: [
          { address: '93.184.216.34', names: ['web.kork.example'], forward_confirmed: true },
          { address: '93.184.216.35', names: ['mail.bank.example'], forward_confirmed: false },
        ],
      },
    })
  })

  test.each([
    ['no address', {}, 'empty'],
    ['no reverse name', { 'A kork.example': ['93.184.216.34'] }, 'empty'],
    [
      'a reverse zone with broken name servers',
      { 'A kork.example': ['93.184.216.34'], 'PTR 34.216.184.93.in-addr.arpa': ['rcode:SERVFAIL'] },
      'failed',
    ],
    ['no DNS service', { 'A kork.example': ['down'], 'AAAA kork.example': ['down'] }, 'failed'],
  ])('with %s the finding is $2', async (_what, records, status) => {
    expect(
      await reverseDns.collect(target, toolsOn({ dns: records as Record<string, string[]> })),
    ).toMatchObject({
      status,
    })
  })
})

test.each([
  ['93.184.216.34', '34.216.184.93', 4],
  ['2606:2800::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.2.6.0.6.2', 6],
])('%s reversed gives %s', (address, labels, family) => {
  expect(reversedLabels(address)).toEqual({ labels, family })
})
