import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainFile } from './domain-file.ts'
import { createInternet, type OutgoingEntry, type SampleInternet } from './internet.ts'

let internet: SampleInternet
const log: OutgoingEntry[] = []
beforeAll(async () => {
  internet = await createInternet({ log: (entry) => void log.push(entry) })
})
afterAll(() => internet.close())

const domain = (name: string, more: Partial<DomainFile>): DomainFile => ({
  domain: name,
  dns: { [name]: { A: ['193.34.76.9'] } },
  site: { home: `https://${name}/`, pages: { '/': '<title>Mill</title>' } },
  ...more,
})

async function handshake(host: string): Promise<TLSSocket> {
  const socket = connectTcp(await internet.listenTcp(), '127.0.0.1')
  socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`)
  const [head] = await once(socket, 'data')
  if (!String(head).startsWith('HTTP/1.1 200')) throw new Error('refused')
  const ca = await internet.rootCertificate()
  const secure = connectTls({ socket, servername: host, ca })
  await once(secure, 'secureConnect')
  return secure
}

test('a site has a certificate of the sample root that names no organisation', async () => {
  internet.add(domain('plainmill.com', {}))

  const socket = await handshake('www.plainmill.com')

  const { subject } = socket.getPeerCertificate()
  expect([socket.authorized, subject.CN, subject.O]).toEqual([true, 'plainmill.com', undefined])
  expect(log).toContainEqual(
    expect.objectContaining({ method: 'TLS', url: 'tls://www.plainmill.com:443', status: 200 }),
  )
  socket.destroy()
})

test.each(['1.2', '1.3'] as const)(
  'a site shows the stated organisation in TLS %s',
  async (tls) => {
    const name = `mill-${tls.replace('.', '-')}.com`
    const live_certificate = { organization: 'Mill AG', validation: 'ev' as const, tls }
    internet.add(domain(name, { live_certificate }))

    const socket = await handshake(name)

    expect(socket.getPeerCertificate().subject.O).toBe('Mill AG')
    expect(socket.getProtocol()).toBe(`TLSv${tls}`)
    socket.destroy()
  },
)

test.each<[why: string, file: Partial<DomainFile>]>([
  ['a copied chain', { live_certificate: { organization: 'Mill AG', key: 'copied' } }],
  ['no TLS', { live_certificate: null }],
  ['an alert', { http: { 'https://hostilemill.com/': { behaviour: 'tls' } } }],
  ['a refused connection', { http: { 'https://hostilemill.com/': { behaviour: 'refused' } } }],
])('no TLS client completes a handshake with %s', async (_why, file) => {
  internet.replace(
    domain('hostilemill.com', file.http === undefined ? file : { ...file, site: undefined }),
  )

  await expect(handshake('hostilemill.com')).rejects.toThrow()
})

test.each(['listed-12.com', 'haldensee.example', 'whois.iana.org'])(
  '%s accepts no TLS connection',
  async (host) => {
    await expect(handshake(host)).rejects.toThrow('refused')
  },
)

test('a domain with an organisation only in the logs accepts no TLS connection', async () => {
  internet.add(domain('loggedmill.com', { ct_subjects: { '7': { O: 'Mill AG' } } }))

  await expect(handshake('loggedmill.com')).rejects.toThrow('refused')
})

test('a mark certificate is served at its URL', async () => {
  const url = 'https://markmill.com/mark.pem'
  internet.add(domain('markmill.com', { mark_certificate: { url, organization: 'Mill AG' } }))

  const response = await internet.fetch(new Request(url))

  expect((await response.text()).match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
})
