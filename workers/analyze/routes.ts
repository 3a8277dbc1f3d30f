import { analyze } from '../../shared/jobs/analyze.ts'
import { analyzeBatch, batchStatus } from '../../shared/jobs/analyze-batch.ts'
import { requireOwnKey } from '../../shared/models/llm-keys.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { projection } from '../../shared/templates/templates.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const analyzeFamily = router()

analyzeFamily.openapi(contract.analyze, async (c) => {
  const { services, caller } = c.var
  const { wait, template } = c.req.valid('query')
  const ownKey = requireOwnKey(c.req.valid('header'))
  const fields = await projection(services.db, caller, template)
  const analyzed = await analyze(services, caller, c.req.valid('json'), { wait, ownKey })
  if (ownKey !== null) c.header('x-llm-api-key-used', String(analyzed.usesOwnKey))
  if (analyzed.finished) return c.json(ok(fields(analyzed.job)), 200)
  const { job_id, status, deduplicated } = analyzed
  return c.json(ok({ job_id, status, deduplicated }), 202)
})

analyzeFamily.openapi(contract.batch, async (c) => {
  const request = c.req.valid('json')
  const answer = await analyzeBatch(c.var.services, c.var.caller, request)
  return c.json(answer, batchStatus(answer, request.depth))
})
