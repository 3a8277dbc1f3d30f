import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { createRoot, type KeyType, selfSigned } from './certificate-authority.ts'

test.each<KeyType>(['p-256', 'p-384', 'rsa-2048'])(
  'a TLS client trusts a server with a chain of keys of type %s',
  async (key) => {
    const root = await createRoot(`Sample Root ${key}`, { key })
    const issuer = await root.intermediate(`Sample Issuer ${key}`, { key, pathLength: 0 })
    const leaf = await issuer.issue({ names: ['tidemill.com', '*.tidemill.com'], key })
    const server = createServer({ key: leaf.privateKey, cert: leaf.chainPem })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')

    const socket = connect({
      host: '127.0.0.1',
      port: address.port,
      servername: 'www.tidemill.com',
      ca: root.pem,
    })
    await once(socket, 'secureConnect')

    expect(socket.authorized).toBe(true)
    socket.destroy()
    server.close()
  },
)

test('a certificate states the company, its number and the place of its register', async () => {
  const root = await createRoot('Sample Root')
  const leaf = await root.issue({
    names: ['tidemill.com'],
    validation: 'ev',
    subject: {
      organization: 'Tidemill Bäckerei AG',
      serialNumber: 'CHE-123.456.788',
      jurisdictionCountry: 'CH',
      businessCategory: 'Private Organization',
      organizationIdentifier: 'NTRCH-CHE-123.456.788',
    },
  })

  const { subject, issuer } = new X509Certificate(leaf.der)
  expect(subject).toContain('O=Tidemill Bäckerei AG')
  expect(subject).toContain('serialNumber=CHE-123.456.788')
  expect(issuer).toContain('CN=Sample Root')
})

test('a certificate signed with its own key is its own issuer', async () => {
  const { der } = await selfSigned({ names: ['tidemill.com'] })

  const certificate = new X509Certificate(der)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.issuer).toBe(certificate.subject)
})
