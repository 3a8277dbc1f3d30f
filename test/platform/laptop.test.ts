import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { encodeQuestion, parseDnsMessage } from '../../shared/platform/net/dns-wire-format.ts'
import { createInternet } from '../internet/internet.ts'
import type { OutgoingCall } from './egress.ts'
import { LAPTOP_HOST, withLaptop } from './laptop.ts'
import { type Service, type ServiceAccount, startService } from './service.ts'

interface Received {
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

describe.each(['the sample internet', 'the real internet'])('on %s', (world) => {
  const received: Received[] = []
  let laptop: Server
  let service: Service
  let account: ServiceAccount
  let secret: string

  beforeAll(async () => {
    laptop = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push({ url: request.url, headers: request.headers, body })
      response.end('thank you')
    })
    await new Promise<void>((resolve) => laptop.listen(0, '127.0.0.1', resolve))
    const { port } = laptop.address() as AddressInfo
    const internet = world === 'the sample internet' ? { internet: await createInternet() } : {}
    service = await startService({ ...internet, webhooksTo: `http://127.0.0.1:${port}` })
    account = await service.account()
    const { body } = await account.request('POST', '/webhooks/secret')
    secret = body.data?.webhook_secret as string
  })
  afterAll(async () => {
    await service.stop()
    laptop.close()
    laptop.closeAllConnections()
  })

  const arrived = (url: string) => {
    const [event] = received.filter((each) => each.url === url)
    if (event === undefined) throw new Error(`nothing arrived at ${url}`)
    return event
  }
  const verified = ({ body, headers }: Received) =>
    new Webhook(secret).verify(body, headers as Record<string, string>)

  test('a sample event arrives with its path, query and signature', async () => {
    const path = '//hooks/sample?a=b%20c&d'
    const { body } = await account.request('POST', '/webhooks/test', {
      callback_url: `https://${LAPTOP_HOST}${path}`,
      type: 'analysis.completed',
    })
    expect(body.data).toEqual({ status_code: 200, duration_ms: expect.any(Number), error: null })
    const event = arrived(path)
    expect(verified(event)).toMatchObject({ type: 'analysis.completed' })
    expect(event.headers.host).toMatch(/^127\.0\.0\.1:\d+$/)
  })

  test('the webhook of an analysis arrives', async () => {
    const job = await account
      .analyze('test-corp.sandbox.example', { callback_url: `https://${LAPTOP_HOST}/jobs` })
      .untilTerminal()
    const event = await vi.waitFor(() => arrived('/jobs'), { timeout: 10_000 })
    expect(verified(event)).toMatchObject({ data: { job_id: job.job_id } })
  })

  test('a laptop where nothing listens is told as such', async () => {
    laptop.close()
    laptop.closeAllConnections()
    const { body } = await account.request('POST', '/webhooks/test', {
      callback_url: `https://${LAPTOP_HOST}/closed`,
      type: 'bulk.failed',
    })
    expect(body.data).toMatchObject({ status_code: null, error: expect.any(String) })
  })
})

describe('the DNS questions of the Worker', () => {
  const world = vi.fn(async (call: OutgoingCall) => ({
    status: 200,
    headers: {},
    body: await call.body(512),
  }))
  const ask = (name: string, type: 'A' | 'AAAA') => {
    const bytes = Buffer.from(encodeQuestion(name, type))
    const call: OutgoingCall = {
      method: 'POST',
      url: new URL('https://cloudflare-dns.com/dns-query'),
      headers: {},
      stream: Readable.from([bytes]),
      body: async () => bytes,
      signal: AbortSignal.timeout(1_000),
    }
    return withLaptop(world, world)(call)
  }

  test('the reserved host has a public address', async () => {
    for (const [type, values] of [
      ['A', ['1.1.1.1']],
      ['AAAA', []],
    ] as const) {
      const { body } = await ask(LAPTOP_HOST.toUpperCase(), type)
      expect(parseDnsMessage(body as Buffer, type)).toMatchObject({ rcode: 'NOERROR', values })
    }
    expect(world).not.toHaveBeenCalled()
  })

  test.each(['example.com', `a.${LAPTOP_HOST}`, `${LAPTOP_HOST}.net`])(
    'the question for %s goes on unchanged',
    async (name) => {
      const { body } = await ask(name, 'A')
      expect(body).toEqual(Buffer.from(encodeQuestion(name, 'A')))
      expect(world).toHaveBeenCalledOnce()
      world.mockClear()
    },
  )
})
