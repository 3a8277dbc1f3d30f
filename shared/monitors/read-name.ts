import type { CollectorTools } from '../attribution/collector.ts'
import {
  lookUpRegistration,
  type RegistryLimits,
} from '../attribution/collectors/registration/look-up-registration.ts'
import { type DnsAnswer, isAnswered } from '../platform/net/dns-answer.ts'
import { DNS_SERVICES, type DnsService } from '../platform/net/dns-resolver.ts'
import type { RequestLimit } from './check-limits.ts'
import { type Facts, factsOf, type Sources } from './fingerprint.ts'
import type { NameState, Visit } from './judge-reading.ts'
import { readNetworks, readSite, validVisit } from './read-site.ts'

interface WantedName {
  domain: string
  registrable_domain: string
  // Resolver that gave the first reading of a suspected change. The second reading must use another
  // resolver.
  without: string | null
  /** True if the facts that are read once a week must be read, too. */
  isSlow: boolean
  state: NameState | null
  /** True if a monitor watches the organisation that is named in the certificates. */
  wants_certificate: boolean
}

export interface NameReading {
  facts: Facts
  resolver: string
  /** False if the DNS did not answer. In this case all facts are ignored. */
  isRead: boolean
  /** Null if there is no site, or if the site did not answer. */
  visit: Visit | null
  /** Undefined if the registrar was not asked. */
  isRegistrantHidden?: boolean | undefined
}

/** `toolsOf` returns the tools for one domain. These tools ask only the given DNS service. */
export interface CheckNetwork {
  requests: RequestLimit
  registries: RegistryLimits
  toolsOf(service: DnsService): CollectorTools
  /**
   * Organisation in the newest certificate. Null if the certificate logs name none or do not
   * answer.
   */
  organizationOf(domain: string, tools: CollectorTools): Promise<string | null>
}

/** Never throws; a fact that could not be read is absent. */
export async function readName(name: WantedName, network: CheckNetwork): Promise<NameReading> {
  const allowed = DNS_SERVICES.filter((service) => service !== name.without)
  for (const service of allowed) {
    const tools = network.toolsOf(service)
    await network.requests.untilAllowed()
    const dns = await readDns(name, tools)
    if (dns === null) continue
    await network.requests.untilAllowed()
    // Most registrars hide the name of the registrant. Such a registrar is asked only in the weekly
    // reading; otherwise only the registry is asked.
    const onlyRegistry = !name.isSlow && name.state?.is_registrant_hidden === true
    const registration = await lookUpRegistration(name.registrable_domain, {
      ...tools,
      limits: network.registries,
      onlyRegistry,
    })
    await network.requests.untilAllowed()
    const known = name.isSlow ? null : validVisit(name.state, dns.addresses)
    const [site, networks] =
      dns.addresses.length === 0
        ? [null, null]
        : await Promise.all([
            readSite(name.domain, known, dns.addresses, tools),
            known?.networks ?? readNetworks(dns.addresses, tools),
          ])
    const wantsCertificate = name.wants_certificate && name.isSlow
    const facts = factsOf(name.domain, {
      registration: registration.record,
      dns: dns.records,
      web: site?.web ?? null,
      networks,
      certificateOrganization: wantsCertificate
        ? await network.organizationOf(name.domain, tools)
        : null,
    })
    const { privacy } = registration.record
    const isHidden = privacy === 'redacted' || privacy === 'proxy'
    return {
      facts,
      resolver: service,
      isRead: true,
      visit: site?.visit ?? null,
      isRegistrantHidden: onlyRegistry ? undefined : isHidden,
    }
  }
  return { facts: {}, resolver: allowed[0] ?? '', isRead: false, visit: null }
}

interface DnsReading {
  records: NonNullable<Sources['dns']>
  addresses: readonly string[]
}

async function readDns(name: WantedName, { dns }: CollectorTools): Promise<DnsReading | null> {
  const ask = async (host: string, type: 'A' | 'NS' | 'MX' | 'SOA'): Promise<DnsAnswer | null> => {
    const answer = await dns.resolve(host, type).catch(() => null)
    return answer !== null && isAnswered(answer) ? answer : null
  }
  const zone = name.registrable_domain
  const [address, nameservers, mail, start] = await Promise.all([
    ask(name.domain, 'A'),
    ask(zone, 'NS'),
    name.isSlow ? ask(zone, 'MX') : null,
    name.isSlow ? ask(zone, 'SOA') : null,
  ])
  if (address === null || nameservers === null) return null
  const mailHosts =
    mail?.values.flatMap((value) => value.split(' ')[1] ?? []).filter((host) => host !== '.') ??
    null
  return {
    records: {
      rcode: nameservers.rcode === 'NXDOMAIN' ? 'NXDOMAIN' : 'NOERROR',
      nameservers: nameservers.values,
      primaryNameserver: start?.values[0]?.split(' ')[0] ?? null,
      mailHosts,
      cnameChain: address.rcode === 'NXDOMAIN' ? null : address.cnameChain,
    },
    addresses: address.values,
  }
}
