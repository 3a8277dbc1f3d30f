import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { withRenderedHome } from '../rendered-home.ts'
import { advertisingSignals, affiliationSignals } from './advertising-signals.ts'
import { archiveSignals } from './archive-signals.ts'
import { claimSignals, recordSignals } from './claim-signals.ts'
import { brandClaimSignal, brandDomainSignals } from './claimed-brand.ts'
import { claimedCompanySignals } from './claimed-company-signals.ts'
import { companyRegisterSignals } from './company-register-signals.ts'
import { dnsSignals } from './dns-signals.ts'
import { domainIndexSignals } from './domain-index-signals.ts'
import { linkSignals } from './link-signals.ts'
import { liveCertificateSignals } from './live-certificate-signals.ts'
import { lookAlikeSignal, registrationAgeDays } from './look-alike-signal.ts'
import { networkSignals, reverseDnsSignals } from './network-signals.ts'
import { legalEntitySignals, suffixSignals } from './register-signals.ts'
import { registrationSignals } from './registration-signals.ts'
import type { Signal } from './signal.ts'
import { siteSignals } from './site-signals.ts'
import { certificateSignals } from './tls-certificate-signals.ts'

const SIGNALS_MAX = 4_000

/** The same evidence and `now` always give the same signals in the same order. */
export function readSignals(target: Target, given: EvidenceSet, now: Date): Signal[] {
  const evidence = withRenderedHome(given)
  const signals: Signal[] = [...suffixSignals(target)]
  if (evidence.whois !== undefined) signals.push(...registrationSignals(target, evidence))
  if (evidence.dns !== undefined) signals.push(...dnsSignals(target, evidence.dns))
  if (evidence.asn !== undefined) signals.push(...networkSignals(target, evidence.asn))
  if (evidence.rdns !== undefined) signals.push(...reverseDnsSignals(target, evidence.rdns))
  const record = evidence.whois?.data?.record
  if (evidence.live_certificate !== undefined)
    signals.push(...liveCertificateSignals(target, evidence.live_certificate, record, now))
  if (evidence.certificates !== undefined)
    signals.push(...certificateSignals(target, evidence.certificates, record, now))
  if (evidence.http_probe !== undefined) {
    signals.push(...siteSignals(target, evidence.http_probe, now))
    signals.push(...advertisingSignals(target, evidence.http_probe))
    signals.push(...affiliationSignals(target, evidence.http_probe))
  }
  signals.push(...companyRegisterSignals(target, evidence, signals, now))
  signals.push(...domainIndexSignals(evidence, signals))
  if (evidence.archive !== undefined)
    signals.push(...archiveSignals(target, evidence.archive, record, now))
  if (evidence.legal_entity !== undefined)
    signals.push(...legalEntitySignals(evidence.legal_entity))
  if (evidence.llm !== undefined) signals.push(...claimSignals(evidence.llm))
  if (evidence.vision !== undefined) signals.push(...claimSignals(evidence.vision))
  signals.push(...recordSignals(evidence.reverse_whois, evidence.enrichment))
  const ageDays = registrationAgeDays(evidence, now)
  if (evidence.claimed_company !== undefined)
    signals.push(...claimedCompanySignals(target, evidence.claimed_company, ageDays))
  signals.push(...brandDomainSignals(target))
  const imitation = lookAlikeSignal(target, evidence, signals, now)
  if (imitation !== null) signals.push(imitation)
  const claim = imitation === null ? brandClaimSignal(target, signals, ageDays) : null
  if (claim !== null) signals.push(claim)
  signals.push(...linkSignals(target, evidence))
  return signals
    .filter((signal) => signal.kind !== 'not_registered' || !delegated(evidence))
    .slice(0, SIGNALS_MAX)
}

// True for a domain that resolves. Such a domain is registered, even if the registration service
// replies "not found".
function delegated(evidence: EvidenceSet): boolean {
  const dns = evidence.dns?.data ?? null
  return dns !== null && dns.rcode === 'NOERROR' && (dns.a.length > 0 || dns.aaaa.length > 0)
}
