import * as jobs from '../../jobs/queries.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Services } from '../../platform/services/index.ts'
import type { IssuedCertificate } from '../issue-certificate.ts'
import { certificateCsv } from './certificate-csv.ts'
import type { CertificateFormat } from './choose-format.ts'
import { assetFonts } from './pdf/font-store.ts'

export interface PresentedFile {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** An issued certificate in the wanted form. JSON is the stored bytes; CSV and PDF follow from what is stored, so they do not change either. */
export async function presentCertificate(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  { body, signed }: IssuedCertificate,
  format: CertificateFormat,
): Promise<PresentedFile> {
  const { certificate_id: id, job_id: jobId } = signed.certificate
  const file = (extension: string) => ({
    'content-disposition': `inline; filename="${id}.${extension}"`,
    vary: 'Accept',
  })
  switch (format) {
    case 'json':
      return { body, headers: { 'content-type': 'application/json; charset=utf-8' } }
    case 'csv': {
      const entities = await jobs.signals(db, caller.accountId, jobId)
      return {
        body: certificateCsv(signed, entities),
        headers: { ...file('csv'), 'content-type': 'text/csv; charset=utf-8; header=present' },
      }
    }
    case 'pdf': {
      // Read when it is needed: the font engine is the largest part of the script and few requests use it.
      const { certificatePdf } = await import('./pdf/certificate-pdf.ts')
      const bytes = await certificatePdf(signed, body, assetFonts(env.ASSETS))
      return { body: new Uint8Array(bytes), headers: { ...file('pdf'), 'content-type': 'application/pdf' } }
    }
    default:
      return format satisfies never
  }
}
