import { describe, expect, test } from 'vitest'
import { createCircuits } from '../../../../shared/platform/net/circuits.ts'
import { createGate } from '../../../../shared/platform/net/connection-gate.ts'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import { fetchUpstream } from '../../../../shared/platform/net/fetch-upstream.ts'

const URL_ASKED = 'https://rdap.registry.example/domain/a.example'

function service(fetch: Fetch) {
  let at = 0
  let calls = 0
  const circuits = createCircuits()
  const counted: Fetch = async (url, init) => {
    calls += 1
    return fetch(url, init)
  }
  return {
    ask: (timeoutMs = 1_000) =>
      fetchUpstream(
        URL_ASKED,
        { timeoutMs },
        {
          fetch: counted,
          gate: createGate(),
          circuits,
          userAgent: 'bot',
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

describe('requests to an upstream service', () => {
  test.each([200, 404, 429, 500])('an answer with status %i is final and not retried', async (status) => {
    const { ask, calls } = service(async () => new Response('{}', { status }))
    expect((await ask()).status).toBe(status)
    expect(calls()).toBe(1)
  })

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

  test('a dropped connection is retried once and then fails', async () => {
    const { ask, calls } = service(async () => {
      throw new TypeError('Network connection lost.')
    })
    await expect(ask()).rejects.toMatchObject({ reason: 'refused' })
    expect(calls()).toBe(2)
  })

  test('after five failures in a row no request is sent for 30 seconds, then one request tests the upstream', async () => {
    let up = false
    const { ask, calls, wait } = service(async () => new Response('{}', { status: up ? 200 : 500 }))
    for (let call = 0; call < 5; call += 1) await ask()
    await expect(ask()).rejects.toMatchObject({ reason: 'circuit_open' })
    expect(calls()).toBe(5)
    wait(30_000)
    up = true
    const [tried, second] = await Promise.allSettled([ask(), ask()])
    expect(tried).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { reason: 'circuit_open' } })
    expect((await ask()).status).toBe(200)
  })

  test('an upstream that never answers ends in a timeout', async () => {
    const { ask } = service(() => new Promise<Response>(() => undefined))
    await expect(ask(30)).rejects.toMatchObject({ reason: 'timeout' })
  })

  test.each(['http://127.0.0.1/', 'https://[::1]/', 'https://inside.internal/', 'file:///etc/passwd'])(
    'a redirect to %s is not followed',
    async (location) => {
      const { ask } = service(async () => new Response(null, { status: 302, headers: { location } }))
      await expect(ask()).rejects.toMatchObject({ reason: 'forbidden' })
    },
  )
})
