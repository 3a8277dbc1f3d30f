import { DAY_MS } from '../../platform/clock.ts'
import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import type { CollectedEvidence, TlsCertificatesEvidence } from '../evidence.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { compactName } from '../names/entity-names.ts'
import { isPlatformCustomer } from '../platform-customer.ts'
import type { RegistrationRecord } from '../registration-record.ts'
import { linkSignal, nameSignal } from './build-signal.ts'
import type { Signal } from './signal.ts'

const CERTIFICATES_MAX = 400
const NAMES_MAX = 200
// The organisation in a certificate counts until this number of days after the certificate has
// expired.
const SUBJECT_AGE_MAX_DAYS = 400
// A certificate with more domains than this belongs to a provider with many customers, so it does
// not count.
export const CERTIFICATE_DOMAINS_MAX = 10
const OWN_LIKENESS_MIN = 0.5

/**
 * A certificate older than the registration was issued to a former holder and says nothing, nor
 * does that of a platform about its customer.
 */
export function certificateSignals(
  target: Target,
  certificates: CollectedEvidence<'certificates'>,
  record: RegistrationRecord | undefined,
  now: Date,
): Signal[] {
  if (isPlatformCustomer(target)) return []
  const subjects = new Map<string, Subject>()
  const siblings = new Set<string>()
  for (const certificate of (certificates.data?.certificates ?? []).slice(0, CERTIFICATES_MAX)) {
    if (isOlder(certificate, record)) continue
    for (const sibling of siblingsOf(target, certificate)) siblings.add(sibling)
    const subject = readSubject(target, certificate, { record, now })
    if (subject === null) continue
    const known = subjects.get(subject.name)
    subjects.set(
      subject.name,
      known === undefined
        ? subject
        : {
            ...subject,
            ended: Math.max(known.ended, subject.ended),
            proven: known.proven || subject.proven,
          },
    )
  }
  const signals: (Signal | null)[] = [...subjects.values()]
    .sort((a, b) => b.ended - a.ended || (a.name < b.name ? -1 : 1))
    .map(({ name, proven }, index) =>
      nameSignal('certificate_organization', {
        collector: 'certificates',
        name,
        observed: `Certificate subject O=${name}`,
        type: 'organization',
        factor: index === 0 ? 1 : 0.6,
        author: proven ? 'authority' : 'register',
      }),
    )
  for (const sibling of [...siblings].sort())
    signals.push(linkSignal('certificates', 'shared_certificate', sibling))
  return signals.filter((signal) => signal !== null)
}

type Certificate = Omit<TlsCertificatesEvidence['certificates'][number], 'id' | 'issuer'>

const domainsOf = ({ names }: Pick<Certificate, 'names'>): Set<string | null> =>
  new Set(names.slice(0, NAMES_MAX).map((name) => registrableOf(name.replace(/^\*\./u, ''))))

/** Other registrable domains in the certificate. None if it belongs to many customers. */
export function siblingsOf(target: Target, certificate: Pick<Certificate, 'names'>): string[] {
  const domains = domainsOf(certificate)
  if (domains.size < 2 || domains.size > CERTIFICATE_DOMAINS_MAX) return []
  return [...domains].flatMap((domain) =>
    domain !== null && domain !== target.registrableDomain ? [domain] : [],
  )
}

// A hosting company or CDN gets certificates in its own name for its customers' domains, so its
// name counts only if the domain resembles it.
function isOfProvider(target: Target, certificate: Subjected): boolean {
  const name = certificate.subject_organization?.trim() ?? ''
  return (
    domainsOf(certificate).size > CERTIFICATE_DOMAINS_MAX ||
    (infrastructureRole(compactName(name)) !== null &&
      labelLikeness(name, readDomainLabel(target.registrableDomain)) < OWN_LIKENESS_MIN)
  )
}

type Subjected = Pick<Certificate, 'names' | 'subject_organization'>

/** False for the certificate of a platform, a provider, a former holder or many customers. */
export const mayNameOperator = (
  target: Target,
  certificate: Subjected & Pick<Certificate, 'not_before'>,
  record: RegistrationRecord | undefined,
): boolean =>
  !isPlatformCustomer(target) && !isOlder(certificate, record) && !isOfProvider(target, certificate)

interface Subject {
  name: string
  /** End of the certificate's validity, in milliseconds since 1970. */
  ended: number
  // True if the certificate is valid, newer than the registration, and for the domain itself and
  // not only for a subdomain.
  proven: boolean
}

/** Null if the certificate names no organisation that could be the operator. */
export function readSubject(
  target: Target,
  certificate: Certificate,
  { record, now }: { record: RegistrationRecord | undefined; now: Date },
): Subject | null {
  const name = certificate.subject_organization?.trim() ?? ''
  const ended = Date.parse(certificate.not_after)
  if (
    name === '' ||
    !Number.isFinite(ended) ||
    ended < now.getTime() - SUBJECT_AGE_MAX_DAYS * DAY_MS
  )
    return null
  if (isOfProvider(target, certificate)) return null
  const own = [target.domain, target.registrableDomain]
  const holds = certificate.names.some((each) =>
    own.some((domain) => each === domain || each === `*.${domain}`),
  )
  const start = registrationStart(record)
  const isNewer = start !== null && Date.parse(certificate.not_before) >= start
  return { name, ended, proven: holds && isNewer && ended >= now.getTime() }
}

// Start of the registration in milliseconds since 1970, or the last change where a registry
// publishes nothing else. Null if both are unknown.
function registrationStart(record: RegistrationRecord | undefined): number | null {
  const start = Date.parse(record?.created_at ?? record?.updated_at ?? '')
  return Number.isFinite(start) ? start : null
}

/** A certificate older than the registration was issued to a former holder. */
function isOlder(
  { not_before }: Pick<Certificate, 'not_before'>,
  record: RegistrationRecord | undefined,
): boolean {
  const created = Date.parse(record?.created_at ?? '')
  return Number.isFinite(created) && Date.parse(not_before) < created
}
