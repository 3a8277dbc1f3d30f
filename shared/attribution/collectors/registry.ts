import type { Collector } from '../collector.ts'
import { asn } from './asn.ts'
import { dns } from './dns.ts'
import { enrichment } from './enrichment.ts'
import { httpProbe } from './http-probe.ts'
import { legalEntity } from './legal-entity.ts'
import { llm } from './llm.ts'
import { rdns } from './reverse-dns.ts'
import { reverseWhois } from './reverse-whois.ts'
import { certificates } from './tls-certificates.ts'
import { vision } from './vision.ts'
import { whois } from './whois.ts'

/** Every collector, in the order in which progress shows them. */
export const COLLECTORS: readonly Collector[] = [
  dns,
  whois,
  httpProbe,
  asn,
  rdns,
  certificates,
  legalEntity,
  vision,
  llm,
  reverseWhois,
  enrichment,
]
