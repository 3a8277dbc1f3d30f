import { describe, expect, test } from 'vitest'
import { createTools } from '../../../../shared/attribution/collectors/run-tools.ts'
import { breakers } from '../../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { bodySemaphore, SOCKETS_MAX } from '../../../../shared/platform/net/connections.ts'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import { createSharedAnswers } from '../../../../shared/platform/net/shared-answers.ts'
import { dnsResponse } from '../../platform/net/sample-network.ts'

function toolsOn(fetch: Fetch) {
  return createTools({
    fetch,
    connect: () => {
      throw new Error('no sockets here')
    },
    whoisProxy: null,
    now: () => new Date(0),
    wait: async () => undefined,
    depth: 'quick',
    signal: new AbortController().signal,
    sockets: semaphore(SOCKETS_MAX),
    bodies: bodySemaphore(),
    sharedAnswers: createSharedAnswers(),
    breakerOf: breakers(),
    userAgent: 'DomainAttributionBot/1.0 (+https://attribution.example/bot)',
    ownHosts: ['attribution.example'],
  })
}

const internet = (page: Fetch): { fetch: Fetch; questions: () => number } => {
  let questions = 0
  const fetch: Fetch = async (url, init) => {
    if (!url.endsWith('/dns-query')) return page(url, init)
    questions += 1
    return dnsResponse({ name: 'kork.example', type: 'A' }, [
      { type: 'A', name: 'kork.example', data: '93.184.216.34' },
    ])
  }
  return { fetch, questions: () => questions }
}

describe('the tools of a run', () => {
  test('all collectors of a run share the DNS cache and six connections', async () => {
    const { fetch, questions } = internet(
      async () => new Response('<p>x</p>', { headers: { 'content-type': 'text/html' } }),
    )
    const open = { now: 0, most: 0, all: 0 }
    const toolsFor = toolsOn(async (url, init) => {
      open.all += 1
      open.now += 1
      open.most = Math.max(open.most, open.now)
      const answer = await fetch(url, init)
      open.now -= 1
      return answer
    })
    const collectors = Array.from({ length: 20 }, () => toolsFor(new AbortController().signal, {}))
    await Promise.all(collectors.map((tools) => tools.fetchPage('https://kork.example/')))
    expect(questions()).toBe(2)
    expect([open.most, open.all]).toEqual([6, 22])
  })

  test("a collector's own time limit stops only the requests of this collector", async () => {
    const { fetch } = internet(async (_url, init) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      init.signal?.throwIfAborted()
      return new Response('x', { headers: { 'content-type': 'text/plain' } })
    })
    const toolsFor = toolsOn(fetch)
    const late = new AbortController()
    const first = toolsFor(late.signal, {}).fetchPage('https://kork.example/')
    const second = toolsFor(new AbortController().signal, {}).fetchPage('https://kork.example/')
    late.abort(new DOMException('over', 'TimeoutError'))
    await expect(first).rejects.toMatchObject({ reason: 'dns_timeout' })
    await expect(second).resolves.toMatchObject({ text: 'x' })
  })

  test('no connection is opened to a WHOIS server with a private address', async () => {
    const toolsFor = toolsOn(async () =>
      dnsResponse({ name: 'whois.example', type: 'A' }, [
        { type: 'A', name: 'whois.example', data: '10.0.0.1' },
      ]),
    )
    await expect(
      toolsFor(new AbortController().signal, {}).whois('whois.example', 'kork.example'),
    ).rejects.toMatchObject({ reason: 'forbidden' })
  })
})
