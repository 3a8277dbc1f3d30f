import * as certificates from '../db/certificates.ts'
import type { Database } from '../db/client.ts'
import { PublicError } from '../http/errors.ts'
import { z } from '../http/schema.ts'
import { isIdentifier } from '../identifiers.ts'
import { Certificate, Signature, SignedCertificate } from './document.ts'

/** What anybody may know of a certificate: enough to see that a copy is ours, and nothing of the answer. */
export const CertificateSummary = Certificate.pick({ certificate_id: true, issued_at: true, evidence_root: true })
  .extend({ signatures: z.array(Signature) })
  .openapi('CertificateSummary')
export type CertificateSummary = z.infer<typeof CertificateSummary>

/** A certificate by its id. Throws PublicError NOT_FOUND. */
export async function lookUpCertificate(db: Database, certificateId: string): Promise<CertificateSummary> {
  const body = isIdentifier('crt', certificateId) ? await certificates.findById(db, certificateId) : null
  if (body === null) throw new PublicError('NOT_FOUND', 'There is no such certificate.')
  const { certificate, signatures } = SignedCertificate.parse(JSON.parse(body))
  return {
    certificate_id: certificate.certificate_id,
    issued_at: certificate.issued_at,
    evidence_root: certificate.evidence_root,
    signatures,
  }
}
