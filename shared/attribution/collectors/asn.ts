import { isPublicAddress } from '../../platform/net/addresses.ts'
import { isAnswered } from '../../platform/net/dns-answer.ts'
import type { DnsResolver } from '../../platform/net/dns-resolver.ts'
import type { Collector } from '../collector.ts'
import { dnsFailure } from '../dns-failure.ts'
import type { AsnEvidence } from '../evidence.ts'
import { addressesOf, reversedLabels } from './host-addresses.ts'

/** DNS zones of the free service "IP to ASN Mapping" of Team Cymru (team-cymru.com). */
const ZONES = { 4: 'origin.asn.cymru.com', 6: 'origin6.asn.cymru.com' } as const
const AS_ZONE = 'asn.cymru.com'

type Network = AsnEvidence['addresses'][number]

export const asn: Collector<'asn'> = {
  name: 'asn',
  budgetMs: 5_000,
  runs: 'quick and deep',
  stage: 'gathering',
  async collect(target, tools) {
    let asked = 'the domain'
    try {
      const addresses = await addressesOf(target, tools)
      if (addresses.length === 0)
        return { status: 'empty', detail: 'The domain has no address.', source: AS_ZONE }
      asked = AS_ZONE
      const networks = await Promise.all(addresses.map((address) => networkOf(address, tools.dns)))
      const evidence = { addresses: networks }
      if (networks.every((network) => network.asn === null))
        return {
          status: 'empty',
          detail: 'No network announces the addresses.',
          source: AS_ZONE,
          evidence,
        }
      return { status: 'ok', evidence, source: AS_ZONE }
    } catch (error) {
      return { ...dnsFailure(error, asked), source: AS_ZONE }
    }
  },
}

/** Network of an address. Throws if the DNS does not answer. */
export async function networkOf(address: string, dns: DnsResolver): Promise<Network> {
  const unknown: Network = {
    address,
    asn: null,
    prefix: null,
    country: null,
    registry: null,
    as_name: null,
  }
  const reversed = reversedLabels(address)
  if (reversed === null || !isPublicAddress(address)) return unknown
  const answer = await dns.resolve(`${reversed.labels}.${ZONES[reversed.family]}`, 'TXT')
  if (!isAnswered(answer)) throw new Error(`the network of an address is unknown: ${answer.rcode}`)
  const origin = parseOrigin(answer.values)
  if (origin === null) return unknown
  const names = await dns.resolve(`as${origin.asn}.${AS_ZONE}`, 'TXT', true).catch(() => null)
  return { address, ...origin, as_name: parseAsName(names?.values[0]) }
}

/**
 * Reads texts such as "23028 | 216.90.108.0/24 | US | arin | 1998-09-25". If there are several
 * texts, the one with the longest network prefix is used. If a text has several network numbers
 * ("23028 23029 | ..."), the first number is used.
 */
export function parseOrigin(
  values: readonly string[],
): Pick<Network, 'asn' | 'prefix' | 'country' | 'registry'> | null {
  const origins = values.flatMap((value) => {
    const [asns, prefix, country, registry] = value.split('|', 5).map((field) => field.trim())
    const first = /^(\d{1,10})\b/u.exec(asns ?? '')?.[1]
    if (first === undefined) return []
    const length = Number(/\/(\d{1,3})$/u.exec(prefix ?? '')?.[1] ?? 0)
    return [
      {
        asn: Number(first),
        prefix: prefix || null,
        country: country || null,
        registry: registry || null,
        length,
      },
    ]
  })
  const [best] = origins.toSorted((a, b) => b.length - a.length)
  if (best === undefined) return null
  const { length: _, ...origin } = best
  return origin
}

/**
 * Reads a text such as "23028 | US | arin | 2002-01-04 | TEAM-CYMRU - Team Cymru Inc., US". The
 * name is the last part, without the country code at its end.
 */
export function parseAsName(value: string | undefined): string | null {
  const name = (value ?? '').split('|').slice(4).join('|').trim()
  return (
    name
      .replace(/,\s{0,3}[A-Z]{2}$/u, '')
      .trim()
      .slice(0, 200) || null
  )
}
