import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../shared/platform/environment.ts'
import { breakers } from '../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../shared/platform/limits/semaphore.ts'
import { bodySemaphore, SOCKETS_MAX } from '../../../shared/platform/net/connections.ts'
import type { Fetch } from '../../../shared/platform/net/fetch.ts'
import { createSharedAnswers } from '../../../shared/platform/net/shared-answers.ts'
import { type AttemptServices, attemptDelivery } from '../../../shared/webhooks/attempt-delivery.ts'

const ENV = {
  ALLOW_INSECURE_CALLBACKS: false,
  PUBLIC_URL: 'https://api.attribution.example',
} as Environment
const SIGNATURE = { 'webhook-id': 'dlv_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }

function dnsAnswer(query: Uint8Array, address: readonly number[]): Uint8Array<ArrayBuffer> {
  const isA = query[query.length - 3] === 1
  const header = Uint8Array.from([0, 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
  const record = isA ? [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : []
  return Uint8Array.from([...header, ...query.slice(12), ...record])
}

interface Asked {
  url: string
  init: RequestInit
}

function world(
  receiver: (asked: Asked) => Promise<Response>,
  address: readonly number[] = [93, 184, 216, 34],
) {
  const asked: Asked[] = []
  const fetch: Fetch = async (url, init) => {
    if (url.includes('/dns-query')) return new Response(dnsAnswer(init.body as Uint8Array, address))
    asked.push({ url, init })
    return receiver({ url, init })
  }
  const now = () => new Date()
  const breakerOf = breakers()
  const services: AttemptServices = {
    env: ENV,
    now,
    connections: (signal) => ({
      fetch,
      sockets: semaphore(SOCKETS_MAX),
      breakerOf,
      bodies: bodySemaphore(),
      sharedAnswers: createSharedAnswers(),
      now,
      wait: async () => undefined,
      signal,
    }),
  }
  return {
    asked,
    attempt: (url = 'https://hooks.example.com/in') =>
      attemptDelivery(services, url, '{"a":1}', SIGNATURE),
  }
}

test('an attempt sends the signed body and follows no redirect', async () => {
  const { asked, attempt } = world(async () => new Response('thank you'))
  expect(await attempt()).toMatchObject({
    status: 200,
    error: null,
    excerpt: 'thank you',
    forbidden: false,
  })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    url: 'https://hooks.example.com/in',
    init: {
      method: 'POST',
      body: '{"a":1}',
      redirect: 'manual',
      headers: { ...SIGNATURE, 'content-type': 'application/json' },
    },
  })
})

describe('forbidden addresses', () => {
  test.each([
    ['a private IP address', 'https://hooks.example.com/in', [10, 0, 0, 1]],
    ['the metadata service', 'https://hooks.example.com/in', [169, 254, 169, 254]],
    ['a callback URL that is no longer allowed', 'http://hooks.example.com/in', [93, 184, 216, 34]],
    ['an IP address in the URL', 'https://127.0.0.1/in', [93, 184, 216, 34]],
  ])('no request is sent to %s', async (_, url, address) => {
    const { asked, attempt } = world(async () => new Response('ok'), address)
    expect(await attempt(url)).toMatchObject({
      status: null,
      forbidden: true,
      error: expect.any(String),
    })
    expect(asked).toEqual([])
  })
})

test('a redirect is reported as a failure', async () => {
  const { asked, attempt } = world(
    async () => new Response(null, { status: 307, headers: { location: 'https://10.0.0.1/' } }),
  )
  expect(await attempt()).toMatchObject({
    status: 307,
    error: 'The receiver answered 307; redirects are not followed.',
  })
  expect(asked).toHaveLength(1)
})

test('an endless answer is cancelled after 16 kB', async () => {
  let pulled = 0
  let left = false
  const body = new ReadableStream(
    {
      type: 'bytes',
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1_024).fill(0x61))
      },
      cancel() {
        left = true
      },
    },
    { highWaterMark: 0 },
  )
  const { attempt } = world(async () => new Response(body))
  expect(await attempt()).toMatchObject({ status: 200, excerpt: 'a'.repeat(1_024) })
  expect(pulled).toBeLessThanOrEqual(17)
  expect(left).toBe(true)
})

test('a response that breaks off keeps its status', async () => {
  const body = new ReadableStream({
    type: 'bytes',
    pull: (controller) => controller.error(new Error('connection lost')),
  })
  const { attempt } = world(async () => new Response(body, { status: 500 }))
  expect(await attempt()).toMatchObject({
    status: 500,
    excerpt: null,
    error: 'The receiver answered 500.',
  })
})

test.each([
  ['a refused connection', new TypeError('Network connection lost.'), false],
  [
    'a time-out',
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    true,
  ],
])('%s is returned as a result and not thrown', async (_, error, timedOut) => {
  const { attempt } = world(() => Promise.reject(error))
  expect(await attempt()).toMatchObject({
    status: null,
    timedOut,
    forbidden: false,
    error: expect.stringContaining('hooks.example.com'),
  })
})

test('the Retry-After header is returned in seconds', async () => {
  const { attempt } = world(
    async () => new Response('', { status: 429, headers: { 'retry-after': '77' } }),
  )
  expect(await attempt()).toMatchObject({ status: 429, retryAfterSeconds: 77, excerpt: null })
})
