import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { RegistrationRecord } from '../registration-record.ts'
import type { CertificateFacts, LiveCertificateEvidence } from '../witness-evidence.ts'
import { mayNameOperator } from './tls-certificate-signals.ts'

/**
 * Live certificates that may name the operator. That of the site counts only if the server has
 * proven its key, because anybody can send a copy of somebody else's chain. A mark certificate
 * comes without a key, so a holder can publish a copy of another company's file. Its names decide:
 * they must contain the domain itself.
 */
export function certificatesOfOperator(
  target: Target,
  live: LiveCertificateEvidence | null | undefined,
  record: RegistrationRecord | undefined,
): Record<'site' | 'mark', CertificateFacts | null> {
  const counted = (shown: LiveCertificateEvidence['site' | 'mark'] | undefined) => {
    const facts = shown?.outcome === 'proven' ? shown.certificate : null
    if (facts === null) return null
    const certificate = { ...facts, subject_organization: facts.organization }
    return mayNameOperator(target, certificate, record) ? facts : null
  }
  const mark = counted(live?.mark)
  const isOwn = [target.domain, target.registrableDomain].some((domain) =>
    mark?.names.includes(domain),
  )
  return { site: counted(live?.site), mark: isOwn ? mark : null }
}

/** Organisations that certificate authorities confirmed for certificates of the domain. */
export function certifiedOrganizations(
  target: Target,
  { certificates, live_certificate, whois }: EvidenceSet,
): string[] {
  const record = whois?.data?.record
  const { site, mark } = certificatesOfOperator(target, live_certificate?.data, record)
  const live = [site, mark].flatMap((facts) => facts?.organization ?? [])
  const logged = (certificates?.data?.certificates ?? []).flatMap((certificate) =>
    mayNameOperator(target, certificate, record) ? (certificate.subject_organization ?? []) : [],
  )
  return [...new Set([...live, ...logged])]
}
