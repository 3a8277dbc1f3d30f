import { findForVerdict } from '../../jobs/queries.ts'
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

/**
 * JSON and CSV contain only data from the stored JSON text, so the signatures cover all of it. The
 * PDF adds facts of the evidence whose digests the certificate contains.
 */
export async function presentCertificate(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { body, signed, accountId }: IssuedCertificate,
  format: CertificateFormat,
): Promise<PresentedFile> {
  const { domain, job_id: jobId, issued_at: at } = signed.certificate
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
      const found = await findForVerdict(db, accountId, jobId)
      const bytes = await certificatePdf(signed, body, assetFonts(env.ASSETS), {
        depth: found?.job.depth ?? 'deep',
        passive: found?.job.passive ?? false,
        evidence: found?.evidence ?? [],
      })
      return {
        body: new Uint8Array(bytes),
        headers: { ...file('pdf'), 'content-type': 'application/pdf' },
      }
    }
    default:
      return format satisfies never
  }
}
