import { rechargeSender } from '../../shared/billing/outbox-handlers.ts'
import { readCorrelation, readGraph } from '../../shared/correlations/read-correlation.ts'
import { submitCorrelation } from '../../shared/correlations/submit-correlation.ts'
import { identifierFor } from '../../shared/idempotency/once.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { addressPrefixOf } from '../../shared/platform/http/request-id.ts'
import { analysisMessage, correlationMessage } from '../../shared/platform/queue-messages.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

/** A picture is data: nothing in it may run or be fetched, also where it is opened as a page. */
const PICTURE_HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}

export default family(contract.needs, (app) => {
  app.openapi(contract.correlate, async (c) => {
    const { ANALYSIS_QUEUE, CORRELATION_QUEUE, ...settings } = c.env
    const deps = {
      db: c.var.db,
      settings,
      requestId: c.var.requestId,
      addressPrefix: addressPrefixOf(c.req.raw),
      newCorrelationId: () => identifierFor(c, 'cor'),
      rechargeOpened: rechargeSender(c.env, c.var.db, (work) => c.executionCtx.waitUntil(work)),
      sendJobs: async (jobIds: readonly string[]) => {
        c.var.counts.queueSends += 1
        await ANALYSIS_QUEUE.sendBatch(jobIds.map((id) => ({ body: analysisMessage(id) })))
      },
      sendCorrelation: async (correlationId: string) => {
        c.var.counts.queueSends += 1
        await CORRELATION_QUEUE.send(correlationMessage(correlationId))
      },
    }
    return c.json(ok(await submitCorrelation(deps, c.var.caller, c.req.valid('json'))), 202)
  })

  app.openapi(contract.getCorrelation, async (c) =>
    c.json(ok(await readCorrelation(c.var.db, c.var.caller, c.req.valid('param').correlation_id)), 200),
  )

  app.openapi(contract.getGraph, async (c) =>
    c.body(await readGraph(c.var.db, c.var.caller, c.req.valid('param').correlation_id), 200, PICTURE_HEADERS),
  )
})
