import ipaddr from 'ipaddr.js'
import {
  type AddressEntry,
  type CertificateRow,
  type Domain,
  DomainFile,
  InfrastructureFile,
  type WebEntry,
} from './domain-file.ts'
import { networkOf } from './networks.ts'
import { registrantNames } from './registrant.ts'
import { REGISTRARS } from './registrars.ts'
import { expandRegistration, nameServersOf } from './registration.ts'
import { expandSite } from './site.ts'
import { TOP_LEVEL_DOMAINS, type TopLevelDomain } from './top-level-domains.ts'

export interface NameRecords {
  rcode: string | null
  /** Keys are record types, for example `MX`. */
  records: Record<string, string[]>
}

type Json = Record<string, unknown>

export class World {
  readonly domains = new Map<string, Domain>()
  readonly names = new Map<string, NameRecords>()
  /**
   * Names that have no records and exist only because a longer name below them exists (RFC 8020).
   */
  readonly parents = new Set<string>()
  readonly addresses = new Map<string, AddressEntry>()
  readonly systems = new Map<number, AddressEntry>()
  readonly pages = new Map<string, WebEntry>()
  readonly webHosts = new Set<string>()
  /** RDAP objects. Keys are URLs in lower case. */
  readonly rdapObjects = new Map<string, Json>()
  readonly rdapHosts = new Set<string>()
  readonly whoisServers = new Set<string>()
  readonly certificates = new Map<
    number,
    { row: CertificateRow; subject: Record<string, string> | null }
  >()
  readonly certificatesOf = new Map<string, CertificateRow[]>()
  /** Domains whose file states a mark certificate, by the URL of the certificate. */
  readonly markCertificates = new Map<string, Domain>()
  readonly topLevelDomains = new Map<string, TopLevelDomain>()
  /** Domains of each registrant. Keys are the registrant's organization in lower case. */
  readonly portfolios = new Map<string, { organization: string; domains: Set<string> }>()

  constructor() {
    for (const [tld, services] of Object.entries(TOP_LEVEL_DOMAINS))
      this.setTopLevelDomain(tld, services)
    for (const registrar of Object.values(REGISTRARS)) {
      this.whoisServers.add(registrar.whoisServer)
      this.rdapHosts.add(new URL(registrar.rdapBase).host)
    }
  }

  setTopLevelDomain(tld: string, services: TopLevelDomain): void {
    this.topLevelDomains.set(tld, services)
    if (services.whois) this.whoisServers.add(services.whois)
    if (services.rdap) this.rdapHosts.add(new URL(services.rdap).host)
  }

  /** Adds a domain file. Throws an error with the name of the wrong field. */
  add(input: unknown): Domain {
    const file = DomainFile.parse(input)
    if (file.registration) this.#register(file, file.registration)
    this.domains.set(file.domain, file)
    this.addInfrastructure(file)
    if (file.site) this.#addPages(expandSite(file.site, file.domain))
    this.#addRegistrationServices(file)
    this.certificatesOf.set(file.domain, file.ct)
    for (const row of file.ct) {
      this.certificates.set(row.id, { row, subject: file.ct_subjects[String(row.id)] ?? null })
    }
    if (file.mark_certificate) this.markCertificates.set(file.mark_certificate.url, file)
    for (const organization of registrantNames(file))
      this.addToPortfolio(organization, [file.domain])
    for (const [domain, extra] of Object.entries(file.extra_registrations)) {
      if (!this.domains.has(domain)) this.add({ ...extra, domain })
    }
    return file
  }

  /** Replaces the data of a domain, for example to give it another operator. */
  replace(input: unknown): Domain {
    const { domain, dns } = DomainFile.parse(input)
    for (const name of Object.keys(dns)) this.names.delete(name.toLowerCase())
    for (const url of this.pages.keys())
      if (new URL(url).hostname === domain) this.pages.delete(url)
    return this.add(input)
  }

