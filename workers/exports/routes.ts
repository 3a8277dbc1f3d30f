import { downloadExport, withByteOrderMark } from '../../shared/bulk/download-export.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  app.openapi(contract.download, async (c) => {
    const { bom, ...link } = c.req.valid('query')
    const { name, format, object } = await downloadExport(
      { db: c.var.db, bucket: c.env.EXPORTS, linkKey: c.env.EXPORT_LINK_KEY, now: new Date() },
      { file: c.req.valid('param').file, expires: link.expires, signature: link.signature },
    )
    const body = object.body as ReadableStream<Uint8Array>
    return c.body(bom && format === 'csv' ? withByteOrderMark(body) : body, 200, {
      'content-type': object.httpMetadata?.contentType ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})
