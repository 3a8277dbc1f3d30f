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
  const subjectSignal = (
    kind: 'certificate_organization' | 'mark_certificate',
    title: string,
    certificate: CertificateFacts | null,
  ): Signal[] => {
    const subject = certificate && readSubject(target, asListed(certificate), { record, now })
    if (subject === null) return []
    const signal = nameSignal(kind, {
      collector: 'live_certificate',
      name: subject.name,
      observed: `${title}, subject O=${subject.name}`,
      type: 'organization',
      author: subject.proven ? 'authority' : 'register',
    })
    return signal === null ? [] : [signal]
  }
  const siblings = site === null ? [] : siblingsOf(target, site).sort()
  return [
    ...subjectSignal('certificate_organization', 'Certificate of the server', site),
    ...siblings.map((sibling) => linkSignal('live_certificate', 'shared_certificate', sibling)),
    ...subjectSignal('mark_certificate', 'Mark certificate', mark),
  ]
}

const asListed = ({ organization, names, not_before, not_after }: CertificateFacts) => ({
  subject_organization: organization,
  names,
  not_before,
  not_after,
})
