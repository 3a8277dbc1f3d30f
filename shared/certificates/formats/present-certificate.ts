import type { Services } from '../../platform/services/index.ts'
import type { IssuedCertificate } from '../issue-certificate.ts'
import { certificateCsv } from './certificate-csv.ts'
import type { CertificateFormat } from './choose-format.ts'
import { assetFonts } from './pdf/font-store.ts'

export interface PresentedFile {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/**
 * Returns an issued certificate as a JSON, CSV or PDF file. The JSON file is the exact stored text.
 * The CSV and PDF files contain only data of this text, so the signatures cover them, and their
 * bytes never change either.
 */
export async function presentCertificate(
  { env }: Pick<Services, 'env'>,
  { body, signed }: IssuedCertificate,
  format: CertificateFormat,
): Promise<PresentedFile> {
  const { certificate_id: id } = signed.certificate
  const file = (extension: string) => ({
    'content-disposition': `inline; filename="${id}.${extension}"`,
    vary: 'Accept',
  })
  switch (format) {
    case 'json':
      return { body, headers: { 'content-type': 'application/json; charset=utf-8' } }
    case 'csv':
      return {
        body: certificateCsv(signed),
        headers: { ...file('csv'), 'content-type': 'text/csv; charset=utf-8; header=present' },
      }
    case 'pdf': {
      // The code that creates PDF files is imported only for PDF requests, because few requests
      // need a PDF and the font engine in this code is the largest part of the Worker's script.
      const { certificatePdf } = await import('./pdf/certificate-pdf.ts')
      const bytes = await certificatePdf(signed, body, assetFonts(env.ASSETS))
      return {
        body: new Uint8Array(bytes),
        headers: { ...file('pdf'), 'content-type': 'application/pdf' },
      }
    }
    default:
      return format satisfies never
  }
}
