import type { Collector } from '../collector.ts'
import { COLLECTOR_NAMES, type CollectorName } from '../evidence.ts'
import { archive } from './archive.ts'
import { asn } from './asn.ts'
import { claimedCompany } from './claimed-company.ts'
import { companyRegister } from './company-register.ts'
import { dns } from './dns.ts'
import { domainIndex } from './domain-index.ts'
import { enrichment } from './enrichment.ts'
import { httpProbe } from './http-probe.ts'
import { legalEntity } from './legal-entity.ts'
import { liveCertificate } from './live-certificate.ts'
import { llm } from './llm.ts'
import { whois } from './registration/whois.ts'
import { renderedPage } from './rendered-page.ts'
import { reverseDns } from './reverse-dns.ts'
import { reverseWhois } from './reverse-whois.ts'
import { tlsCertificates } from './tls-certificates.ts'
import { vision } from './vision.ts'

const REGISTRY: { readonly [Name in CollectorName]: Collector<Name> } = {
  dns,
  whois,
  http_probe: httpProbe,
  asn,
  rdns: reverseDns,
  live_certificate: liveCertificate,
  certificates: tlsCertificates,
  domain_index: domainIndex,
  rendered_page: renderedPage,
  archive,
  company_register: companyRegister,
  legal_entity: legalEntity,
  claimed_company: claimedCompany,
  vision,
  llm,
  reverse_whois: reverseWhois,
  enrichment,
}

export const COLLECTORS: readonly Collector[] = COLLECTOR_NAMES.map((name) => REGISTRY[name])
