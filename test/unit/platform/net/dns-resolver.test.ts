import { decode } from 'dns-packet'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakers } from '../../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { SOCKETS_MAX } from '../../../../shared/platform/net/connections.ts'
import { createResolver } from '../../../../shared/platform/net/dns-resolver.ts'
import {
  type DnsRecordType,
  parseDnsMessage,
} from '../../../../shared/platform/net/dns-wire-format.ts'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import { createSharedAnswers } from '../../../../shared/platform/net/shared-answers.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { dnsResponse } from './sample-network.ts'

function resolverOn(
  answer: (host: string, name: string, type: string) => Response | Promise<Response>,
  { sharedAnswers = createSharedAnswers(), now = 0 } = {},
) {
  const asked: string[] = []
  const fetch: Fetch = async (url, init) => {
    const question = decode(Buffer.from(init.body as Uint8Array)).questions?.[0]
    const { hostname } = new URL(url)
    asked.push(`${hostname} ${question?.type} ${question?.name}`)
    return answer(hostname, question?.name ?? '', question?.type ?? '')
  }
  const resolver = createResolver({
    fetch,
    sockets: semaphore(SOCKETS_MAX),
    breakerOf: breakers(),
    sharedAnswers,
    now: () => new Date(now),
    wait: async () => undefined,
    signal: new AbortController().signal,
  })
  return { resolver, asked }
}

const records: readonly [type: DnsRecordType, data: unknown, value: string][] = [
  ['A', '93.184.216.34', '93.184.216.34'],
  ['NS', 'NS1.Example.COM', 'ns1.example.com'],
  ['MX', { preference: 10, exchange: 'Mail.Example.com' }, '10 mail.example.com'],
  ['TXT', [Buffer.from('v=spf1 '), Buffer.from('-all')], 'v=spf1 -all'],
  [
    'SOA',
    {
      mname: 'ns1.example.com',
      rname: 'host.example.com',
      serial: 7,
      refresh: 1,
      retry: 2,
      expire: 3,
      minimum: 4,
    },
    'ns1.example.com host.example.com 7 1 2 3 4',
  ],
  ['CAA', { flags: 0, tag: 'issue', value: 'letsencrypt.org' }, '0 issue "letsencrypt.org"'],
  ['PTR', 'www.example.com', 'www.example.com'],
]

describe('DNS over HTTPS', () => {
  test.each(records)(
    'a record of type %s is returned in presentation format',
    async (type, data, value) => {
      const { resolver } = resolverOn((_host, name) =>
        dnsResponse({ name, type }, [{ type, name, data }]),
      )
      expect(await resolver.resolve('Example.com.', type)).toEqual({
        rcode: 'NOERROR',
        values: [value],
        cnameChain: [],
      })
    },
  )

  test('the CNAME chain of an answer is returned in order', async () => {
    const { resolver } = resolverOn((_host, name) =>
      dnsResponse({ name, type: 'A' }, [
        { type: 'CNAME', name, data: 'shop.platform.example' },
        { type: 'CNAME', name: 'shop.platform.example', data: 'edge.example' },
        { type: 'A', name: 'edge.example', data: '93.184.216.34' },
      ]),
    )
    expect(await resolver.resolve('www.example.com', 'A')).toEqual({
      rcode: 'NOERROR',
      values: ['93.184.216.34'],
      cnameChain: ['shop.platform.example', 'edge.example'],
    })
  })

  test('equal DNS questions of one analysis are sent once', async () => {
    const { resolver, asked } = resolverOn((_host, name) => dnsResponse({ name, type: 'A' }, []))
    await Promise.all([resolver.resolve('a.example', 'A'), resolver.resolve('A.example.', 'A')])
    expect(asked).toEqual(['cloudflare-dns.com A a.example'])
  })

  test('a missing name gives NXDOMAIN and is not a failure', async () => {
    const { resolver } = resolverOn((_host, name) => dnsResponse({ name, type: 'A' }, [], 3))
    expect(await resolver.resolve('gone.example', 'A')).toMatchObject({
      rcode: 'NXDOMAIN',
      values: [],
    })
  })

  test.each([
    ['does not respond', () => Promise.reject(new Error('down'))],
    ['answers 500', () => new Response('no', { status: 500 })],
    ['answers garbage', () => new Response('<html>captive portal</html>')],
    ['sends an empty body', () => new Response('')],
  ])('the second DNS service is asked when the first one %s', async (_what, first) => {
    const { resolver, asked } = resolverOn((host, name) =>
      host === 'cloudflare-dns.com'
        ? first()
        : dnsResponse({ name, type: 'A' }, [{ type: 'A', name, data: '93.184.216.34' }]),
    )
    expect((await resolver.resolve('a.example', 'A')).values).toEqual(['93.184.216.34'])
    expect(asked).toEqual(['cloudflare-dns.com A a.example', 'dns.google A a.example'])
  })

  test.each([2, 4, 5, 9])(
    'the second DNS service is asked when the first one answers with code %i',
    async (rcode) => {
      const { resolver, asked } = resolverOn((host, name) =>
        host === 'cloudflare-dns.com'
          ? dnsResponse({ name, type: 'A' }, [], rcode)
          : dnsResponse({ name, type: 'A' }, [{ type: 'A', name, data: '93.184.216.34' }]),
      )
      expect((await resolver.resolve('a.example', 'A')).values).toEqual(['93.184.216.34'])
      expect(asked).toHaveLength(2)
    },
  )

  test('SERVFAIL from all DNS services is an answer and not a failure', async () => {
    const { resolver } = resolverOn((_host, name) => dnsResponse({ name, type: 'A' }, [], 2))
    expect(await resolver.resolve('lame.example', 'A')).toMatchObject({
      rcode: 'SERVFAIL',
      values: [],
    })
  })

  test.each(['', 'a..b', `${'a'.repeat(64)}.example`])(
    'the invalid name %j is refused before any request',
    async (name) => {
      const { resolver, asked } = resolverOn(() => new Response(''))
      await expect(resolver.resolve(name, 'A')).rejects.toMatchObject({ reason: 'no_address' })
      expect(asked).toEqual([])
    },
  )
})

