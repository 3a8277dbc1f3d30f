import { describe, expect, test } from 'vitest'
import { bareRecord } from '../../../../shared/attribution/collectors/registration/merge-records.ts'
import { whois } from '../../../../shared/attribution/collectors/registration/whois.ts'
import { COLLECTORS } from '../../../../shared/attribution/collectors/registry.ts'
import { createTools } from '../../../../shared/attribution/collectors/run-tools.ts'
import type { DeepTools } from '../../../../shared/attribution/deep-tools.ts'
import { isHostOf } from '../../../../shared/attribution/untouched-hosts.ts'
import { breakers } from '../../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import {
  bodySemaphore,
  type Connections,
  SOCKETS_MAX,
} from '../../../../shared/platform/net/connections.ts'
import { createSharedAnswers } from '../../../../shared/platform/net/shared-answers.ts'
import { dnsResponse } from '../../platform/net/sample-network.ts'
import { toolsOn } from './sample-tools.ts'

const OWN = 'kork.example'
const ELSEWHERE = 'https://elsewhere.example/'

test.each([
  ['kork.example', true],
  ['KORK.example.', true],
  ['ns1.kork.example', true],
  ['notkork.example', false],
  ['kork.example.org', false],
  ['example', false],
])('%s is a host of kork.example: %s', (host, isOwn) => {
  expect(isHostOf(OWN, host)).toBe(isOwn)
})

test('exactly the collectors that ask the site itself are left out of a passive analysis', () => {
  const active = COLLECTORS.filter(({ isActive }) => isActive === true).map(({ name }) => name)
  expect(active).toEqual(['http_probe', 'live_certificate', 'rendered_page', 'vision'])
})

/** Tools of a passive analysis. Every page redirects to the domain. */
function passiveTools(deep?: Parameters<typeof createTools>[0]['deep']) {
  const sent: string[] = []
  const toolsFor = createTools({
    fetch: async (url) => {
      if (url.endsWith('/dns-query'))
        return dnsResponse({ name: OWN, type: 'A' }, [
          { type: 'A', name: OWN, data: '93.184.216.34' },
        ])
      sent.push(new URL(url).hostname)
      return new Response(null, { status: 302, headers: { location: `https://www.${OWN}/` } })
    },
    connect: () => {
      throw new Error('no sockets here')
    },
    whoisProxy: null,
    now: () => new Date(0),
    wait: async () => undefined,
    depth: 'deep',
    signal: new AbortController().signal,
    sockets: semaphore(SOCKETS_MAX),
    bodies: bodySemaphore(),
    sharedAnswers: createSharedAnswers(),
    breakerOf: breakers(),
    userAgent: 'DomainAttributionBot/1.0 (+https://attribution.example/bot)',
    deep,
  })
  return { sent, tools: toolsFor(new AbortController().signal, {}, OWN) }
}

describe('the tools of a passive analysis', () => {
  const { tools, sent } = passiveTools()
  const control = { controlUrl: ELSEWHERE }
  test.each([
    ['a page', () => tools.fetchPage(`https://www.${OWN}/`)],
    [
      'a page that is read at once',
      () => tools.readPage(`http://${OWN}/`, { timeoutMs: 500 }, async () => 1),
    ],
    ['bytes', () => tools.fetchBytes(`https://${OWN}/favicon.ico`)],
    ['a registry of its own', () => tools.fetchUpstream(`https://rdap.${OWN}/`, control)],
    ['a WHOIS server of its own', () => tools.whois(`whois.${OWN}`, OWN)],
  ])('refuse %s', async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ reason: 'forbidden' })
    expect(sent).toEqual([])
  })

  test('make no TLS handshake, with any host', async () => {
    const { siteCertificate } = tools
    expect(await siteCertificate(OWN)).toMatchObject({ outcome: 'not_reachable' })
    expect(await siteCertificate('elsewhere.example')).toMatchObject({ outcome: 'not_reachable' })
  })

  test('follow no redirect to the domain', async () => {
    const { tools: own, sent: asked } = passiveTools()
    await expect(own.fetchPage(ELSEWHERE)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(own.fetchUpstream(ELSEWHERE, control)).rejects.toMatchObject({
      reason: 'forbidden',
    })
    expect(new Set(asked)).toEqual(new Set(['elsewhere.example']))
  })
})

test('a service of the analysis is asked also if the domain is its own', async () => {
  const services: Connections[] = []
  const { sent } = passiveTools((connections) => {
    services.push(connections)
    return {} as DeepTools
  })
  await services[0]?.fetch(`https://api.${OWN}/`, {})
  expect(sent).toEqual([`api.${OWN}`])
})

test('the registration of a registry, which only it knows, is no failure of a source', async () => {
  const tools = {
    ...toolsOn({}),
    passive: true,
    registrations: {
      read: async () => ({
        collectedAt: '2026-01-01T00:00:00.000Z',
        evidence: {
          registrable_domain: 'nic.example',
          record: bareRecord('nic.example', 'whois', ['whois.nic.example'], 'unavailable'),
          fallback_reason: null,
        },
      }),
      write: async () => undefined,
    },
  }
  const target = { domain: 'nic.example', registrableDomain: 'nic.example' }
  expect(await whois.collect(target, tools)).toMatchObject({
    status: 'empty',
    detail: 'The analysis is passive.',
  })
  const other = { domain: 'kork.example', registrableDomain: 'kork.example' }
  expect(await whois.collect(other, tools)).toMatchObject({ status: 'failed' })
})
