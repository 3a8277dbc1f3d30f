import type { CollectorTools } from '../attribution/collector.ts'
import { lookUpRegistration } from '../attribution/collectors/registration/look-up-registration.ts'
import type { RegistrationRecord } from '../attribution/registration-record.ts'
import type { HostLimits } from '../attribution/turns.ts'
import { DAY_SECONDS, HOUR_MS } from '../platform/clock.ts'
import { type DnsAnswer, isAnswered } from '../platform/net/dns-answer.ts'
import { type Facts, factsOf, type Sources } from './fingerprint.ts'
import type { NameState, Visit } from './judge-reading.ts'
import { readNetworks, readSite, validVisit } from './read-site.ts'
import { registryOf } from './registry-capacity.ts'

interface WantedName {
  domain: string
  registrable_domain: string
  // Resolver that gave the first reading of a suspected change. The second reading must use another
  // resolver.
  without: string | null
  cadence_seconds: number | null
  /** True if the facts that are read once a week must be read, too. */
  isSlow: boolean
  state: NameState | null
  /** False if the registry is asked only when the DNS does not know the domain. */
  asksRegistry: boolean
  /** True if a monitor watches the organisation that is named in the certificates. */
  wants_certificate: boolean
  /** True if nothing may be sent to the domain's own hosts. */
  is_passive: boolean
}

/** `silent`: neither the registry nor a WHOIS server said if the domain is registered. */
export type RegistryAnswer = 'answered' | 'silent' | 'not asked'

export interface NameReading {
  facts: Facts
  resolver: string
  /** False if the DNS did not answer. In this case all facts are ignored. */
  isRead: boolean
  /** Null if there is no site, or if the site did not answer. */
  visit: Visit | null
  /** See `registryOf`. */
  registry: string | null
  registryAnswer: RegistryAnswer
  /** Undefined if the registrar was not asked. */
  isRegistrantHidden?: boolean | undefined
}

/**
 * `toolsOf` returns the tools for one domain. These tools ask only the given DNS service, and send
 * nothing to hosts of `untouchedDomain`.
 */
export interface CheckNetwork {
  dnsServices: readonly string[]
  /** Waits until the requests of all checks are within their limit. */
  untilAllowed(): Promise<void>
  registries: HostLimits
  toolsOf(service: string, untouchedDomain?: string): CollectorTools
  /**
   * Organisation in the newest certificate. Null if the certificate logs name none or do not
   * answer.
   */
  organizationOf(domain: string, tools: CollectorTools): Promise<string | null>
}

/** Never throws; a fact that could not be read is absent. */
export async function readName(name: WantedName, network: CheckNetwork): Promise<NameReading> {
  const isDown = (service: string) => network.toolsOf(service).dns.isDown
  // A service that failed for another domain of the batch comes last.
  const allowed = network.dnsServices
    .filter((service) => service !== name.without)
    .toSorted((one, other) => Number(isDown(one)) - Number(isDown(other)))
  for (const service of allowed) {
    const tools = network.toolsOf(service, name.is_passive ? name.registrable_domain : undefined)
    await network.untilAllowed()
    const dns = await readDns(name, tools)
    if (dns === null) continue
    await network.untilAllowed()
    // Most registrars hide the name of the registrant. Such a registrar is asked only in the weekly
    // reading; otherwise only the registry is asked.
    const onlyRegistry = !name.isSlow && name.state?.is_registrant_hidden === true
    const isAsked = name.asksRegistry || dns.records.rcode === 'NXDOMAIN'
    const registration = isAsked
      ? (
          await lookUpRegistration(name.registrable_domain, {
            ...tools,
            registries: network.registries,
            registrationAgeMsMax: registrationAgeMsMax(name),
            onlyRegistry,
            sparesRefused: true,
          })
        ).evidence
      : null
    await network.untilAllowed()
    const known = name.isSlow ? null : validVisit(name.state, dns.addresses)
    const [site, networks] =
      dns.addresses.length === 0
        ? [null, null]
        : await Promise.all([
            name.is_passive ? null : readSite(name.domain, known, dns.addresses, tools),
            known?.networks ?? readNetworks(dns.addresses, tools),
          ])
    const wantsCertificate = name.wants_certificate && name.isSlow
    const facts = factsOf(name.domain, {
      registration: registration?.record ?? null,
      dns: dns.records,
      web: site?.web ?? null,
      networks,
      certificateOrganization: wantsCertificate
        ? await network.organizationOf(name.domain, tools)
        : null,
    })
    const privacy = registration?.record.privacy
    const isHidden = privacy === 'redacted' || privacy === 'proxy'
    return {
      facts,
      resolver: service,
      isRead: true,
      visit: site?.visit ?? null,
      registry: await registryOf(name.registrable_domain, tools),
      registryAnswer: registration === null ? 'not asked' : answerOf(registration.record),
      isRegistrantHidden: onlyRegistry || !isAsked ? undefined : isHidden,
    }
  }
  return {
    facts: {},
    resolver: allowed[0] ?? '',
    isRead: false,
    visit: null,
    registry: null,
    registryAnswer: 'not asked',
  }
}

const answerOf = ({ outcome }: RegistrationRecord): RegistryAnswer =>
  outcome === 'throttled' || outcome === 'unavailable' ? 'silent' : 'answered'

// A second reading of a suspected change must not repeat the answer of the first.
export const registrationAgeMsMax = ({
  without,
  cadence_seconds: seconds,
}: Pick<WantedName, 'without' | 'cadence_seconds'>): number =>
  without === null ? Math.min(HOUR_MS, (seconds ?? DAY_SECONDS) * 500) : 0

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
  // Name servers that never answer hold only one connection, because the other questions are not
  // asked then.
  const address = await ask(name.domain, 'A')
  if (address === null) return null
  const [nameservers, mail, start] = await Promise.all([
    ask(zone, 'NS'),
    name.isSlow ? ask(zone, 'MX') : null,
    name.isSlow ? ask(zone, 'SOA') : null,
  ])
  if (nameservers === null) return null
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
