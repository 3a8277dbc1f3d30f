import { isAnswered } from '../../platform/net/dns-answer.ts'
import type { DnsResolver } from '../../platform/net/dns-resolver.ts'
import type { Collector } from '../collector.ts'
import { dnsFailure } from '../dns-failure.ts'
import type { ReverseDnsEvidence } from '../evidence.ts'
import { addressesOf, reversedLabels } from './host-addresses.ts'

const ZONES = { 4: 'in-addr.arpa', 6: 'ip6.arpa' } as const
const NAMES_MAX = 5
/** An attacker can publish any number of names for an address, so only a few are checked. */
const CONFIRMED_MAX = 2

type ReverseNames = ReverseDnsEvidence['addresses'][number]

/** Confirms a name that resolves back to its address. */
export const reverseDns: Collector<'rdns'> = {
  name: 'rdns',
  budgetMs: 5_000,
  runs: 'quick and deep',
  stage: 'gathering',
  async collect(target, tools) {
    const source = 'in-addr.arpa, ip6.arpa'
    let asked = 'the domain'
    try {
      const addresses = await addressesOf(target, tools)
      if (addresses.length === 0)
        return { status: 'empty', detail: 'The domain has no address.', source }
      asked = 'the reverse zone'
      const answers = await Promise.all(addresses.map((address) => namesOf(address, tools.dns)))
      const reversed = answers.filter((answer) => answer !== null)
      if (reversed.length === 0)
        return { status: 'failed', detail: 'The reverse zone does not answer.', source }
      const evidence = { addresses: reversed }
      if (reversed.every(({ names }) => names.length === 0))
        return { status: 'empty', detail: 'The addresses have no reverse names.', source, evidence }
      return { status: 'ok', evidence, source }
    } catch (error) {
      return { ...dnsFailure(error, asked), source }
    }
  },
}

async function namesOf(address: string, dns: DnsResolver): Promise<ReverseNames | null> {
  const reversed = reversedLabels(address)
  if (reversed === null) return { address, names: [], forward_confirmed: false }
  const pointers = await dns.resolve(`${reversed.labels}.${ZONES[reversed.family]}`, 'PTR')
  if (!isAnswered(pointers)) return null
  const names = pointers.values.slice(0, NAMES_MAX)
  const checks = names
    .slice(0, CONFIRMED_MAX)
    .map((name) => leadsTo(name, address, reversed.family, dns))
  return { address, names, forward_confirmed: (await Promise.all(checks)).includes(true) }
}

async function leadsTo(
  name: string,
  address: string,
  family: 4 | 6,
  dns: DnsResolver,
): Promise<boolean> {
  const answer = await dns.resolve(name, family === 4 ? 'A' : 'AAAA').catch(() => null)
  const wanted = reversedLabels(address)?.labels
  return answer?.values.some((value) => reversedLabels(value)?.labels === wanted) ?? false
}
