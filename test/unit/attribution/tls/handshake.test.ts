import type { Socket } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { describe, expect, test } from 'vitest'
import type { FailedOutcome } from '../../../../shared/attribution/tls/handshake-failure.ts'
import {
  createRoot,
  type KeyType,
  type LeafOptions,
} from '../../../internet/certificate-authority.ts'
import { shakeHands, startTcp, startTls } from './loopback.ts'

const root = createRoot('Sample Root')

async function serverOptions(
  leaf: Partial<LeafOptions>,
  options: TlsOptions = {},
): Promise<TlsOptions> {
  const { chainPem, privateKey } = await (await root).issue({ names: ['kork.example'], ...leaf })
  return { cert: chainPem, key: privateKey, ...options }
}

const TLS_12 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const
const TLS_13 = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const
const VERSIONS = [
  ['1.2', TLS_12],
  ['1.3', TLS_13],
] as const

interface Server {
  key?: KeyType
  options: TlsOptions
  version: '1.2' | '1.3'
}

const keysAndGroups = VERSIONS.flatMap(([version, options]) => [
  ...(['rsa-2048', 'p-256', 'p-384'] as const).map((key): [string, Server] => [
    `TLS ${version}, ${key}`,
    { key, options, version },
  ]),
  ...['X25519', 'P-256', 'P-384'].map((ecdhCurve): [string, Server] => [
    `TLS ${version}, group ${ecdhCurve}`,
    { options: { ...options, ecdhCurve }, version },
  ]),
])

const servers: [string, Server][] = [
  ['both versions', { options: {}, version: '1.3' }],
  ...keysAndGroups,
  ['AES-128', { options: { ...TLS_13, ciphers: 'TLS_AES_128_GCM_SHA256' }, version: '1.3' }],
  ['AES-256', { options: { ...TLS_13, ciphers: 'TLS_AES_256_GCM_SHA384' }, version: '1.3' }],
  [
    'ChaCha20 in TLS 1.2',
    { options: { ...TLS_12, ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' }, version: '1.2' },
  ],
  [
    'CBC in TLS 1.2',
    { key: 'rsa-2048', options: { ...TLS_12, ciphers: 'ECDHE-RSA-AES128-SHA' }, version: '1.2' },
  ],
  ['a request for a client certificate', { options: { requestCert: true }, version: '1.3' }],
  [
    'a request for a client certificate in TLS 1.2',
    { options: { ...TLS_12, requestCert: true }, version: '1.2' },
  ],
]

describe('the key of a server is proven', () => {
  test.each(servers)('with %s', async (_, { key = 'p-256', options, version }) => {
    const { flight } = await shakeHands(await startTls(await serverOptions({ key }, options)))
    expect(flight).toMatchObject({ outcome: 'read', version, isKeyProven: true })
    expect(flight.outcome === 'read' && flight.leaf?.dnsNames).toEqual(['kork.example'])
  })

  test.each(VERSIONS)('with a chain of 8 kB in TLS %s', async (version, options) => {
    const names = Array.from({ length: 400 }, (_, index) => `host-${index}.kork.example`)
    const settings = await serverOptions({ names }, options)
    const { flight, received } = await shakeHands(await startTls(settings))
    expect(received.length).toBeGreaterThan(8_000)
    expect(flight).toMatchObject({ outcome: 'read', version, isKeyProven: true })
  })

  test.each(VERSIONS)('if every byte comes alone in TLS %s', async (version, options) => {
    const port = await startTls(await serverOptions({}, options))
    const { flight } = await shakeHands(port, 'kork.example', (bytes) =>
      Array.from(bytes, (byte) => Buffer.of(byte)),
    )
    expect(flight).toMatchObject({ outcome: 'read', version, isKeyProven: true })
  })

  test.each(VERSIONS)('with a stapled status in TLS %s', async (version, options) => {
    const port = await startTls(await serverOptions({}, options), (server) =>
      server.on('OCSPRequest', (_certificate, _issuer, reply) => reply(null, Buffer.alloc(500))),
    )
    const { flight } = await shakeHands(port)
    expect(flight).toMatchObject({ outcome: 'read', version, isKeyProven: true })
  })

  test('and the server name is sent, so that the server can choose the certificate', async () => {
    const names: string[] = []
    const port = await startTls({
      ...(await serverOptions({})),
      SNICallback: (name, done) => {
        names.push(name)
        done(null)
      },
    })
    await shakeHands(port, 'kork.example')
    expect(names).toEqual(['kork.example'])
  })
})

describe('a TLS server without a common method answers with an alert', () => {
  test.each<[string, KeyType, TlsOptions]>([
    ['only ChaCha20 in TLS 1.3', 'p-256', { ...TLS_13, ciphers: 'TLS_CHACHA20_POLY1305_SHA256' }],
    ['only RSA key exchange', 'rsa-2048', { ...TLS_12, ciphers: 'AES128-GCM-SHA256' }],
    ['only the group P-521', 'p-256', { ...TLS_13, ecdhCurve: 'P-521' }],
    ['only TLS 1.1', 'rsa-2048', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }],
  ])('%s', async (_, key, options) => {
    const { flight } = await shakeHands(await startTls(await serverOptions({ key }, options)))
    expect(flight).toEqual({ outcome: 'alert' })
  })
})

describe('a server that does not shake hands', () => {
  const answering = (bytes: Uint8Array | string) => (socket: Socket) =>
    void socket.once('data', () => socket.end(bytes))

  test.each<[string, FailedOutcome, (socket: Socket) => void]>([
    ['sends an alert first', 'alert', answering(Buffer.from('15030300020228', 'hex'))],
    ['speaks HTTP', 'not_tls', answering('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['speaks first', 'not_tls', (socket) => void socket.end('220 mail.kork.example ESMTP\r\n')],
    ['says one letter', 'not_tls', answering('H')],
    ['closes', 'no_answer', answering('')],
    ['stops in a record', 'no_answer', answering(Buffer.from('16030300500200', 'hex'))],
    ['sends an empty record', 'unsupported', answering(Buffer.from('1603030000', 'hex'))],
    ['sends a record that is too long', 'unsupported', answering(Buffer.from('160303ffff', 'hex'))],
    [
      'sends a message without end',
      'unsupported',
      (socket) => {
        socket.write(Buffer.from('16030340000200ffff', 'hex'))
        socket.write(Buffer.concat(Array(10).fill(Buffer.alloc(16_384, 22))))
      },
    ],
  ])('%s: %s', async (_, outcome, onConnection) => {
    const { flight } = await shakeHands(await startTcp(onConnection))
    expect(flight).toEqual({ outcome })
  })
})
