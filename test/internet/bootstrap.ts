import type { Contents } from './contents.ts'
import { ADDRESS_REGISTRIES } from './top-level-domains.ts'

const PUBLICATION = '2026-11-12T18:00:02Z'
type Services = [string[], string[]][]

/**
 * Returns an RDAP bootstrap file (RFC 9224), or null for an unknown file name. A file in the test
 * data is returned unchanged; any other is built from the test domains.
 */
export function bootstrapFile(contents: Contents, name: string): unknown {
  switch (name) {
    case 'dns.json':
      return wrap('Domain Name System registrations', domainServices(contents))
    case 'asn.json':
      return (
        contents.served.get(name) ??
        wrap('Autonomous System Number allocations', systemServices(contents))
      )
    case 'ipv4.json':
      return (
        contents.served.get(name) ??
        wrap('IPv4 address allocations', prefixServices(contents, false))
      )
    case 'ipv6.json':
      return (
        contents.served.get(name) ??
        wrap('IPv6 address allocations', prefixServices(contents, true))
      )
    default:
      return null
  }
}

function wrap(what: string, services: Services): unknown {
  return {
    description: `RDAP bootstrap file for ${what}`,
    publication: PUBLICATION,
    services,
    version: '1.0',
  }
}

function grouped(pairs: Iterable<[entry: string, base: string]>): Services {
  const byBase = new Map<string, Set<string>>()
  for (const [entry, base] of pairs) byBase.set(base, (byBase.get(base) ?? new Set()).add(entry))
  return [...byBase].map(([base, entries]) => [[...entries], [base]])
}

function domainServices(contents: Contents): Services {
  const pairs = [...contents.world.topLevelDomains].flatMap(
    ([tld, { rdap }]): [string, string][] => (rdap ? [[tld, rdap]] : []),
  )
  return grouped(pairs)
}

function systemServices(contents: Contents): Services {
  return grouped(
    contents.holders().flatMap(({ asn, registry }): [string, string][] => {
      const base = ADDRESS_REGISTRIES[registry]
      return base ? [[`${asn}-${asn}`, base]] : []
    }),
  )
}

function prefixServices(contents: Contents, v6: boolean): Services {
  return grouped(
    contents.holders().flatMap(({ prefix, registry }): [string, string][] => {
      const base = ADDRESS_REGISTRIES[registry]
      return base && prefix.includes(':') === v6 ? [[prefix, base]] : []
    }),
  )
}
