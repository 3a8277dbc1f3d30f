import { createServer } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { Duplex } from 'node:stream'
import type { TlsOptions } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readSiteCertificate } from '../../../../shared/attribution/tls/read-site-certificate.ts'
import { type Semaphore, semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { SOCKETS_MAX } from '../../../../shared/platform/net/connections.ts'
import type { Connect } from '../../../../shared/platform/net/tcp-stream.ts'
import {
  type Authority,
  type Certificate,
  createRoot,
  type LeafOptions,
  selfSigned,
} from '../../../internet/certificate-authority.ts'
import { resolverOf } from '../../platform/net/sample-network.ts'
import { startTcp, startTls } from './loopback.ts'

const HOST = 'kork.example'
const NOW = new Date()

let root: Authority

beforeAll(async () => {
  root = await createRoot('Sample Root')
})

const ADDRESSES: Record<string, string[]> = {
  'kork.example': ['93.184.216.34'],
  'AAAA six.example': ['2001:4860:4860::8888'],
  'edge.example': ['104.16.1.1'],
  'AAAA edge.example': ['2606:4700::1'],
  'both.example': ['104.16.1.1', '93.184.216.34'],
  'inside.example': ['93.184.216.34', '10.0.0.1'],
}

interface Line {
  connect: Connect
  asked: { hostname: string; port: number }[]
}

/** Every connection goes to one port of loopback. */
function lineTo(port: number): Line {
  const asked: Line['asked'] = []
  const connect: Connect = (address) => {
    asked.push(address)
    const socket = connectTcp({ host: '127.0.0.1', port })
    socket.on('error', () => socket.destroy())
    onTestFinished(() => void socket.destroy())
    const streams = Duplex.toWeb(socket)
    return {
      readable: streams.readable as ReadableStream<Uint8Array>,
      writable: streams.writable as WritableStream<Uint8Array>,
      close: async () => void socket.destroy(),
    }
  }
  return { connect, asked }
}

const read = (
  line: Pick<Line, 'connect'>,
  {
    host = HOST,
    proxy = null,
    signal = new AbortController().signal,
    sockets = semaphore(SOCKETS_MAX),
  }: { host?: string; proxy?: string | null; signal?: AbortSignal; sockets?: Semaphore } = {},
) =>
  readSiteCertificate(host, {
    connect: line.connect,
    proxy,
    dns: resolverOf(ADDRESSES),
    sockets,
    signal,
    now: () => NOW,
    additionalRoots: root.pem,
  })

const settings = ({ chainPem, privateKey }: Certificate): TlsOptions => ({
  cert: chainPem,
  key: privateKey,
})
const leaf = (options: Partial<LeafOptions> = {}) => root.issue({ names: [HOST], ...options })
const served = async (certificate: Certificate, options: TlsOptions = {}) =>
  lineTo(await startTls({ ...settings(certificate), ...options }))

const nothing = (outcome: string, host = HOST) => ({
  host,
  outcome,
  tls_version: null,
  certificate: null,
})

describe('the certificate of a site', () => {
  test('names the organisation, if the key and the chain are proven', async () => {
    const certificate = await leaf({
      validation: 'ov',
      subject: { organization: 'Kork Kajak AB', country: 'SE' },
    })
    const line = await served(certificate)
    expect(await read(line)).toMatchObject({
      host: HOST,
      outcome: 'proven',
      tls_version: '1.3',
      certificate: {
        issuer: 'Sample Trust Services',
        validation: 'ov',
        organization: 'Kork Kajak AB',
        country: 'SE',
        names: [HOST],
      },
    })
    expect(line.asked).toEqual([{ hostname: '93.184.216.34', port: 443 }])
  })

  test('is read with TLS 1.2', async () => {
    const line = await served(await leaf(), { maxVersion: 'TLSv1.2' })
    expect(await read(line)).toMatchObject({ outcome: 'proven', tls_version: '1.2' })
  })

  test.each<[string, string, () => Promise<Certificate>]>([
    [
      'untrusted',
      'signs itself',
      () => selfSigned({ names: [HOST], validation: 'ov', subject: { organization: 'Bank AG' } }),
    ],
    [
      'untrusted',
      'has an unknown root',
      async () => (await createRoot('Stranger')).issue({ names: [HOST] }),
    ],
    [
      'expired',
      'has expired',
      () => leaf({ notBefore: new Date('2021-01-01Z'), notAfter: new Date('2022-01-01Z') }),
    ],
    ['wrong_name', 'is for another host', () => leaf({ names: ['other.example'] })],
  ])('is %s if it %s, and then states nothing', async (outcome, _, certificate) => {
    const line = await served(await certificate())
    expect(await read(line)).toEqual({ ...nothing(outcome), tls_version: '1.3' })
  })
})

test('the handshake does not wait for pages, because other work needs its result', async () => {
  const sockets = semaphore(1)
  const { signal } = new AbortController()
  const started: string[] = []
  const connect: Connect = () => {
    started.push('handshake')
    throw new Error('connection refused')
  }
  let free = (): void => {}
  const first = sockets.run(() => new Promise<void>((resolve) => (free = resolve)), signal)
  const page = sockets.run(async () => void started.push('page'), signal)
  const site = read({ connect }, { sockets })
  await new Promise((resolve) => setImmediate(resolve))
  free()
  await Promise.all([first, page, site])
  expect(started).toEqual(['handshake', 'page'])
})

describe('a site without a certificate', () => {
  test('closes the connection', async () => {
    const line = lineTo(await startTcp((socket) => void socket.destroy()))
    expect(await read(line)).toEqual(nothing('no_answer'))
  })

  test('refuses the connection', async () => {
    expect(await read(lineTo(1))).toEqual(nothing('no_answer'))
  })

  test('speaks HTTP on port 443', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await vi.waitFor(() => expect(server.listening).toBe(true))
    const address = server.address()
    const line = lineTo(typeof address === 'object' && address !== null ? address.port : 0)
    expect(await read(line)).toEqual(nothing('not_tls'))
  })

  test('is silent for three seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let isConnected = false
    const line = lineTo(
      await startTcp(() => {
        isConnected = true
      }),
    )
    const reading = read(line)
    while (!isConnected) await new Promise((resolve) => setImmediate(resolve))
    let isDone = false
    void reading.then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(2_900)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(await reading).toEqual(nothing('no_answer'))
  })

  test('does not exist', async () => {
    expect(await read(lineTo(1), { host: 'none.example' })).toEqual(
      nothing('no_answer', 'none.example'),
    )
  })
})

