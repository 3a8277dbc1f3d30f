import { downloadExport, withByteOrderMark } from '../../shared/bulk/download-export.ts'
import type { BulkItemRow } from '../../shared/bulk/queries.ts'
import {
  itemStatus,
  listBulk,
  listBulkItems,
  presentBulkJob,
  readBulk,
  unicodeOfLine,
} from '../../shared/bulk/read-bulk.ts'
import { stopBulk } from '../../shared/bulk/stop-bulk.ts'
import { type BulkSubmitted, submitBulk } from '../../shared/bulk/submit-bulk.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { contentDisposition } from '../../shared/platform/http/file-name.ts'
import { polledAt } from '../polling.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

const presentSubmitted = ({ bulkJobId, total, accepted }: BulkSubmitted) => ({
  bulk_job_id: bulkJobId,
  status: 'accepted' as const,
  total,
  accepted,
  rejected: total - accepted,
})

const presentItem = (row: BulkItemRow) => ({
  index: row.line,
  domain: row.domain,
  domain_unicode: unicodeOfLine(row),
  status: itemStatus(row),
  job_id: row.jobId,
  entity: row.entity,
  confidence: row.confidence,
  basis: row.basis,
  warnings: row.warnings ?? [],
  error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
})

export const bulk = router()

bulk.openapi(contract.submitBulk, async (c) => {
  const { env } = c.var.services
  const request = contract.isCsv(c.req.raw)
    ? contract.csvRequest(
        c.req.valid('query'),
        new Uint8Array(await c.req.arrayBuffer()),
        env.BULK_MAX_DOMAINS,
      )
    : contract.jsonRequest(c.req.valid('json'), c.req.query())
  const submitted = await submitBulk(c.var.services, c.var.caller, request)
  return c.json(presentSubmitted(submitted), 202, polledAt('analyze/bulk', submitted.bulkJobId))
})

bulk.openapi(contract.getBulk, async (c) => {
  const { services, caller } = c.var
  const bulkJob = await readBulk(services, caller.accountId, c.req.valid('param').bulk_job_id)
  return c.json(ok(await presentBulkJob(bulkJob, services.env)), 200)
})

bulk.openapi(contract.listBulk, async (c) => {
  const { services, caller } = c.var
  const { lists, meta } = await listBulk(services, caller.accountId, c.req.valid('query'))
  const shown = await Promise.all(lists.map((list) => presentBulkJob(list, services.env)))
  return c.json(ok({ lists: shown }, meta), 200)
})

bulk.openapi(contract.stopBulk, async (c) => {
  const { services, caller } = c.var
  const bulkJob = await stopBulk(services, caller, c.req.valid('param').bulk_job_id)
  return c.json(ok(await presentBulkJob(bulkJob, services.env)), 200)
})

bulk.openapi(contract.listItems, async (c) => {
  const { services, caller } = c.var
  const { bulk_job_id: bulkJobId } = c.req.valid('param')
  const { items, meta } = await listBulkItems(
    services.db,
    caller.accountId,
    bulkJobId,
    c.req.valid('query'),
  )
  return c.json(ok({ items: items.map(presentItem) }, meta), 200)
})

bulk.openapi(contract.download, async (c) => {
  const { bom, expires, signature } = c.req.valid('query')
  const { file } = c.req.valid('param')
  const { name, format, type, body } = await downloadExport(c.var.services, {
    file,
    expires,
    signature,
  })
  return c.body(bom && format === 'csv' ? withByteOrderMark(body) : body, 200, {
    'content-type': type,
    'content-disposition': contentDisposition('attachment', name),
    'cache-control': 'private, no-store',
  })
})
