import { ok } from '../../shared/platform/http/envelope.ts'
import { createTemplate, deleteTemplate, listTemplates, requireTemplate } from '../../shared/templates/templates.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const schemas = router()

schemas.openapi(contract.createTemplate, async (c) =>
  c.json(ok(await createTemplate(c.var.services, c.var.caller, c.req.valid('json'))), 200),
)

schemas.openapi(contract.listTemplates, async (c) => {
  const { templates, meta } = await listTemplates(c.var.services.db, c.var.caller, c.req.valid('query'))
  return c.json(ok(templates, meta), 200)
})

schemas.openapi(contract.getTemplate, async (c) =>
  c.json(ok(await requireTemplate(c.var.services.db, c.var.caller, c.req.valid('param').template_id)), 200),
)

schemas.openapi(contract.deleteTemplate, async (c) => {
  const { template_id } = c.req.valid('param')
  await deleteTemplate(c.var.services, c.var.caller, template_id)
  return c.json(ok({ template_id, deleted: true as const }), 200)
})