describe('no connection is made', () => {
  test.each([
    ['to an address', '93.184.216.34'],
    ['to a local name', 'printer.local'],
    ['to a host with a private address', 'inside.example'],
    ['to an address of Cloudflare', 'edge.example'],
    ['to what is no name', 'a b'],
  ])('%s', async (_, host) => {
    const line = lineTo(1)
    expect(await read(line, { host })).toEqual(nothing('not_reachable', host))
    expect(line.asked).toEqual([])
  })

  test('after the deadline of the analysis', async () => {
    const line = lineTo(1)
    expect(await read(line, { signal: AbortSignal.abort() })).toEqual(nothing('not_reachable'))
    expect(line.asked).toEqual([])
  })
})

describe('the address', () => {
  test('is one that the runtime can reach', async () => {
    const line = await served(await leaf({ names: ['both.example'] }))
    expect(await read(line, { host: 'both.example' })).toMatchObject({ outcome: 'proven' })
    expect(line.asked).toEqual([{ hostname: '93.184.216.34', port: 443 }])
  })

  test('is in brackets for IPv6', async () => {
    const line = await served(await leaf({ names: ['six.example'] }))
    expect(await read(line, { host: 'six.example' })).toMatchObject({ outcome: 'proven' })
    expect(line.asked).toEqual([{ hostname: '[2001:4860:4860::8888]', port: 443 }])
  })

  test('that the runtime refuses is not reachable', async () => {
    const connect: Connect = () => {
      throw new Error('proxy request failed, cannot connect to the specified address')
    }
    expect(await read({ connect })).toEqual(nothing('not_reachable'))
  })
})

test('an error of this service is logged, and says nothing about the site', async () => {
  const logged = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  expect(await read(lineTo(1), { proxy: 'no address' })).toEqual(nothing('not_reachable'))
  expect(JSON.parse(String(logged.mock.calls[0]?.[0]))).toEqual({
    event: 'site_certificate.failed',
    host: HOST,
    error: 'Error: The proxy is not host:port.',
  })
})

describe('a proxy', () => {
  async function proxyTo(port: number | null): Promise<{ line: Line; requests: string[] }> {
    const requests: string[] = []
    const server = createServer()
    server.on('connect', (request, client) => {
      requests.push(request.url ?? '')
      if (port === null) return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      const far = connectTcp({ host: '127.0.0.1', port })
      far.on('error', () => client.destroy())
      client.on('error', () => far.destroy())
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(client).pipe(far)
      onTestFinished(() => void far.destroy())
      return client
    })
    server.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await vi.waitFor(() => expect(server.listening).toBe(true))
    const address = server.address()
    return {
      line: lineTo(typeof address === 'object' && address !== null ? address.port : 0),
      requests,
    }
  }

  test('is asked for the host, also for one at Cloudflare', async () => {
    const certificate = await leaf({ names: ['edge.example'] })
    const { line, requests } = await proxyTo(await startTls(settings(certificate)))
    const site = await read(line, { host: 'edge.example', proxy: 'proxy.internal:3128' })
    expect(site).toMatchObject({ outcome: 'proven' })
    expect(line.asked).toEqual([{ hostname: 'proxy.internal', port: 3128 }])
    expect(requests).toEqual(['edge.example:443'])
  })

  test('that cannot reach the host is no answer', async () => {
    const { line } = await proxyTo(null)
    expect(await read(line, { proxy: 'proxy.internal:3128' })).toEqual(nothing('no_answer'))
  })
})
