import { isoTime } from '../../shared/platform/db/client.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import type { TemplateRow } from '../../shared/templates/queries.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  requireTemplate,
} from '../../shared/templates/templates.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const templates = router()

const presentTemplate = (row: TemplateRow) => ({
  template_id: row.id,
  name: row.name,
  fields: row.fields,
  created_at: isoTime(row.createdAt),
})

templates.openapi(contract.createTemplate, async (c) =>
  c.json(
    ok(presentTemplate(await createTemplate(c.var.services, c.var.caller, c.req.valid('json')))),
    200,
  ),
)

templates.openapi(contract.listTemplates, async (c) => {
  const { templates: page, meta } = await listTemplates(
    c.var.services.db,
    c.var.caller,
    c.req.valid('query'),
  )
  return c.json(ok({ templates: page.map(presentTemplate) }, meta), 200)
})

templates.openapi(contract.getTemplate, async (c) => {
  const template = await requireTemplate(
    c.var.services.db,
    c.var.caller,
    c.req.valid('param').template_id,
  )
  return c.json(ok(presentTemplate(template)), 200)
})

templates.openapi(contract.deleteTemplate, async (c) => {
  const { template_id } = c.req.valid('param')
  await deleteTemplate(c.var.services, c.var.caller, template_id)
  return c.json(ok({ template_id, deleted: true as const }), 200)
})
