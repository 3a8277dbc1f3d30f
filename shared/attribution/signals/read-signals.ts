import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { advertisingSignals, affiliationSignals } from './advertising-signals.ts'
import { readingSignals, recordSignals } from './claim-signals.ts'
import { dnsSignals } from './dns-signals.ts'
import { linkSignals } from './link-signals.ts'
import { lookAlikeSignal } from './look-alike-signal.ts'
import { networkSignals, reverseDnsSignals } from './network-signals.ts'
import { legalEntitySignals, suffixSignals } from './register-signals.ts'
import { registrationSignals } from './registration-signals.ts'
import type { ReadSignals, Signal } from './signal.ts'
import { siteSignals } from './site-signals.ts'
import { certificateSignals } from './tls-certificate-signals.ts'

/** Signals of one run that are kept, strongest first within a kind. */
const SIGNALS_MAX = 4_000

/**
 * Reads all evidence of a run into signals: names of operators, values that link domains, and context that speaks for or against.
 * Pure: the same evidence and the same `now` give the same signals in the same order. Evidence without data gives none.
 */
export const readSignals: ReadSignals = (target: Target, evidence: EvidenceSet, now: Date): Signal[] => {
  const signals: Signal[] = [...suffixSignals(target)]
  if (evidence.whois !== undefined) signals.push(...registrationSignals(target, evidence.whois))
  if (evidence.dns !== undefined) signals.push(...dnsSignals(target, evidence.dns))
  if (evidence.asn !== undefined) signals.push(...networkSignals(target, evidence.asn))
  if (evidence.rdns !== undefined) signals.push(...reverseDnsSignals(target, evidence.rdns))
  if (evidence.certificates !== undefined) signals.push(...certificateSignals(target, evidence.certificates, now))
  if (evidence.http_probe !== undefined) {
    signals.push(...siteSignals(target, evidence.http_probe, now))
    signals.push(...advertisingSignals(target, evidence.http_probe))
    signals.push(...affiliationSignals(target, evidence.http_probe))
  }
  if (evidence.legal_entity !== undefined) signals.push(...legalEntitySignals(evidence.legal_entity))
  if (evidence.llm !== undefined) signals.push(...readingSignals(evidence.llm))
  if (evidence.vision !== undefined) signals.push(...readingSignals(evidence.vision))
  signals.push(...recordSignals(evidence.reverse_whois, evidence.enrichment))
  const imitation = lookAlikeSignal(target, evidence, signals, now)
  if (imitation !== null) signals.push(imitation)
  signals.push(...linkSignals(target, evidence))
  return signals.filter((signal) => signal.kind !== 'not_registered' || !delegated(evidence)).slice(0, SIGNALS_MAX)
}

/** A name that resolves is registered, whatever a register's look-up service knows of it. */
function delegated(evidence: EvidenceSet): boolean {
  const dns = evidence.dns?.data ?? null
  return dns !== null && dns.rcode === 'NOERROR' && (dns.a.length > 0 || dns.aaaa.length > 0)
}
