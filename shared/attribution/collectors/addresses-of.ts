import type { CollectorTools, Target } from '../collector.ts'

/** Addresses looked at for network and reverse names: more of one site say the same again. */
const ADDRESSES_MAX = { quick: { v4: 2, v6: 1 }, deep: { v4: 3, v6: 1 } } as const

/**
 * The domain's first addresses, IPv4 before IPv6. An empty list means that the domain has none; throws when nobody could be asked.
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
