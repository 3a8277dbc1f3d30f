import type { CorrelationState } from '../../shared/correlations/queries.ts'
import { presentCorrelation, readCorrelation, readGraph } from '../../shared/correlations/read-correlation.ts'
import { submitCorrelation } from '../../shared/correlations/submit-correlation.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

/** A picture is data: nothing in it may run or be fetched, also where it is opened as a page. */
const PICTURE_HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}

export const correlate = router()

const presentSubmitted = (row: CorrelationState) => ({
  correlation_id: row.id,
  status: row.status,
  domains: row.domains,
  uncached_domains: row.uncached_domains,
  credits_charged: row.credits_charged,
})

correlate.openapi(contract.correlate, async (c) =>
  c.json(ok(presentSubmitted(await submitCorrelation(c.var.services, c.var.caller, c.req.valid('json')))), 202),
)

correlate.openapi(contract.getCorrelation, async (c) => {
  const found = await readCorrelation(c.var.services.db, c.var.caller, c.req.valid('param').correlation_id)
  return c.json(ok(presentCorrelation(found)), 200)
})

correlate.openapi(contract.getGraph, async (c) => {
  const picture = await readGraph(c.var.services.db, c.var.caller, c.req.valid('param').correlation_id)
  return c.body(picture, 200, PICTURE_HEADERS)
})
