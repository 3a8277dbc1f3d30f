import { jobGroup } from '../../shared/bulk/job-group.ts'
import { listBulkItems, readBulk } from '../../shared/bulk/read-bulk.ts'
import { submitBulk } from '../../shared/bulk/submit-bulk.ts'
import { identifierFor } from '../../shared/idempotency/once.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { addressPrefixOf } from '../../shared/platform/http/request-id.ts'
import { bulkMessage } from '../../shared/platform/queue-messages.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  app.openapi(contract.submitBulk, async (c) => {
    const { BULK_QUEUE, JOB_GROUPS: _groups, ...settings } = c.env
    const deps = {
      db: c.var.db,
      settings,
      requestId: c.var.requestId,
      addressPrefix: addressPrefixOf(c.req.raw),
      bulkJobId: identifierFor(c, 'blk'),
      send: async (bulkJobId: string) => {
        c.var.counts.queueSends += 1
        await BULK_QUEUE.send(bulkMessage(bulkJobId))
      },
    }
    const request = contract.isCsv(c.req.raw)
      ? contract.csvRequest(c.req.valid('query'), new Uint8Array(await c.req.arrayBuffer()))
      : contract.jsonRequest(c.req.valid('json'))
    return c.json(await submitBulk(deps, c.var.caller, request), 202)
  })

  app.openapi(contract.getBulk, async (c) => {
    const deps = {
      db: c.var.db,
      settings: c.env,
      liveCounts: (bulkJobId: string) => {
        c.var.counts.objectCalls += 1
        return jobGroup(c.env.JOB_GROUPS, bulkJobId).counts(bulkJobId)
      },
    }
    return c.json(ok(await readBulk(deps, c.var.caller.accountId, c.req.valid('param').bulk_job_id)))
  })

  app.openapi(contract.listItems, async (c) => {
    const { accountId } = c.var.caller
    const { items, meta } = await listBulkItems(
      c.var.db,
      accountId,
      c.req.valid('param').bulk_job_id,
      c.req.valid('query'),
    )
    return c.json(ok({ items }, meta))
  })
})
