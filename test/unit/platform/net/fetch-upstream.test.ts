import { describe, expect, test } from 'vitest'
import { breakers } from '../../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { bodySemaphore, SOCKETS_MAX } from '../../../../shared/platform/net/connections.ts'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import {
  fetchUpstream,
  type UpstreamRequest,
} from '../../../../shared/platform/net/fetch-upstream.ts'
import { createSharedAnswers } from '../../../../shared/platform/net/shared-answers.ts'
import { resolverOf } from './sample-network.ts'

const URL_ASKED = 'https://rdap.registry.example/domain/a.example'
const CONTROL_URL = 'https://rdap.registry.example/help'
const ADDRESSES = {
  'rdap.registry.example': ['93.184.216.34'],
  'rdap.registrar.example': ['93.184.216.35'],
  'inside.example': ['93.184.216.36', '10.0.0.5'],
  'metadata.example': ['169.254.169.254'],
}

/**
 * `fetch` answers the requests of callers. `control` answers the request to CONTROL_URL, whose
 * answer is known and shows if the service works.
 */
function service(
  fetch: Fetch,
  control: () => Promise<Response> = async () => new Response('help'),
) {
  let at = 0
  let calls = 0
  const breakerOf = breakers()
  const counted: Fetch = async (url, init) => {
    if (url === CONTROL_URL) return control()
    calls += 1
    return fetch(url, init)
  }
  return {
    ask: (timeoutMs = 1_000, url = URL_ASKED, more: Partial<UpstreamRequest> = {}) =>
      fetchUpstream(
        url,
        { timeoutMs, controlUrl: CONTROL_URL, isListedHost: true, ...more },
        {
          fetch: counted,
          sockets: semaphore(SOCKETS_MAX),
          bodies: bodySemaphore(),
          sharedAnswers: createSharedAnswers(),
          breakerOf,
          dns: resolverOf(ADDRESSES),
          userAgent: 'bot',
          ownHosts: ['attribution.example'],
          now: () => new Date(at),
          signal: new AbortController().signal,
        },
      ),
    wait: (milliseconds: number) => {
      at += milliseconds
    },
    calls: () => calls,
  }
}

/** Waits until the answers of all requests to CONTROL_URL have changed the circuit breaker. */
const controlsEnded = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('requests to an upstream service', () => {
  test.each([200, 404, 429, 500])(
    'an answer with status %i is final and not retried',
    async (status) => {
      const { ask, calls } = service(async () => new Response('{}', { status }))
      expect((await ask()).status).toBe(status)
      expect(calls()).toBe(1)
    },
  )

  test.each([502, 503, 504])('an answer with status %i is retried once', async (status) => {
    let first = true
    const { ask, calls } = service(async () => {
      const response = new Response('{}', { status: first ? status : 200 })
      first = false
      return response
    })
    expect((await ask()).status).toBe(200)
    expect(calls()).toBe(2)
  })

  test.each([429, 503])(
    'a paced request that gets status %i is not retried and is no failure of the host',
    async (status) => {
      const { ask, calls } = service(
        async () => new Response('', { status }),
        async () => new Response('', { status: 503 }),
      )
      for (let call = 0; call < 6; call += 1) {
        expect((await ask(1_000, URL_ASKED, { isLimited: true })).status).toBe(status)
        await controlsEnded()
      }
      expect(calls()).toBe(6)
    },
  )

  test('a host to which the named host redirects does not get our key', async () => {
    const keys: [string, string | null][] = []
    const { ask } = service(async (url, init) => {
      keys.push([new URL(url).pathname, new Headers(init.headers).get('authorization')])
      if (url === URL_ASKED)
        return new Response(null, { status: 302, headers: { location: '/moved' } })
      if (url.endsWith('/moved'))
        return new Response(null, {
          status: 302,
          headers: { location: 'https://rdap.registrar.example/other' },
        })
      return new Response('{}')
    })
    await ask(1_000, URL_ASKED, { headers: { authorization: 'Bearer key' } })
    expect(keys).toEqual([
      ['/domain/a.example', 'Bearer key'],
      ['/moved', 'Bearer key'],
      ['/other', null],
    ])
  })

  test('a dropped connection is retried once and then fails', async () => {
    const { ask, calls } = service(async () => {
      throw new TypeError('Network connection lost.')
    })
    await expect(ask()).rejects.toMatchObject({ reason: 'refused' })
    expect(calls()).toBe(2)
  })

  test('after five failures in a row no request is sent for 30 seconds, then one request tests the upstream', async () => {
    let up = false
    const answer = async () => new Response('{}', { status: up ? 200 : 500 })
    const { ask, calls, wait } = service(answer, answer)
    for (let call = 0; call < 5; call += 1) await ask()
    await controlsEnded()
    await expect(ask()).rejects.toMatchObject({ reason: 'circuit_open' })
    expect(calls()).toBe(5)
    wait(30_000)
    up = true
    const [tried, second] = await Promise.allSettled([ask(), ask()])
    expect(tried).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { reason: 'circuit_open' } })
    expect((await ask()).status).toBe(200)
  })

  test.each([
    ['errors', async () => new Response('{}', { status: 500 })],
    ['timeouts', () => new Promise<Response>(() => undefined)],
    ['lost connections', () => Promise.reject(new TypeError('Network connection lost.'))],
  ])(
    '%s about the domains of callers do not pause an upstream that answers its control question',
    async (_what, fail) => {
      const { ask, calls } = service(fail)
      for (let call = 0; call < 20; call += 1) {
        await ask(20).catch(() => undefined)
        await controlsEnded()
      }
      await expect(ask(20).catch(({ reason }) => reason)).resolves.not.toBe('circuit_open')
      expect(calls()).toBeGreaterThanOrEqual(21)
    },
  )

  test('an upstream that never answers ends in a timeout', async () => {
    const { ask } = service(() => new Promise<Response>(() => undefined))
    await expect(ask(30)).rejects.toMatchObject({ reason: 'timeout' })
  })

  test.each([
    'http://127.0.0.1/',
    'https://[::1]/',
    'https://inside.internal/',
    'file:///etc/passwd',
    'https://inside.example/domain/a.example',
    'http://metadata.example/latest/',
    'https://attribution.example/jobs',
  ])('a redirect to %s is not followed', async (location) => {
    const { ask, calls } = service(
      async () => new Response(null, { status: 302, headers: { location } }),
    )
    await expect(ask()).rejects.toMatchObject({ reason: 'forbidden' })
    expect(calls()).toBe(1)
  })

  test('a redirect to another host with a public address is followed', async () => {
    const { ask } = service(async (url) =>
      url === URL_ASKED
        ? new Response(null, {
            status: 302,
            headers: { location: 'https://rdap.registrar.example/domain/a.example' },
          })
        : new Response('{"found":true}'),
    )
    expect(await ask()).toMatchObject({ status: 200, text: '{"found":true}' })
  })

  test('a listed host with a private address is never asked, also not by the control question', async () => {
    const { ask, calls } = service(
      async () => new Response('{}'),
      () => Promise.reject(new Error('control question sent')),
    )
    for (let call = 0; call < 6; call += 1)
      await expect(ask(1_000, 'https://metadata.example/domain/a.example')).rejects.toMatchObject({
        reason: 'forbidden',
      })
    expect(calls()).toBe(0)
  })
})
