import { expect, test } from 'vitest'
import {
  countRegistrations,
  listHistory,
  listRegistrations,
  providerTime,
  ReverseWhoisUnavailable,
  type WhoisProvider,
} from '../../../../shared/attribution/collectors/whoisxml.ts'
import { breakers } from '../../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { SOCKETS_MAX } from '../../../../shared/platform/net/connections.ts'

function provider(
  answer: (request: { url: string; body: Record<string, unknown> }) => Response | Promise<Response>,
  apiKey: string | undefined = 'key',
) {
  const asked: Record<string, unknown>[] = []
  const whois: WhoisProvider = {
    fetch: async (url, init) => {
      const body = JSON.parse(String(init.body))
      asked.push({ url, ...body })
      return answer({ url, body })
    },
    sockets: semaphore(SOCKETS_MAX),
    breakerOf: breakers(),
    apiKey,
    userAgent: 'test',
    now: () => new Date('2026-01-01T00:00:00Z'),
    signal: new AbortController().signal,
  }
  return { whois, asked }
}

test.each([
  ['2020-03-03T05:43:57.000Z', '2020-03-03T05:43:57.000Z'],
  ['2020-03-03T05:43:57-07:00', '2020-03-03T12:43:57.000Z'],
  ['2020-03-03T05:43:57+0200', '2020-03-03T03:43:57.000Z'],
  ['2018-06-17 11:23:51.000 UTC', '2018-06-17T11:23:51.000Z'],
  ['2018-06-17 11:23:51 UTC', '2018-06-17T11:23:51.000Z'],
  ['2018-06-17', '2018-06-17T00:00:00.000Z'],
  ['', null],
  ['last Tuesday', null],
  ['2018-13-45', null],
  [undefined, null],
])("the provider's time %j is read as %j", (given, wanted) => {
  expect(providerTime(given)).toBe(wanted)
})

test('a purchase asks for the exact organisation and reads both formats of the list', async () => {
  const { whois, asked } = provider(() =>
    Response.json({
      domainsCount: 4,
      domainsList: [
        'A.example.com',
        { domainName: 'b.example.com' },
        'b.example.com',
        'not a domain',
      ],
    }),
  )
  expect(await listRegistrations(whois, { organization: 'Airbnb, Inc.', exact: true })).toEqual({
    domains: ['a.example.com', 'b.example.com'],
    total: 4,
  })
  expect(asked).toMatchObject([
    {
      mode: 'purchase',
      apiKey: 'key',
      advancedSearchTerms: [
        { field: 'RegistrantContact.Organization', term: 'Airbnb, Inc.', exactMatch: true },
      ],
    },
  ])
})

test('a preview is retried once after a failure, a purchase is not', async () => {
  const down = provider(() => new Response(null, { status: 502 }))
  await expect(countRegistrations(down.whois, { organization: 'x', exact: true })).rejects.toThrow(
    ReverseWhoisUnavailable,
  )
  expect(down.asked).toHaveLength(2)
  const dear = provider(() => new Response(null, { status: 502 }))
  await expect(listRegistrations(dear.whois, { organization: 'x', exact: true })).rejects.toThrow(
    ReverseWhoisUnavailable,
  )
  expect(dear.asked).toHaveLength(1)
})

test('without an API key no request is sent', async () => {
  const { whois, asked } = provider(() => Response.json({}))
  await expect(
    countRegistrations({ ...whois, apiKey: undefined }, { organization: 'x', exact: true }),
  ).rejects.toThrow('not configured')
  expect(asked).toEqual([])
})

test('a partly malformed history record is kept, and a record without a time is dropped', async () => {
  const { whois } = provider(() =>
    Response.json({
      recordsCount: 3,
      records: [
        {
          audit: { createdDate: '2020-05-05T01:42:13.000Z' },
          nameServers: ['NS2.X.COM.', 'ns1.x.com', 'NS1.x.com'],
          registrarName: ' Gandi ',
          registrantContact: { organization: 'X Ltd', name: '' },
        },
        {
          updatedDateISO8601: '2019-01-01T00:00:00Z',
          audit: 'odd',
          nameServers: 'ns1.x.com|ns2.x.com',
          registrantContact: 7,
        },
        { registrarName: 'nobody knows when' },
      ],
    }),
  )
  expect(await listHistory(whois, 'x.com')).toEqual([
    {
      observed_at: '2020-05-05T01:42:13.000Z',
      organization: 'X Ltd',
      name: null,
      registrar: 'Gandi',
      name_servers: ['ns1.x.com', 'ns2.x.com'],
    },
    {
      observed_at: '2019-01-01T00:00:00.000Z',
      organization: null,
      name: null,
      registrar: null,
      name_servers: ['ns1.x.com', 'ns2.x.com'],
    },
  ])
})

test.each([
  ['without a key', undefined, 'is not configured'],
  ['that refuses the key', 'wrong', 'is not available at the moment'],
])('a provider %s is described in words for users', async (_, apiKey, words) => {
  const { whois } = provider(() => new Response('', { status: 403 }))
  const without = { ...whois, apiKey }
  const call = countRegistrations(without, { organization: 'Acme', exact: true })
  await expect(call).rejects.toMatchObject({ inWords: words })
})
