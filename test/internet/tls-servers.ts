import type { Socket } from 'node:net'
import { createServer, type Server } from 'node:tls'
import type { Contents } from './contents.ts'
import { sendCopiedChain } from './copied-chain-server.ts'
import type { Domain } from './domain-file.ts'
import { liveCertificate } from './sample-certificates.ts'

/** Alert "internal error" of TLS 1.2 (RFC 5246 section 7.2). */
const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 80])
const VERSIONS = {
  '1.2': { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
  '1.3': { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' },
  both: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' },
} as const

/**
 * Web servers of the sample domains, up to the end of the TLS handshake. Generated companies have
 * none, because a test of load would pay for thousands of certificates.
 */
export class TlsServers {
  readonly #contents: Contents
  readonly #servers = new Map<string, { file: Domain; server: Promise<Server> }>()

  constructor(contents: Contents) {
    this.#contents = contents
  }

  isServer(host: string): boolean {
    const file = this.#fileOf(host)
    return (
      file !== null &&
      hasCertificate(file) &&
      this.#contents.world.webHosts.has(host) &&
      this.#behaviourOf(host) !== 'refused'
    )
  }

  async accept(host: string, socket: Socket): Promise<void> {
    const file = this.#fileOf(host)
    if (file === null) return void socket.destroy()
    switch (this.#behaviourOf(host)) {
      case 'timeout':
        return void socket.resume()
      case 'tls':
        socket.resume()
        return void socket.end(ALERT)
    }
    if (file.live_certificate?.key === 'copied')
      return sendCopiedChain(socket, (await liveCertificate(file)).chain)
    const server = await this.#serverOf(file)
    server.emit('connection', socket)
  }

  #fileOf(host: string): Domain | null {
    const { domains } = this.#contents.world
    return domains.get(host) ?? domains.get(host.replace(/^www\./, '')) ?? null
  }

  #behaviourOf(host: string): string | null {
    const { pages } = this.#contents.world
    const entry = pages.get(`https://${host}/`) ?? pages.get(`https://${host}/*`)
    return entry?.behaviour ?? null
  }

  #serverOf(file: Domain): Promise<Server> {
    const known = this.#servers.get(file.domain)
    if (known?.file === file) return known.server
    const server = openServer(file)
    this.#servers.set(file.domain, { file, server })
    return server
  }
}

// A file that shows an organisation only in the logs says nothing about the server. A DV
// certificate would contradict the logs, and would keep the service from asking them.
const hasCertificate = ({ live_certificate, ct_subjects }: Domain): boolean =>
  live_certificate === undefined
    ? Object.values(ct_subjects).every(({ O }) => O === undefined)
    : live_certificate !== null

async function openServer(file: Domain): Promise<Server> {
  const { privateKey, chainPem } = await liveCertificate(file)
  const versions = VERSIONS[file.live_certificate?.tls ?? 'both']
  const server = createServer({ key: privateKey, cert: chainPem, ...versions }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.end()
  })
  return server.on('tlsClientError', () => undefined)
}
