import { contentDisposition } from '../../platform/http/file-name.ts'
import type { Services } from '../../platform/services/index.ts'
import type { IssuedCertificate } from '../issue-certificate.ts'
import { certificateCsv } from './certificate-csv.ts'
import type { CertificateFormat } from './choose-format.ts'
import { assetFonts } from './pdf/font-store.ts'

export interface PresentedFile {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** Every format contains only data from the stored JSON text, so the signatures cover all of it. */
export async function presentCertificate(
  { env }: Pick<Services, 'env'>,
  { body, signed }: IssuedCertificate,
  format: CertificateFormat,
): Promise<PresentedFile> {
  const { domain, issued_at: at } = signed.certificate
  const file = (extension: string) => ({
    'content-disposition': contentDisposition('inline', {
      subject: domain,
      at,
      kind: 'certificate',
      extension,
    }),
    vary: 'Accept',
  })
  switch (format) {
    case 'json':
      return {
        body,
        headers: { ...file('json'), 'content-type': 'application/json; charset=utf-8' },
      }
    case 'csv':
      return {
        body: certificateCsv(signed),
        headers: { ...file('csv'), 'content-type': 'text/csv; charset=utf-8; header=present' },
      }
    case 'pdf': {
      // Loaded only when needed: few requests want a PDF, and the font engine is the largest part
      // of the Worker's script.
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
