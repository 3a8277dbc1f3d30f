import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { Certificate, Signature, SignedCertificate } from './certificate.ts'
import * as certificates from './queries.ts'

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