describe('responses that analyses share', () => {
  const addressOf = (_host: string, name: string) =>
    dnsResponse({ name, type: 'A' }, [{ type: 'A', name, data: '93.184.216.34' }])

  test('another analysis gets a shared response for five minutes, and only if it asks for one', async () => {
    const sharedAnswers = createSharedAnswers()
    const resolverAt = (now: number) => resolverOn(addressOf, { sharedAnswers, now })
    const first = await resolverAt(0).resolver.resolve('rdap.example', 'A', true)
    const later = resolverAt(299_999)
    expect(await later.resolver.resolve('RDAP.example.', 'A', true)).toEqual(first)
    expect(later.asked).toEqual([])
    await later.resolver.resolve('rdap.example', 'A')
    expect(later.asked).toEqual(['cloudflare-dns.com A rdap.example'])
    const after = resolverAt(300_000)
    await after.resolver.resolve('rdap.example', 'A', true)
    expect(after.asked).toHaveLength(1)
  })

  test('a response is not shared if the analysis did not ask for a shared one', async () => {
    const sharedAnswers = createSharedAnswers()
    await resolverOn(addressOf, { sharedAnswers }).resolver.resolve('site.example', 'A')
    const { resolver, asked } = resolverOn(addressOf, { sharedAnswers })
    await resolver.resolve('site.example', 'A', true)
    expect(asked).toHaveLength(1)
  })

  test.each([2, 3])('a response with code %i is not shared', async (rcode) => {
    const sharedAnswers = createSharedAnswers()
    const refused = (_host: string, name: string) => dnsResponse({ name, type: 'A' }, [], rcode)
    await resolverOn(refused, { sharedAnswers }).resolver.resolve('rdap.example', 'A', true)
    const { resolver } = resolverOn(addressOf, { sharedAnswers })
    expect((await resolver.resolve('rdap.example', 'A', true)).values).toEqual(['93.184.216.34'])
  })

  test('the number of shared responses is limited, and the oldest one is dropped first', () => {
    const sharedAnswers = createSharedAnswers()
    const answer = { rcode: 'NOERROR', values: [], cnameChain: [] }
    for (let n = 0; n <= 2_000; n += 1) sharedAnswers.keep(`A ${n}.example`, answer, new Date(0))
    expect(sharedAnswers.find('A 0.example', new Date(0))).toBeNull()
    expect(sharedAnswers.find('A 1.example', new Date(0))).toEqual(answer)
    expect(sharedAnswers.find('A 2000.example', new Date(0))).toEqual(answer)
  })
})

test('invalid bytes of a DNS message throw an Error and give no control characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        const answer = parseDnsMessage(bytes, 'TXT')
        for (const value of answer.values) expect(value).not.toMatch(/[\u0000-\u001f]/u)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
