import type { Target } from '../collector.ts'
import type { CollectedEvidence } from '../evidence.ts'
import type { RegistrationRecord } from '../registration-record.ts'
import type { CertificateFacts } from '../witness-evidence.ts'
import { linkSignal, nameSignal } from './build-signal.ts'
import { certificatesOfOperator } from './certified-organizations.ts'
import type { Signal } from './signal.ts'
import { readSubject, siblingsOf } from './tls-certificate-signals.ts'

export function liveCertificateSignals(
  target: Target,
  live: CollectedEvidence<'live_certificate'>,
  record: RegistrationRecord | undefined,
  now: Date,
): Signal[] {
  const { site, mark } = certificatesOfOperator(target, live.data, record)
  const registration = { record, now }
  return [
    ...(site === null ? [] : siteSignals(target, site, registration)),
    ...(mark === null ? [] : markSignals(target, mark, registration)),
  ]
}

interface Registration {
  record: RegistrationRecord | undefined
  now: Date
}

function siteSignals(
  target: Target,
  certificate: CertificateFacts,
  { record, now }: Registration,
): Signal[] {
  const subject = readSubject(target, asListed(certificate), { record, now })
  const named =
    subject === null
      ? null
      : nameSignal('certificate_organization', {
          collector: 'live_certificate',
          name: subject.name,
          observed: `Certificate of the server, subject O=${subject.name}`,
          type: 'organization',
          author: subject.proven ? 'authority' : 'register',
        })
  const siblings = siblingsOf(target, certificate)
    .sort()
    .map((sibling) => linkSignal('live_certificate', 'shared_certificate', sibling))
  return named === null ? siblings : [named, ...siblings]
}

function markSignals(
  target: Target,
  certificate: CertificateFacts,
  { record, now }: Registration,
): Signal[] {
  const subject = readSubject(target, asListed(certificate), { record, now })
  if (subject === null) return []
  const signal = nameSignal('mark_certificate', {
    collector: 'live_certificate',
    name: subject.name,
    observed: `Mark certificate, subject O=${subject.name}`,
    type: 'organization',
    author: subject.proven ? 'authority' : 'register',
  })
  return signal === null ? [] : [signal]
}

const asListed = ({ organization, names, not_before, not_after }: CertificateFacts) => ({
  subject_organization: organization,
  names,
  not_before,
  not_after,
})
