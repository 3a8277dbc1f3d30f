import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { askWhois } from '../../../../../shared/attribution/collectors/registration/ask-whois.ts'
import { semaphore } from '../../../../../shared/platform/limits/semaphore.ts'
import { SOCKETS_MAX } from '../../../../../shared/platform/net/connections.ts'
import type { Connect, TcpSocket } from '../../../../../shared/platform/net/tcp-stream.ts'
import { resolverOf } from '../../../platform/net/sample-network.ts'

interface Line {
  connect: Connect
  address: () => { hostname: string; port: number } | null
  sent: () => string
  closed: () => boolean
}

/**
 * A simulated WHOIS connection. It calls `react` after each write of the client, and `react` sends
 * the response.
 */
function line(
  react: (sent: string, far: ReadableStreamDefaultController<Uint8Array>) => void,
): Line {
  let address: { hostname: string; port: number } | null = null
  let sent = ''
  let closed = false
  const connect: Connect = (to) => {
    address = to
    let far: ReadableStreamDefaultController<Uint8Array> | null = null
    const readable = new ReadableStream<Uint8Array>({
      start(controller) {
        far = controller
      },
    })
    const writable = new WritableStream<Uint8Array>({
      write(bytes) {
        sent += new TextDecoder().decode(bytes)
        if (far !== null) react(sent, far)
      },
    })
    const close = async (): Promise<void> => {
      closed = true
    }
    return { readable, writable, close } satisfies TcpSocket
  }
  return { connect, address: () => address, sent: () => sent, closed: () => closed }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const whois = (
  from: Line,
  proxy: string | null = null,
  server = 'whois.registry.example',
  query = 'a.example',
) =>
  askWhois(server, query, {
    connect: from.connect,
    proxy,
    dns: resolverOf({
      'whois.registry.example': ['93.184.216.34'],
      'inside.example': ['10.0.0.1'],
      'metadata.example': ['93.184.216.34', '169.254.169.254'],
    }),
    sockets: semaphore(SOCKETS_MAX),
    signal: new AbortController().signal,
  })

describe('a WHOIS query', () => {
  test('the query is one line on port 43, and the answer is read to its end', async () => {
    const far = line((_sent, controller) => {
      controller.enqueue(bytes('Domain: '))
      controller.enqueue(bytes('a.example'))
      controller.close()
    })
    expect(new TextDecoder().decode(await whois(far))).toBe('Domain: a.example')
    expect(far.address()).toEqual({ hostname: 'whois.registry.example', port: 43 })
    expect(far.sent()).toBe('a.example\r\n')
    expect(far.closed()).toBe(true)
  })

  test('with an HTTP CONNECT proxy, the proxy connects to the name of the WHOIS server', async () => {
    const far = line((sent, controller) => {
      if (sent.endsWith('\r\n\r\n'))
        controller.enqueue(bytes('HTTP/1.1 200 Connection established\r\n\r\nearly '))
      else {
        controller.enqueue(bytes('answer'))
        controller.close()
      }
    })
    expect(new TextDecoder().decode(await whois(far, '127.0.0.1:4343'))).toBe('early answer')
    expect(far.address()).toEqual({ hostname: '127.0.0.1', port: 4343 })
    expect(far.sent()).toBe(
      'CONNECT whois.registry.example:43 HTTP/1.1\r\nHost: whois.registry.example:43\r\n\r\na.example\r\n',
    )
  })

  test.each([
    ['answers with an error', 'HTTP/1.1 502 Bad Gateway\r\n\r\n'],
    ['sends an endless header', `${'x'.repeat(9_000)}`],
  ])('the query fails when the proxy %s', async (_what, reply) => {
    const far = line((_sent, controller) => {
      controller.enqueue(bytes(reply))
      controller.close()
    })
    await expect(whois(far, '127.0.0.1:4343')).rejects.toMatchObject({ reason: 'refused' })
    expect(far.closed()).toBe(true)
  })

  test('at most 64 KiB of an endless answer are kept', async () => {
    const far = line((_sent, controller) => {
      for (let chunk = 0; chunk < 20; chunk += 1)
        controller.enqueue(new Uint8Array(10_000).fill(97))
    })
    expect((await whois(far)).byteLength).toBe(64 * 1024)
  })

  test('an answer is kept when the server does not close the connection', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const far = line((_sent, controller) => controller.enqueue(bytes('record')))
    const answer = whois(far)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(new TextDecoder().decode(await answer)).toBe('record')
  })

  test('an empty answer is an error', async () => {
    const far = line((_sent, controller) => controller.close())
    await expect(whois(far)).rejects.toMatchObject({ reason: 'refused' })
  })

  test.each([
    ['a server at a private address', 'inside.example', 'a.example'],
    ['a server with a public and a private address', 'metadata.example', 'a.example'],
    ['an IP address as the server', '127.0.0.1', 'a.example'],
    ['a local server name', 'whois.internal', 'a.example'],
    ['a query of two lines', 'whois.registry.example', 'a.example\r\nb.example'],
    ['an overlong query', 'whois.registry.example', 'a'.repeat(400)],
  ])('%s opens no connection', async (_what, server, query) => {
    const far = line(() => undefined)
    for (const proxy of [null, '127.0.0.1:4343'])
      await expect(whois(far, proxy, server, query)).rejects.toMatchObject({ reason: 'forbidden' })
    expect(far.address()).toBeNull()
  })
})
