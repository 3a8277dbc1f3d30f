import { downloadExport, withByteOrderMark } from '../../shared/bulk/download-export.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const exports = router()

exports.openapi(contract.download, async (c) => {
  const { bom, expires, signature } = c.req.valid('query')
  const { file } = c.req.valid('param')
  const { name, format, type, body } = await downloadExport(c.var.services, {
    file,
    expires,
    signature,
  })
  return c.body(bom && format === 'csv' ? withByteOrderMark(body) : body, 200, {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
  })
})
