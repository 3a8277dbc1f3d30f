import type { CollectorTools, Target } from '../collector.ts'

/**
 * Largest number of IPv4 and IPv6 addresses that are examined for one domain. More addresses give little new evidence, because they
 * usually belong to the same network.
 */
const ADDRESSES_MAX = { quick: { v4: 2, v6: 1 }, deep: { v4: 3, v6: 1 } } as const

/**
 * Returns a few IP addresses of the domain (at most ADDRESSES_MAX), IPv4 before IPv6, or an empty list when the domain has no address.
 * Throws when the DNS queries for IPv4 and IPv6 both fail.
 */
export async function addressesOf(target: Target, { dns, depth }: CollectorTools): Promise<string[]> {
  const [v4, v6] = await Promise.allSettled([dns.resolve(target.domain, 'A'), dns.resolve(target.domain, 'AAAA')])
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
  const limit = ADDRESSES_MAX[depth]
  return [
    ...(v4.status === 'fulfilled' ? v4.value.values.slice(0, limit.v4) : []),
    ...(v6.status === 'fulfilled' ? v6.value.values.slice(0, limit.v6) : []),
  ]
}
