import type { Collector } from '../collector.ts'
import { COLLECTOR_NAMES, type CollectorName } from '../evidence.ts'
import { asn } from './asn.ts'
import { claimedCompany } from './claimed-company.ts'
import { dns } from './dns.ts'
import { enrichment } from './enrichment.ts'
import { httpProbe } from './http-probe.ts'
import { legalEntity } from './legal-entity.ts'
import { llm } from './llm.ts'
import { whois } from './registration/whois.ts'
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
  certificates: tlsCertificates,
  claimed_company: claimedCompany,
  legal_entity: legalEntity,
  vision,
  llm,
  reverse_whois: reverseWhois,
  enrichment,
}

export const COLLECTORS: readonly Collector[] = COLLECTOR_NAMES.map((name) => REGISTRY[name])
