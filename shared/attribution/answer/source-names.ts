import type { CollectorName } from '../evidence.ts'

const SOURCE_NAMES: Readonly<Record<CollectorName, string>> = {
  dns: 'DNS',
  whois: 'Registration (RDAP, WHOIS)',
  http_probe: 'Web site',
  asn: 'Network of the addresses',
  rdns: 'Reverse DNS',
  live_certificate: 'TLS certificate of the site',
  certificates: 'Certificate logs',
  domain_index: 'Official lists of domains',
  rendered_page: 'Page as a browser shows it',
  archive: 'Archived copy of the site',
  company_register: 'Registers of companies, by number',
  legal_entity: 'Register of legal entities',
  claimed_company: 'Domains of the company that the site names',
  vision: 'Screenshot',
  llm: 'Language model',
  reverse_whois: 'Reverse WHOIS',
  enrichment: 'Company data',
}

/** Name of a source for people. A collector that this version does not know keeps its name. */
export const sourceName = (collector: string): string =>
  Object.hasOwn(SOURCE_NAMES, collector) ? SOURCE_NAMES[collector as CollectorName] : collector
