import { DAY_MS } from '../../platform/clock.ts'
import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import type { CollectedEvidence } from '../evidence.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { compactName } from '../names/entity-names.ts'
import { linkSignal, nameSignal } from './build-signal.ts'
import type { Signal } from './signal.ts'

const CERTIFICATES_MAX = 400
/** The organisation in a TLS certificate counts as evidence until this many days after the certificate has expired. */
const SUBJECT_AGE_MAX_DAYS = 400
/**
 * A TLS certificate with more registrable domains than this belongs to a provider with many customers. Such a certificate does not show
 * that its domains have the same operator.
 */
const SHARED_CERTIFICATE_DOMAINS_MAX = 10

/**
 * Returns facts from the TLS certificates of a domain: organisations that a certificate authority verified, and other domains on the same
 * certificates.
 */
export function certificateSignals(
  target: Target,
  certificates: CollectedEvidence<'certificates'>,
  now: Date,
): Signal[] {
  const newest = new Map<string, number>()
  const siblings = new Set<string>()
  const label = readDomainLabel(target.registrableDomain)
  for (const certificate of (certificates.data?.certificates ?? []).slice(0, CERTIFICATES_MAX)) {
    const domains = new Set(certificate.names.slice(0, 200).map((name) => registrableOf(name.replace(/^\*\./u, ''))))
    if (domains.size > 1 && domains.size <= SHARED_CERTIFICATE_DOMAINS_MAX)
      for (const domain of domains) if (domain !== null && domain !== target.registrableDomain) siblings.add(domain)
    const subject = certificate.subject_organization
    if (subject === null || subject.trim() === '') continue
    const ended = Date.parse(certificate.not_after)
    if (!Number.isFinite(ended) || ended < now.getTime() - SUBJECT_AGE_MAX_DAYS * DAY_MS) continue
    if (infrastructureRole(compactName(subject)) !== null && labelLikeness(subject, label) < 0.5 && domains.size > 1)
      continue
    newest.set(subject, Math.max(newest.get(subject) ?? 0, ended))
  }
  const signals: (Signal | null)[] = [...newest]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([subject], index) =>
      nameSignal('certificate_organization', {
        collector: 'certificates',
        name: subject,
        observed: `Certificate subject O=${subject}`,
        type: 'organization',
        factor: index === 0 ? 1 : 0.6,
      }),
    )
  for (const sibling of [...siblings].sort()) signals.push(linkSignal('certificates', 'shared_certificate', sibling))
  return signals.filter((signal) => signal !== null)
}
