import { addressBytes } from '../../platform/net/addresses.ts'
import { type DnsResolver, resolveAddresses } from '../../platform/net/dns-resolver.ts'
import type { CollectorTools, Target } from '../collector.ts'

/** Most addresses of a domain belong to the same network, so a few are enough. */
const ADDRESSES_MAX = { quick: { v4: 2, v6: 1 }, deep: { v4: 3, v6: 1 } } as const

/** Returns IPv4 addresses before IPv6 addresses. Throws if the DNS lookup fails. */
export async function addressesOf(
  target: Target,
  { dns, depth }: CollectorTools,
): Promise<string[]> {
  const { v4, v6 } = await resolveAddresses(target.domain, dns)
  const limit = ADDRESSES_MAX[depth]
  return [...v4.slice(0, limit.v4), ...v6.slice(0, limit.v6)]
}

/**
 * Host that serves the site: the domain, or `www.` if the domain itself has no address. Null if
 * neither has one. Throws if the DNS lookup fails.
 */
export async function siteHost(
  { domain, registrableDomain }: Target,
  dns: DnsResolver,
): Promise<string | null> {
  const hosts = domain === registrableDomain ? [domain, `www.${domain}`] : [domain]
  for (const host of hosts) {
    const { v4, v6 } = await resolveAddresses(host, dns)
    if (v4.length + v6.length > 0) return host
  }
  return null
}

/**
 * Labels of the address for reverse DNS, from last to first: bytes of IPv4 (RFC 1035 section 3.5),
 * hexadecimal digits of IPv6 (RFC 3596 section 2.5).
 */
export function reversedLabels(address: string): { labels: string; family: 4 | 6 } | null {
  const bytes = addressBytes(address)
  if (bytes === null) return null
  if (bytes.length === 4) return { labels: [...bytes].toReversed().join('.'), family: 4 }
  const nibbles = [...bytes].flatMap((byte) => [byte >> 4, byte & 15]).toReversed()
  return { labels: nibbles.map((nibble) => nibble.toString(16)).join('.'), family: 6 }
}
