import { lines } from '../../platform/multiline.ts'
import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { HOSTING_NETWORK_WORDS } from '../data/provider-hosts.ts'
import type { CollectedEvidence } from '../evidence.ts'
import { readDomainLabel } from '../names/domain-label.ts'
import { contextSignal, hintSignal } from './build-signal.ts'
import type { Signal } from './signal.ts'

const ADDRESSES_MAX = 40

/** The network of a hosting company gives no hint, unless the domain is exactly its name. */
export function networkSignals(target: Target, asn: CollectedEvidence<'asn'>): Signal[] {
  const names = new Set<string>()
  for (const address of (asn.data?.addresses ?? []).slice(0, ADDRESSES_MAX))
    if (address.as_name !== null) names.add(address.as_name)
  const label = readDomainLabel(target.registrableDomain)
  return [...names].sort().map((name) => {
    const words = networkWords(name)
    const hosting = HOSTING_NETWORK_WORDS.some((word) => name.toUpperCase().includes(word))
    // The network of a cloud is the domain's own only if the domain is exactly its name: anybody
    // can rent a machine at a cloud and register oracle-invoice.com.
    const own = words.some((word) => word.length >= 3 && word === label.compact)
    if (hosting && !own) return contextSignal('hosting_network', 'asn', name, name)
    return { ...hintSignal('own_network', 'asn', name), identifier: `network:${words.join('-')}` }
  })
}

const NETWORK_NOISE = new RegExp(
  lines`
    ^(?:as|asn|net|network|networks|block|asblock|asnblock|europe|eu|emea|us|usa|na|apac|ap|
    asia|de|fr|uk|nl|gateways?|backbone|corp|inc|llc|ltd|msn|\d+|as\d+|asn\d+)$
  `,
  'u',
)

/** Words such as "network" and "europe" belong to no company and are left out. */
export function networkWords(asName: string): string[] {
  return asName
    .toLowerCase()
    .slice(0, 100)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !NETWORK_NOISE.test(word))
}

/**
 * A host name counts only if it resolves to the address again, because the owner of an address can
 * enter any host name.
 */
export function reverseDnsSignals(target: Target, rdns: CollectedEvidence<'rdns'>): Signal[] {
  const hosts = new Set<string>()
  for (const address of (rdns.data?.addresses ?? []).slice(0, ADDRESSES_MAX))
    if (address.forward_confirmed)
      for (const name of address.names.slice(0, 8)) {
        const host = registrableOf(name)
        if (host !== null && host !== target.registrableDomain) hosts.add(host)
      }
  return [...hosts].sort().map((host) => hintSignal('group_reverse_dns', 'rdns', host))
}
