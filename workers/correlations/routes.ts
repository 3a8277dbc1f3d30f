import type { CorrelationState } from '../../shared/correlations/queries.ts'
import {
  presentCorrelation,
  readCorrelation,
  readGraph,
} from '../../shared/correlations/read-correlation.ts'
import { readCorrelationStix } from '../../shared/correlations/read-correlation-stix.ts'
import { submitCorrelation } from '../../shared/correlations/submit-correlation.ts'
import { STIX_MEDIA_TYPE } from '../../shared/jobs/stix/stix-object.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { contentDisposition } from '../../shared/platform/http/file-name.ts'
import { polledAt } from '../polling.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

// A browser can open an SVG image as a page. Without these headers, the image could run scripts and
// load files from other hosts.
const IMAGE_HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
}

export const correlations = router()

const presentSubmitted = (row: CorrelationState) => ({
  correlation_id: row.id,
  status: row.status,
  domains: row.domains,
  uncached_domains: row.uncachedDomains,
  credits_charged: row.creditsCharged,
})

correlations.openapi(contract.correlate, async (c) => {
  const submitted = await submitCorrelation(c.var.services, c.var.caller, c.req.valid('json'))
  return c.json(ok(presentSubmitted(submitted)), 202, polledAt('correlate', submitted.id))
})

correlations.openapi(contract.getCorrelation, async (c) => {
  const found = await readCorrelation(
    c.var.services.db,
    c.var.caller,
    c.req.valid('param').correlation_id,
  )
  return c.json(ok(presentCorrelation(found)), 200)
})

correlations.openapi(contract.getGraph, async (c) => {
  const { image, ...about } = await readGraph(
    c.var.services.db,
    c.var.caller,
    c.req.valid('param').correlation_id,
  )
  const name = { ...about, kind: 'correlation', extension: 'svg' }
  return c.body(image, 200, {
    ...IMAGE_HEADERS,
    'content-disposition': contentDisposition('inline', name),
  })
})

correlations.openapi(contract.getCorrelationStix, async (c) => {
  const { bundle, ...about } = await readCorrelationStix(
    c.var.services,
    c.var.caller,
    c.req.valid('param').correlation_id,
  )
  const name = { ...about, kind: 'correlation', extension: 'stix.json' }
  return c.body(bundle, 200, {
    'content-type': STIX_MEDIA_TYPE,
    'content-disposition': contentDisposition('attachment', name),
  })
})
