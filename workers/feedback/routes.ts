import { giveFeedback } from '../../shared/feedback/give-feedback.ts'
import { deleteFeedback, listFeedback, readFeedback } from '../../shared/feedback/read-feedback.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const feedback = router()

feedback.openapi(contract.giveFeedback, async (c) => {
  const { services, caller } = c.var
  const { verdict, correct_entity, relation, evidence_urls, note } = c.req.valid('json')
  const report = {
    verdict,
    correct_entity: correct_entity ?? null,
    relation: relation ?? null,
    evidence_urls,
    note: note ?? null,
  }
  return c.json(ok(await giveFeedback(services, caller, c.req.valid('param').job_id, report)), 200)
})

feedback.openapi(contract.listFeedback, async (c) => {
  const { feedback: shown, meta } = await listFeedback(
    c.var.services.db,
    c.var.caller,
    c.req.valid('query'),
  )
  return c.json(ok({ feedback: shown }, meta), 200)
})

feedback.openapi(contract.getFeedback, async (c) =>
  c.json(
    ok(await readFeedback(c.var.services.db, c.var.caller, c.req.valid('param').feedback_id)),
    200,
  ),
)

feedback.openapi(contract.deleteFeedback, async (c) => {
  const { feedback_id: id } = c.req.valid('param')
  await deleteFeedback(c.var.services.db, c.var.caller, id)
  return c.json(ok({ feedback_id: id, deleted: true as const }), 200)
})
