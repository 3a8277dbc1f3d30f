import { describeError, log } from '../../platform/log.ts'
import { publicHostName } from '../../platform/net/addresses.ts'
import { isCloudflareAddress } from '../../platform/net/cloudflare-addresses.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { withDeadline } from '../../platform/net/deadline.ts'
import type { DnsResolver } from '../../platform/net/dns-resolver.ts'
import { FetchFailure } from '../../platform/net/fetch-failure.ts'
import { requirePublicAddresses } from '../../platform/net/guarded-fetch.ts'
import { type TcpConnections, withTcpStream } from '../../platform/net/tcp-stream.ts'
import { type SiteCertificate, siteWithoutCertificate } from '../witness-evidence.ts'
import { certificateFacts } from './certificate-facts.ts'
import { type ChainVerdict, checkChain } from './chain.ts'
import { createClientHello } from './client-hello.ts'
import { readServerFlight, type ServerFlight } from './handshake.ts'
import { siteRoots } from './roots.ts'

const HTTPS_PORT = 443
/** For the connection and the handshake. The DNS has limits of its own. */
const HANDSHAKE_TIMEOUT_MS = 3_000

type Outcome = SiteCertificate['outcome']

export interface TlsConnections
  extends TcpConnections,
    Pick<Connections, 'sockets' | 'signal' | 'now'> {
  dns: DnsResolver
  /** PEM text of roots that count in addition to Mozilla's list. */
  additionalRoots?: string
}

/**
 * The certificate that a host shows on port 443. Facts are given only for the outcome `proven`,
 * because everybody can write the others. Never rejects.
 */
export async function readSiteCertificate(
  host: string,
  connections: TlsConnections,
): Promise<SiteCertificate> {
  const verdict = publicHostName(host)
  if (!verdict.ok) return siteWithoutCertificate(host, 'not_reachable')
  try {
    const { dns, signal } = connections
    const addresses = await requirePublicAddresses(verdict.name, dns, signal)
    const hostname = reachableName(verdict.name, addresses, connections)
    if (hostname === null) return siteWithoutCertificate(host, 'not_reachable')
    const flight = await shakeHands(verdict.name, hostname, connections)
    return await judge(host, verdict.name, flight, connections)
  } catch (error) {
    const outcome = connections.signal.aborted ? 'not_reachable' : outcomeOf(error, host)
    return siteWithoutCertificate(host, outcome)
  }
}

/**
 * Without a proxy, the checked address itself: the runtime would look up a name once more, and
 * could then get a private address.
 */
function reachableName(
  name: string,
  addresses: readonly string[],
  { proxy }: TlsConnections,
): string | null {
  if (proxy !== null) return name
  const address = addresses.find((candidate) => !isCloudflareAddress(candidate))
  if (address === undefined) return null
  return address.includes(':') ? `[${address}]` : address
}

function shakeHands(
  host: string,
  hostname: string,
  connections: TlsConnections,
): Promise<ServerFlight> {
  const { sockets } = connections
  const exchange = (signal: AbortSignal): Promise<ServerFlight> =>
    withTcpStream({ hostname, port: HTTPS_PORT }, connections, signal, async (stream) => {
      const hello = await createClientHello(host)
      await stream.write(hello.record, signal)
      return readServerFlight(hello, () => stream.read(signal))
    })
  return sockets.run(
    () => withDeadline(HANDSHAKE_TIMEOUT_MS, connections.signal, exchange),
    connections.signal,
    'urgent',
  )
}

async function judge(
  host: string,
  name: string,
  flight: ServerFlight,
  { now, additionalRoots = '' }: TlsConnections,
): Promise<SiteCertificate> {
  if (flight.outcome !== 'read') return siteWithoutCertificate(host, flight.outcome)
  const { chain, leaf, version, isKeyProven } = flight
  const roots = siteRoots(additionalRoots)
  const outcome =
    leaf !== null && !isKeyProven
      ? 'key_not_proven'
      : OUTCOMES[await checkChain({ chain, host: name, now: now(), roots, purpose: 'server' })]
  const certificate = leaf !== null && outcome === 'proven' ? certificateFacts(leaf) : null
  return { host, outcome, tls_version: version, certificate }
}

const OUTCOMES: Readonly<Record<ChainVerdict, Outcome>> = {
  trusted: 'proven',
  untrusted: 'untrusted',
  expired: 'expired',
  wrong_name: 'wrong_name',
}

/** Failures of our DNS services say nothing about the site. */
const OWN_FAILURES: readonly unknown[] = ['forbidden', 'dns_unavailable', 'dns_timeout']
/** Messages of Cloudflare's `connect()` for addresses that it refuses. */
const REFUSED_BY_RUNTIME = /cannot connect to the specified address|TCP Loop detected/u

function outcomeOf(error: unknown, host: string): Outcome {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no_answer'
  if (!(error instanceof FetchFailure)) {
    log({ event: 'site_certificate.failed', host, error: describeError(error) })
    return 'not_reachable'
  }
  const { reason, cause } = error
  const isRefused = cause instanceof Error && REFUSED_BY_RUNTIME.test(cause.message)
  return isRefused || OWN_FAILURES.includes(reason) ? 'not_reachable' : 'no_answer'
}
