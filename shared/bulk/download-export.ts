import { isSigned } from '../platform/crypto/signed-parts.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { FileSubject } from '../platform/http/file-name.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { EXPORT_FORMATS, type ExportFormat, exportKey } from './export-links.ts'
import * as bulk from './queries.ts'

export interface DownloadRequest {
  file: string
  expires: string | undefined
  signature: string | undefined
}

export interface Download {
  name: FileSubject
  format: ExportFormat
  type: string
  body: ReadableStream<Uint8Array>
}

const expired = () => new PublicError('LINK_EXPIRED', 'This link has expired.')

/**
 * The signature in the link proves the right to read the file, so no API key is needed. Throws
 * PublicError NOT_FOUND (invalid file name), LINK_INVALID (wrong signature) or LINK_EXPIRED (link
 * too old, or account closed).
 */
export async function downloadExport(
  services: Pick<Services, 'db' | 'env' | 'now'>,
  request: DownloadRequest,
): Promise<Download> {
  const { EXPORT_LINK_KEY, EXPORTS } = services.env
  const { bulkJobId, format } = nameOf(request.file)
  const { expires = '', signature = '' } = request
  const valid =
    /^\d{1,12}$/.test(expires) &&
    (await isSigned(EXPORT_LINK_KEY, signature, 'export', bulkJobId, format, expires))
  if (!valid)
    throw new PublicError('LINK_INVALID', 'This link is not one of ours, or it was changed.')
  if (Number(expires) * 1_000 <= services.now().getTime()) throw expired()
  const holder = await bulk.exportHolder(services.db, bulkJobId)
  if (holder === null || !holder.open) throw expired()
  const object = await EXPORTS.get(exportKey(holder.accountId, bulkJobId, format))
  if (object === null) throw expired()
  // The types of R2 declare their own ReadableStream, but at run time it is the standard one, so
  // the cast is safe.
  const body = object.body as ReadableStream<Uint8Array>
  return {
    name: exportName(format, holder),
    format,
    type: object.httpMetadata?.contentType ?? 'application/octet-stream',
    body,
  }
}

function exportName(
  format: ExportFormat,
  { name, endedAt }: { name: string | null; endedAt: string },
): FileSubject {
  const extension = { csv: 'csv', json: 'json', stix: 'stix.json', 'summary.json': 'json' }[format]
  const kind = format === 'summary.json' ? 'summary' : 'answers'
  return { subject: name ?? 'list', at: isoTime(endedAt), kind, extension }
}

function nameOf(file: string): { bulkJobId: string; format: ExportFormat } {
  const dot = file.indexOf('.')
  const bulkJobId = file.slice(0, Math.max(0, dot))
  const format = EXPORT_FORMATS.find((known) => known === file.slice(dot + 1))
  if (format === undefined || !isIdentifier('blk', bulkJobId))
    throw new PublicError('NOT_FOUND', 'There is no such file.')
  return { bulkJobId, format }
}

const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf)

/** Adds the byte order mark, because some spreadsheet programs recognize UTF-8 only by it. */
export function withByteOrderMark(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(UTF8_MARK),
    }),
  )
}
