import { asn } from './asn.ts'
import { certificates } from './certificates.ts'
import type { Collector } from './collector.ts'
import { dns } from './dns.ts'
import { enrichment } from './enrichment.ts'
import { httpProbe } from './http-probe.ts'
import { legalEntity } from './legal-entity.ts'
import { llm } from './llm.ts'
import { rdns } from './rdns.ts'
import { reverseWhois } from './reverse-whois.ts'
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
