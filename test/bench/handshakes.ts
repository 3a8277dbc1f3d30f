import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { checkChain } from '../../shared/attribution/tls/chain.ts'
import { type ClientHello, createClientHello } from '../../shared/attribution/tls/client-hello.ts'
import { readServerFlight, type ServerFlight } from '../../shared/attribution/tls/handshake.ts'
import { siteRoots } from '../../shared/attribution/tls/roots.ts'
import { createRoot, type KeyType } from '../internet/certificate-authority.ts'
import { type BenchRow, bounded, percentile } from './row.ts'

const HOST = 'kork.example'
const KEYS: readonly KeyType[] = ['rsa-2048', 'p-256', 'p-384']
const VERSIONS = [
  ['1.2', 'TLSv1.2'],
  ['1.3', 'TLSv1.3'],
] as const
const SAMPLES = 100
const CPU_MS_MAX = 15

/**
 * CPU time of the client for one handshake: the keys of the ClientHello, the recorded answer of a
 * real server, the proof of its key and the chain.
 */
export async function benchHandshakes(): Promise<BenchRow[]> {
  const root = await createRoot('Bench Root')
  const roots = siteRoots(root.pem)
  const rows: BenchRow[] = []
  for (const key of KEYS) {
    const { chainPem, privateKey } = await root.issue({ names: [HOST], key })
    for (const [version, name] of VERSIONS) {
      const options = { cert: chainPem, key: privateKey, minVersion: name, maxVersion: name }
      const recorded = await record(options)
      const costs: number[] = []
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        const before = process.cpuUsage()
        await createClientHello(HOST)
        const flight = await replay(recorded)
        await requireTrust(flight, roots)
        const { user, system } = process.cpuUsage(before)
        costs.push((user + system) / 1_000)
      }
      rows.push(
        bounded(
          `TLS ${version} handshake, ${key}: ms of CPU`,
          percentile(costs, 0.5),
          { most: CPU_MS_MAX },
          `median of ${SAMPLES}`,
        ),
      )
    }
  }
  return rows
}

interface Recorded {
  hello: ClientHello
  bytes: Buffer
}

async function record(options: Parameters<typeof createServer>[0]): Promise<Recorded> {
  const server = createServer(options)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hello = await createClientHello(HOST)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    socket.write(hello.record)
    const received: Buffer[] = []
    const chunks = socket[Symbol.asyncIterator]()
    await readServerFlight(hello, async () => {
      const { done, value } = await chunks.next()
      if (done === true) return null
      received.push(value)
      return value
    })
    return { hello, bytes: Buffer.concat(received) }
  } finally {
    socket.destroy()
    server.close()
  }
}

function replay({ hello, bytes }: Recorded): Promise<ServerFlight> {
  const chunks = [bytes]
  return readServerFlight(hello, async () => chunks.shift() ?? null)
}

async function requireTrust(
  flight: ServerFlight,
  roots: ReturnType<typeof siteRoots>,
): Promise<void> {
  if (flight.outcome !== 'read' || !flight.isKeyProven) throw new Error('the key was not proven')
  const { chain } = flight
  const verdict = await checkChain({ chain, host: HOST, now: new Date(), roots, purpose: 'server' })
  if (verdict !== 'trusted') throw new Error(`the chain was ${verdict}`)
}