  /** HTML of a home page after its scripts have run, if they change it. */
  renderedPage(url: string): string | undefined {
    const { hostname, pathname } = new URL(url)
    const domain = this.domains.get(hostname.replace(/^www\./, ''))
    return pathname === '/' ? domain?.rendered : undefined
  }

  addInfrastructure(input: unknown): void {
    const file = InfrastructureFile.parse(input)
    for (const [name, records] of Object.entries(file.dns))
      this.#addName(name.toLowerCase(), records)
    for (const [address, entry] of Object.entries(file.ips)) this.#addAddress(address, entry)
    this.#addPages(file.http)
  }

  addToPortfolio(organization: string, domains: Iterable<string>): void {
    const key = organization.toLowerCase()
    const entry = this.portfolios.get(key) ?? { organization, domains: new Set<string>() }
    for (const domain of domains) entry.domains.add(domain)
    this.portfolios.set(key, entry)
  }

  address(address: string): AddressEntry | null {
    return this.addresses.get(canonicalAddress(address)) ?? networkOf(address)
  }

  #register(file: Domain, registration: NonNullable<Domain['registration']>): void {
    const records = expandRegistration(file.domain, registration, nameServersOf(file))
    if (file.rdap === undefined) {
      file.rdap = records.rdap
      file.rdap_related = { ...records.rdap_related, ...file.rdap_related }
    }
    if (file.whois === undefined) {
      file.whois = records.whois
      file.whois_related = { ...records.whois_related, ...file.whois_related }
    }
    file.whois_server ??= records.whois_server
  }

  #addName(name: string, given: Record<string, string[] | string>): void {
    const entry = this.names.get(name) ?? { rcode: null, records: {} }
    for (const [type, values] of Object.entries(given)) {
      if (type === '_rcode') entry.rcode = String(values)
      else entry.records[type] ??= Array.isArray(values) ? values : [values]
    }
    this.names.set(name, entry)
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1))
      this.parents.add(name.slice(dot + 1))
  }

  #addAddress(given: string, entry: AddressEntry): void {
    const address = canonicalAddress(given)
    if (this.addresses.has(address)) return
    this.addresses.set(address, entry)
    if (!this.systems.has(entry.asn)) this.systems.set(entry.asn, entry)
    if (entry.ptr && !this.names.has(entry.ptr)) {
      this.#addName(entry.ptr, { [address.includes(':') ? 'AAAA' : 'A']: [address] })
    }
  }

  #addPages(entries: Record<string, WebEntry>): void {
    for (const [url, entry] of Object.entries(entries)) {
      if (!this.pages.has(url)) this.pages.set(url, entry)
      this.webHosts.add(new URL(url.endsWith('/*') ? url.slice(0, -1) : url).hostname)
    }
  }

  #addRegistrationServices(file: Domain): void {
    for (const [url, object] of Object.entries(file.rdap_related)) {
      this.rdapObjects.set(url.toLowerCase(), object)
      this.rdapHosts.add(new URL(url).host)
    }
    for (const server of Object.keys(file.whois_related)) this.whoisServers.add(server)
    const tld = file.domain.slice(file.domain.lastIndexOf('.') + 1)
    const known = this.topLevelDomains.get(tld)
    const services = {
      rdap: known?.rdap ?? baseOfSelfLink(file.rdap, file.domain),
      whois: known?.whois ?? file.whois_server ?? null,
    }
    if (services.rdap !== known?.rdap || services.whois !== known?.whois)
      this.setTopLevelDomain(tld, services)
    if (file.whois_server) this.whoisServers.add(file.whois_server)
  }
}

function canonicalAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.parse(address).toString() : address
}

function baseOfSelfLink(rdap: Json | null | undefined, domain: string): string | null {
  const links = Array.isArray(rdap?.links)
    ? (rdap.links as { rel?: unknown; href?: unknown }[])
    : []
  const self = links.find((link) => link.rel === 'self')?.href
  if (typeof self !== 'string') return null
  const at = self.toLowerCase().lastIndexOf(`domain/${domain}`)
  return at > 0 ? self.slice(0, at) : null
}
