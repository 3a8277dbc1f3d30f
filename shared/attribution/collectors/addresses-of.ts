import { resolveAddresses } from '../../platform/net/dns-resolver.ts'
import type { CollectorTools, Target } from '../collector.ts'

/**
 * Largest number of IPv4 and IPv6 addresses that are examined for one domain. More addresses give
 * little new evidence, because they usually belong to the same network.
 */
const ADDRESSES_MAX = { quick: { v4: 2, v6: 1 }, deep: { v4: 3, v6: 1 } } as const

/**
 * Returns a few IP addresses of the domain (at most ADDRESSES_MAX), IPv4 before IPv6, or an empty
 * list when the domain has no address. Throws when the DNS could not be asked.
 */
export async function addressesOf(
  target: Target,
  { dns, depth }: CollectorTools,
): Promise<string[]> {
  const { v4, v6 } = await resolveAddresses(target.domain, dns)
  const limit = ADDRESSES_MAX[depth]
  return [...v4.slice(0, limit.v4), ...v6.slice(0, limit.v6)]
}
