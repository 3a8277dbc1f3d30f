import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { SignedCertificate } from './certificate.ts'
import * as certificates from './queries.ts'

/** Any caller may check that a certificate was issued. Throws NOT_FOUND. */
export async function lookUpCertificate(
  db: Database,
  certificateId: string,
): Promise<SignedCertificate> {
  const body = isIdentifier('crt', certificateId)
    ? await certificates.findById(db, certificateId)
    : null
  if (body === null) throw new PublicError('NOT_FOUND', 'There is no such certificate.')
  return SignedCertificate.parse(JSON.parse(body))
}
