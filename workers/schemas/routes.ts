import { identifierFor } from '../../shared/idempotency/once.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { addressPrefixOf } from '../../shared/platform/http/request-id.ts'
import { createTemplate, deleteTemplate, listTemplates, requireTemplate } from '../../shared/templates/templates.ts'
import { type FamilyContext, family } from '../family.ts'
import * as contract from './contract.ts'

const dependencies = (c: FamilyContext<{ SCHEMA_MUTATIONS_PER_HOUR: number }>) => ({
  db: c.var.db,
  limitPerHour: c.env.SCHEMA_MUTATIONS_PER_HOUR,
  requestId: c.var.requestId,
  addressPrefix: addressPrefixOf(c.req.raw),
})

export default family(contract.needs, (app) => {
  app.openapi(contract.createTemplate, async (c) => {
    const deps = { ...dependencies(c), templateId: identifierFor(c, 'tpl') }
    return c.json(ok(await createTemplate(deps, c.var.caller, c.req.valid('json'))))
  })

  app.openapi(contract.listTemplates, async (c) => {
    const { templates, meta } = await listTemplates(c.var.db, c.var.caller, c.req.valid('query'))
    return c.json(ok(templates, meta))
  })

  app.openapi(contract.getTemplate, async (c) =>
    c.json(ok(await requireTemplate(c.var.db, c.var.caller, c.req.valid('param').template_id))),
  )

  app.openapi(contract.deleteTemplate, async (c) => {
    const { template_id } = c.req.valid('param')
    await deleteTemplate(dependencies(c), c.var.caller, template_id)
    return c.json(ok({ template_id, deleted: true }))
  })
})
